// Commands on packages and on the answers they are bound to. Files are validated like bodies of the interface.
import { Package } from '@walkaround/contract/dms/packages.ts'
import { PackageAssignmentInstruction } from '@walkaround/contract/dms/survey-templates.ts'
import { coverages } from '@walkaround/contract/rules/covered-work.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { findVin } from '@walkaround/contract/rules/vin.ts'
import {
  choice,
  limits,
  list,
  record,
  requiredIdentifier,
  text as textField,
} from '@walkaround/contract/schema.ts'
import { Vehicle } from '@walkaround/contract/shared.ts'
import { type TSchema, Type } from 'typebox'
import {
  type CatalogueFile,
  exportCatalogue,
  importCatalogue,
} from '../../features/assignment/catalogue-file.ts'
import { listAssignments } from '../../features/assignment/get-assignment.ts'
import { planAssignment, putAssignment } from '../../features/assignment/put-assignment.ts'
import { explainPackage } from '../../features/packages/explain-package.ts'
import { listAllPackages } from '../../features/packages/get-package.ts'
import { setPackageTexts } from '../../features/packages/import-packages.ts'
import type { PackageTranslation } from '../../features/packages/package-words.ts'
import { completeVehicle } from '../../features/vehicles/complete-vehicle.ts'
import { findVehicle } from '../../features/vehicles/remember.ts'
import { compileReader } from '../../input/reader.ts'
import { problem, problemOf, type Violation } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { type Command, feature, flag, text } from './define.ts'

const client = text('id of the system client')
const jsonFile = (description: string) =>
  Type.Unknown({ description, 'x-from': 'json file', 'x-value': 'file' })

const textOf = (description: string) => textField(description, { minLength: 1 })

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
const packageTexts = list(PackageText, 'Its texts in other languages.', { maxItems: limits.priceListLength })
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

/** Returns the canonical value, or throws with everything that is wrong with it. */
function reader<T>(schema: TSchema): (value: unknown) => T {
  const read = compileReader(schema)
  return (input) => {
    const { value, violations } = read(input)
    if (violations.length > 0) throw problemOf(violations)
    return value as T
  }
}

const readFile = reader<CatalogueFile>(File)
const readInstructions = reader<PackageAssignmentInstruction[]>(
  list(PackageAssignmentInstruction, 'Instructions.'),
)
const readVehicle = reader<Vehicle>(Vehicle)
const readTexts = reader<PackageTranslation[]>(packageTexts)

/** A plain list of packages is accepted too. */
function toCatalogue(document: unknown): CatalogueFile {
  const file = readFile(Array.isArray(document) ? { packages: document } : document)
  const nameless = file.packages.flatMap(({ id }, index): Violation[] =>
    id ? [] : [{ kind: 'missingField', info: `packages[${index}].id: is required` }],
  )
  if (nameless.length > 0) throw problemOf(nameless)
  return file
}

/** A vehicle by VIN, as an order would have it: what the client last said about it, completed from the VIN. */
async function vehicleOf(
  scope: Scope,
  { vin, vehicle }: { vin?: string; vehicle?: unknown },
): Promise<{ vehicle: Vehicle; filledFromVin: ReadonlySet<string> }> {
  if ((vin === undefined) === (vehicle === undefined)) {
    throw problem('invalidArgument', 'vehicle: give either a VIN or a file with the vehicle')
  }
  if (vin === undefined) return { vehicle: readVehicle(vehicle), filledFromVin: new Set() }
  const known = findVin(vin)
  if (known === undefined) {
    throw problem(
      'invalidVin',
      `vin: ${JSON.stringify(vin)} is not 17 characters of A–Z and 0–9 without I, O and Q`,
    )
  }
  const said = (await findVehicle(scope, `vin/${known}`)) ?? { vin: known }
  const completed = await completeVehicle(scope, said)
  return { vehicle: completed.vehicle, filledFromVin: new Set(completed.filled) }
}

export const commands: Readonly<Record<string, Command>> = {
  'package import': feature(
    {
      summary: 'create or change own packages, and bind them to answers',
      arguments: { client, document: jsonFile('file with packages and bindings as JSON') },
    },
    (scope, { document }) => importCatalogue(scope, toCatalogue(document)),
  ),
  'package export': feature(
    {
      summary: 'print own packages and their bindings as a file for import',
      arguments: { client, id: Type.Optional(text('only this package; also one of a master')) },
    },
    (scope, { id }) => exportCatalogue(scope, id),
  ),
  'package translate': feature(
    {
      summary: 'set what an own package is called in other languages',
      arguments: {
        client,
        package: text('id of the package'),
        document: jsonFile(
          'file with language, text and translation of each as JSON; an empty list removes all',
        ),
      },
    },
    (scope, args) => setPackageTexts(scope, args.package, readTexts(args.document)),
  ),
  'package list': feature(
    { summary: 'list the packages a system client sees', arguments: { client } },
    async (scope) =>
      (await listAllPackages(scope)).map(({ variants = [], ...whole }) => ({
        id: whole.id,
        masterClient: whole.masterClient,
        description: whole.description,
        packageType: whole.packageType,
        currency: whole.currency,
        variants: variants.length,
        priced: variants.filter(({ priceExVat }) => priceExVat !== undefined).length,
      })),
  ),
  'package explain': feature(
    {
      summary: 'show which variants fit a vehicle, and what excludes the others',
      arguments: { client, package: text('id of the package, such as open!svc-oil') },
      options: {
        vin: text('a vehicle the client knows by this VIN', { 'x-value': 'vin' }),
        vehicle: jsonFile('file with a vehicle as JSON, as in an order'),
        bodyPart: text('body part that carries the damage mark', { 'x-value': 'name' }),
      },
    },
    async (scope, args) => {
      const { vehicle, filledFromVin } = await vehicleOf(scope, args)
      const bodyPart = args.bodyPart === undefined ? {} : { bodyPart: args.bodyPart }
      return explainPackage(scope, args.package, vehicle, { filledFromVin, ...bodyPart })
    },
  ),
  'assignment set': feature(
    {
      summary: 'bind own packages to answers of a template, all instructions or none',
      arguments: {
        client,
        template: text('id of the template, such as open!vc'),
        document: jsonFile('file with instructions as JSON, as in the interface'),
      },
      options: { dryRun: flag('only show which answers would gain or lose a package') },
    },
    async (scope, { template, document, dryRun = false }) => {
      const fields = { get: () => readInstructions(document) }
      const changes = await planAssignment(scope, template, fields)
      if (!dryRun) await putAssignment(scope, template, fields)
      return { dryRun, changes }
    },
  ),
  'assignment list': feature(
    {
      summary: 'list which own packages are bound to which answers',
      arguments: { client },
      options: { template: text('only on this template', { 'x-value': 'id' }) },
    },
    (scope, { template }) => listAssignments(scope, template),
  ),
}
