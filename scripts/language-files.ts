// What the code knows of the folders in languages/: the list of them, and per language the words that the app loads. Made by
// `npm run generate`, so that a language is a folder and no code names one.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../languages/', import.meta.url)
const APP = 'web/src/workshop/texts'
const DESK = 'web/src/desk/texts'
const TEXTS = '../../../../../languages'

/** Files of words that come with screens behind the inspection, and those that are loaded by themselves. All others come first. */
const later = [
  'desk',
  'handover',
  'history',
  'markup',
  'parts',
  'questions',
  'quotes',
  'reception',
  'requests',
  'result',
  'results',
  'sandbox',
  'video',
]
const apart = ['phrases']
/** What the desk says as the app does, besides its own words. */
const alsoOfDesk = ['account', 'app', 'messages']

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
  const ofDesk = namesIn('en/desk', '.json')
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
        [`${DESK}/${code}.generated.ts`, () => desk(code, ofDesk, made)],
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

function desk(code: string, parts: readonly string[], made: string): string {
  const texts = '../../../../languages'
  const words = (folder: string, names: readonly string[]) =>
    names.map((name) => ({ name: imported(name), from: `${texts}/${code}/${folder}/${name}.json` }))
  const own = [
    ...words('workshop', alsoOfDesk),
    ...words('desk', parts).map(({ name, from }) => ({ name: `own_${name}`, from })),
  ]
  return [
    `// The words of the desk (${factsOf(code).name}). ${made}`,
    "import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'",
    `import carWords from '${texts}/${code}/car-words.json' with { type: 'json' }`,
    ...own.map(({ name, from }) => `import ${name} from '${from}' with { type: 'json' }`),
    `import sharedWords from '${texts}/${code}/shared-words.json' with { type: 'json' }`,
    "import { decisionTexts } from '../../workshop/texts/decision-texts.ts'",
    "import { statusTexts } from '../../workshop/texts/status-texts.ts'",
    ...(code === 'en' ? [] : ["import type { Texts } from './texts.ts'"]),
    '',
    'export const shared: SharedWords = sharedWords',
    `export const texts${code === 'en' ? '' : ': Texts'} = {`,
    ...own.map(({ name }) => `  ...${name},`),
    '  ...statusTexts(shared),',
    '  ...decisionTexts(carWords),',
    '}',
    '',
  ].join('\n')
}
