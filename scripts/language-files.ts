// What the code knows of the folders in languages/: the list of them, and per language the words that the app loads. Made by
// `npm run generate`, so that a language is a folder and no code names one.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../languages/', import.meta.url)
const APP = 'web/src/workshop/texts'
const OFFICE = 'web/src/office/texts'
const TEXTS = '../../../../../languages'

/** Files of words that come with screens behind the inspection, and those that are loaded by themselves. All others come first. */
const later = [
  'account',
  'damage',
  'desk',
  'handover',
  'history',
  'markup',
  'own-providers',
  'parts',
  'questions',
  'quotes',
  'reception',
  'requests',
  'result',
  'results',
  'sandbox',
  'second-factor',
  'tablet',
  'video',
]
const apart = ['phrases']
/** What all bundles of the office say as the app does, besides the office's own words. */
const alsoOfOffice = ['account', 'app', 'demo', 'messages', 'second-factor']
interface OfficeBundle {
  /** What else they say as the app does. */
  alsoOf: readonly string[]
  saysDecisions: boolean
  /** Files of words that come with the pages that say them. */
  later?: readonly string[]
}

/** By the folder of their words and code. */
const officeBundles: Readonly<Record<string, OfficeBundle>> = {
  desk: { alsoOf: [], saysDecisions: true },
  console: {
    alsoOf: [],
    saysDecisions: false,
    later: ['audit', 'owner-texts', 'phrases', 'reasons', 'reminders', 'sign-ins'],
  },
}

/** Files whose words the contract has in every language. */
const ofContract = {
  'shared-words': 'The words that all share',
  'car-words': 'The words about cars and decisions',
  'markup-words': 'What is drawn on photos, in words',
  'wear-words': 'When a part that wears is due, in words',
}

interface LanguageFacts {
  /** In its own words, so that people find theirs. */
  name: string
  /** Whose dates and numbers, if not those of the language alone. */
  locale?: string
}

const namesIn = (path: string, ending = '') =>
  readdirSync(new URL(path, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, name.length - ending.length))
    .toSorted()

/** English first: it defines which texts there are. */
const codes = ['en', ...namesIn('.').filter((code) => code !== 'en')]
const factsOf = (code: string) =>
  JSON.parse(readFileSync(new URL(`${code}/language.json`, folder), 'utf8')) as LanguageFacts

export function languageFiles(made: string): Record<string, () => string> {
  const parts = namesIn('en/workshop', '.json').filter((part) => !apart.includes(part))
  const ofOffice = namesIn('en/office', '.json')
  return {
    'contract/src/rules/languages.generated.ts': () => list(made),
    ...Object.fromEntries(
      Object.entries(ofContract).map(([file, what]) => [
        `contract/src/rules/${file}.generated.ts`,
        () => byLanguage(file, what, made),
      ]),
    ),
    ...Object.fromEntries(
      codes.flatMap((code) => [
        [`${APP}/first/${code}.generated.ts`, () => first(code, parts, made)],
        [`${APP}/more/${code}.generated.ts`, () => more(code, parts, made)],
        [`${OFFICE}/${code}.generated.ts`, () => office(code, ofOffice, made)],
        ...Object.keys(officeBundles).map((bundle): [string, () => string] => [
          `web/src/${bundle}/texts/${code}.generated.ts`,
          () => officeBundle(bundle, code, namesIn(`en/${bundle}`, '.json'), made),
        ]),
        ...Object.entries(officeBundles).flatMap(([bundle, { later }]): [string, () => string][] =>
          later
            ? [
                [
                  `web/src/${bundle}/texts/later/${code}.generated.ts`,
                  () => withPages(bundle, code, later, made),
                ],
              ]
            : [],
        ),
      ]),
    ),
  }
}

/** Which of them a name of a property needs quotes for. */
const key = (code: string) => (/^[a-z]+$/.test(code) ? code : `'${code}'`)
const imported = (code: string) => code.replaceAll(/\W/g, '_')

function list(made: string): string {
  return [
    `// The languages there are: the folders in languages/, and what their language.json says. ${made}`,
    `export const languages = [${codes.map((code) => `'${code}'`).join(', ')}] as const`,
    '',
    'export const languageNames = {',
    ...codes.map((code) => `  ${key(code)}: ${JSON.stringify(factsOf(code).name)},`),
    '} as const',
    '',
    'export const locales: Readonly<Record<string, string>> = {',
    ...codes.flatMap((code) => {
      const { locale } = factsOf(code)
      return locale ? [`  ${key(code)}: ${JSON.stringify(locale)},`] : []
    }),
    '}',
    '',
  ].join('\n')
}

function byLanguage(file: string, what: string, made: string): string {
  return [
    `// ${what}, of every language. ${made}`,
    ...codes.map(
      (code) =>
        `import ${imported(code)} from '../../../languages/${code}/${file}.json' with { type: 'json' }`,
    ),
    '',
    'export const wordsByLanguage = {',
    ...codes.map((code) => `  ${key(code)}: ${imported(code)},`),
    '}',
    '',
  ].join('\n')
}

const importsOf = (code: string, parts: readonly string[]) =>
  parts.map(
    (part) => `import ${imported(part)} from '${TEXTS}/${code}/workshop/${part}.json' with { type: 'json' }`,
  )

function first(code: string, parts: readonly string[], made: string): string {
  const own = parts.filter((part) => !later.includes(part))
  return [
    `// The words of the app that are loaded first (${factsOf(code).name}). ${made}`,
    "import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'",
    `import sharedWords from '${TEXTS}/${code}/shared-words.json' with { type: 'json' }`,
    ...importsOf(code, own),
    "import { statusTexts } from '../status-texts.ts'",
    ...(code === 'en' ? [] : ["import type { FirstTexts } from '../texts.ts'"]),
    '',
    'export const shared: SharedWords = sharedWords',
    `export const texts${code === 'en' ? '' : ': FirstTexts'} = {`,
    ...own.map((part) => `  ...${imported(part)},`),
    '  ...statusTexts(shared),',
    '}',
    '',
  ].join('\n')
}

function more(code: string, parts: readonly string[], made: string): string {
  const own = parts.filter((part) => later.includes(part))
  return [
    `// The words of screens behind the inspection (${factsOf(code).name}). ${made}`,
    `import carWords from '${TEXTS}/${code}/car-words.json' with { type: 'json' }`,
    ...importsOf(code, own),
    "import { decisionTexts } from '../decision-texts.ts'",
    ...(code === 'en' ? [] : ["import type { MoreTexts } from '../texts.ts'"]),
    '',
    `export const texts${code === 'en' ? '' : ': MoreTexts'} = {`,
    ...own.map((part) => `  ...${imported(part)},`),
    '  ...decisionTexts(carWords),',
    '}',
    '',
  ].join('\n')
}

const officeTexts = '../../../../languages'
/** Imports of words for a bundle of the office; two folders may have files of the same name. */
const wordsIn = (code: string, folder: string, names: readonly string[], before = '') =>
  names.map((name) => ({
    name: `${before}${imported(name)}`,
    line: `import ${before}${imported(name)} from '${officeTexts}/${code}/${folder}/${name}.json' with { type: 'json' }`,
  }))

function office(code: string, parts: readonly string[], made: string): string {
  const own = [...wordsIn(code, 'workshop', alsoOfOffice), ...wordsIn(code, 'office', parts, 'own_')]
  return [
    `// The words that all bundles of the office have (${factsOf(code).name}). ${made}`,
    "import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'",
    ...own.map(({ line }) => line),
    `import sharedWords from '${officeTexts}/${code}/shared-words.json' with { type: 'json' }`,
    "import { statusTexts } from '../../workshop/texts/status-texts.ts'",
    ...(code === 'en' ? [] : ["import type { Texts } from './texts.ts'"]),
    '',
    'export const shared: SharedWords = sharedWords',
    `export const texts${code === 'en' ? '' : ': Texts'} = {`,
    ...own.map(({ name }) => `  ...${name},`),
    '  ...statusTexts(shared),',
    '}',
    '',
  ].join('\n')
}

function officeBundle(bundle: string, code: string, parts: readonly string[], made: string): string {
  const { alsoOf, saysDecisions, later = [] } = officeBundles[bundle]!
  const first = parts.filter((part) => !later.includes(part))
  const own = [...wordsIn(code, 'workshop', alsoOf), ...wordsIn(code, bundle, first, 'own_')]
  return [
    `// The words of the ${bundle} (${factsOf(code).name}). ${made}`,
    ...(saysDecisions
      ? [`import carWords from '${officeTexts}/${code}/car-words.json' with { type: 'json' }`]
      : []),
    ...own.map(({ line }) => line),
    `import { texts as office } from '../../office/texts/${code}.generated.ts'`,
    ...(saysDecisions ? ["import { decisionTexts } from '../../workshop/texts/decision-texts.ts'"] : []),
    ...(code === 'en' ? [] : ["import type { Texts } from './texts.ts'"]),
    '',
    `export { shared } from '../../office/texts/${code}.generated.ts'`,
    `export const texts${code === 'en' ? '' : ': Texts'} = {`,
    '  ...office,',
    ...own.map(({ name }) => `  ...${name},`),
    ...(saysDecisions ? ['  ...decisionTexts(carWords),'] : []),
    '}',
    '',
  ].join('\n')
}

function withPages(bundle: string, code: string, parts: readonly string[], made: string): string {
  return [
    `// The words of the ${bundle} that come with the pages that say them (${factsOf(code).name}). ${made}`,
    ...parts.map(
      (part) =>
        `import ${imported(part)} from '../${officeTexts}/${code}/${bundle}/${part}.json' with { type: 'json' }`,
    ),
    ...(code === 'en' ? [] : ["import type { LaterTexts } from '../texts.ts'"]),
    '',
    `export const texts${code === 'en' ? '' : ': LaterTexts'} = {`,
    ...parts.map((part) => `  ...${imported(part)},`),
    '}',
    '',
  ].join('\n')
}
