// The file of a catalogue: packages, and the answers they are bound to. Validated like bodies of the interface.
import { Package } from '@walkaround/contract/dms/packages.ts'
import { PackageAssignmentInstruction } from '@walkaround/contract/dms/survey-templates.ts'
import { coverages } from '@walkaround/contract/rules/covered-work.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { choice, limits, list, record, requiredIdentifier, text } from '@walkaround/contract/schema.ts'
import { Type } from 'typebox'
import { readerOf } from '../../input/reader.ts'
import { problemOf, type Violation } from '../../problems.ts'
import type { CatalogueFile } from './catalogue-file.ts'

const textOf = (description: string) => text(description, { minLength: 1 })

const Binding = record(
  'Binding',
  'An instruction and the template it is for.',
  { template: requiredIdentifier('The template, as the client knows it.') },
  {},
)
const PackageText = record(
  'PackageText',
  'What a text of a package, a variant or an item is in another language.',
  {
    language: choice('The language.', [...languages]),
    text: textOf('As the package has it.'),
    translation: textOf('In that language.'),
  },
  {},
)
export const packageTexts = list(PackageText, 'Its texts in other languages.', {
  maxItems: limits.priceListLength,
})
const FilePackage = Type.Object({
  ...Package.properties,
  covers: Type.Optional(
    choice('Which findings its work covers, where the bindings do not say it.', [...coverages]),
  ),
  contains: Type.Optional(
    list(requiredIdentifier('A package.'), 'Packages whose work it contains.', { maxItems: 100 }),
  ),
  texts: Type.Optional(packageTexts),
})
const File = record(
  'CatalogueFile',
  'Packages, and the answers they are bound to.',
  { packages: list(FilePackage, 'Packages.') },
  {
    bindings: list(
      Type.Object({ ...Binding.properties, ...PackageAssignmentInstruction.properties }),
      'Bindings.',
      { maxItems: limits.priceListLength },
    ),
  },
)

const readFile = readerOf<CatalogueFile>(File)

/** A plain list of packages is accepted too. */
export function readCatalogueFile(document: unknown): CatalogueFile {
  const file = readFile(Array.isArray(document) ? { packages: document } : document)
  const nameless = file.packages.flatMap(({ id }, index): Violation[] =>
    id ? [] : [{ kind: 'missingField', info: `packages[${index}].id: is required` }],
  )
  if (nameless.length > 0) throw problemOf(nameless)
  return file
}
