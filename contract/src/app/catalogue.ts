// Templates and packages for those who set up a client: which there are, what uses which, and their files.
import { type Static, Type } from 'typebox'
import { conditionalRead, etagReply, operation } from '../operation.ts'
import { packageTypes } from '../package-types.ts'
import { choice, flag, identifier, record, requiredIdentifier, text } from '../schema.ts'
import { surveyTypes } from '../survey-types.ts'

const heading = 'Catalogue'
const clientPath = '/system-clients/{system_client_id}'
const params = { system_client_id: 'The system client.' }

const count = (description: string) => Type.Integer({ description, minimum: 0 })

export const TemplateUse = record(
  'TemplateUse',
  'Where a template is chosen; without branch and make for all.',
  {},
  {
    branch: Type.String({ description: 'The name of the branch.' }),
    make: Type.String({ description: 'Vehicles of this make, in small letters.' }),
    by: Type.String({ description: 'The master who chose it, if the client did not.' }),
  },
)

export const ListedTemplate = record(
  'ListedTemplate',
  'A survey template that the client sees.',
  {
    id: Type.String({ description: 'The id that the client uses.' }),
    text: Type.String({ description: 'Its name, in the language of the client.' }),
    surveyType: choice('Of which surveys.', [...surveyTypes]),
    masterClient: Type.String({ description: 'Who maintains it.' }),
    version: count('The newest version.'),
    importedAt: Type.String({ description: 'When that version was imported.' }),
    uses: Type.Array(TemplateUse, { description: 'Where surveys are made from it.' }),
    answers: count('How many of its answers offer packages of the client.'),
  },
  { isOwn: flag('The client maintains it.') },
)
export type ListedTemplate = Static<typeof ListedTemplate>

export const listTemplates = operation({
  id: 'listTemplates',
  method: 'GET',
  path: `${clientPath}/templates`,
  heading,
  summary: 'Read which survey templates there are',
  description: 'Own ones first, then master by master, each with what uses it.',
  right: 'admin',
  params,
  replies: {
    200: {
      description: 'The templates.',
      body: Type.Array(ListedTemplate),
    },
  },
  problems: [],
  decisions: ['D1', 'E5'],
})

const jsonFile = (what: string) => ({
  200: { description: `The file, as ${what}.`, contentType: 'application/octet-stream', headers: etagReply },
})

export const getTemplateFile = operation({
  id: 'getTemplateFile',
  method: 'GET',
  path: `${clientPath}/templates/{template_id}/file`,
  heading,
  summary: 'Take a survey template along as a file',
  description: 'As it was imported, with all its languages; the newest version unless another is named.',
  right: 'admin',
  params: { ...params, template_id: 'The template, as the client knows it, such as `open!health`.' },
  query: record(
    'TemplateFileQuery',
    'Which version.',
    {},
    { version: Type.Integer({ description: 'A former version.', minimum: 1 }) },
  ),
  requestHeaders: conditionalRead,
  replies: jsonFile('it was imported'),
  problems: ['noSuchResource'],
  decisions: ['D1'],
})

export const ImportedTemplate = record(
  'ImportedTemplate',
  'What became of the file.',
  {
    id: Type.String({ description: 'The template.' }),
    version: count('Its newest version now.'),
    isNew: flag('False if the newest version was the same already.'),
  },
  {},
)
export type ImportedTemplate = Static<typeof ImportedTemplate>

export const importTemplateFile = operation({
  id: 'importTemplateFile',
  method: 'POST',
  path: `${clientPath}/template-files`,
  heading,
  summary: 'Import a survey template from a file',
  description:
    'Becomes the next version of the template; inspections that are there keep theirs. All that is wrong with the file is told at once, ' +
    'and then nothing is stored.',
  right: 'admin',
  params,
  bytes: 'The template as JSON, as in an export.',
  isJsonFile: true,
  replies: { 200: { description: 'What became of it.', body: ImportedTemplate } },
  problems: ['invalidArgument', 'invalidTemplate', 'fileTooLarge'],
  decisions: ['D1'],
})

export const ListedPackage = record(
  'ListedPackage',
  'A package that the client sees.',
  {
    id: Type.String({ description: 'The id that the client uses.' }),
    masterClient: Type.String({ description: 'Who maintains it.' }),
    variants: count('How many ways there are to do the work.'),
    answers: count('On how many answers it is offered.'),
  },
  {
    description: Type.String({ description: 'What it is called.' }),
    packageType: choice('Its type.', [...packageTypes]),
    templates: Type.Array(Type.String(), { description: 'The templates of these answers.' }),
    isOwn: flag('The client maintains it.'),
    hasOwnPrices: flag('The client has prices of its own for it.'),
  },
)
export type ListedPackage = Static<typeof ListedPackage>

/** Packages on a page. */
export const PACKAGES_LISTED = 200

export const listPackageUses = operation({
  id: 'listPackageUses',
  method: 'GET',
  path: `${clientPath}/packages`,
  heading,
  summary: 'Read which packages there are',
  description: `By the client that maintains them and id, ${PACKAGES_LISTED} at a time, each with what offers it.`,
  right: 'admin',
  params,
  query: record(
    'PackageUseQuery',
    'Which packages.',
    {},
    {
      search: text('Only those with these words in id or description.', { maxLength: 100 }),
      after: identifier('`next` of the page before, with the same search.'),
    },
  ),
  replies: {
    200: {
      description: 'The packages.',
      body: record(
        'PackageUses',
        'A page of packages.',
        { packages: Type.Array(ListedPackage, { description: 'The packages.' }) },
        { next: requiredIdentifier('Where the next page begins; left out on the last one.') },
      ),
    },
  },
  problems: [],
  decisions: ['E5'],
})

export const getPackageFile = operation({
  id: 'getPackageFile',
  method: 'GET',
  path: `${clientPath}/package-file`,
  heading,
  summary: 'Take the packages along as a file',
  description:
    'Own packages with their variants, prices, words and the answers they are offered on, for import again.',
  right: 'admin',
  params,
  query: record(
    'PackageFileQuery',
    'Which packages.',
    {},
    { package: identifier('Only this one; also one of a master.') },
  ),
  requestHeaders: conditionalRead,
  replies: jsonFile('it can be imported'),
  problems: ['noSuchResource'],
  decisions: ['E5'],
})

export const ImportedPackages = record(
  'ImportedPackages',
  'What became of the file.',
  {
    created: count('Packages that are new.'),
    changed: count('Packages that were changed.'),
    unchanged: count('Packages that were the same already.'),
    answers: count('Answers whose packages were set.'),
  },
  {},
)
export type ImportedPackages = Static<typeof ImportedPackages>

export const importPackageFile = operation({
  id: 'importPackageFile',
  method: 'POST',
  path: `${clientPath}/package-files`,
  heading,
  summary: 'Import packages from a file',
  description:
    'Packages and answers that the file does not name stay as they are. All that is wrong with the file is told at once, and then ' +
    'nothing is stored.',
  right: 'packages',
  params,
  bytes: 'The packages as JSON, as in an export.',
  isJsonFile: true,
  replies: { 200: { description: 'What became of it.', body: ImportedPackages } },
  problems: [
    'invalidArgument',
    'centralPackage',
    'missingCurrency',
    'missingPrice',
    'duplicateId',
    'fileTooLarge',
    'noSuchResource',
    'unknownAnswer',
    'unknownPackage',
    'unknownPlace',
  ],
  decisions: ['E5', 'E6'],
})
