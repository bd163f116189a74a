// Every text in every language: the same texts, the same places to fill, the forms its numbers need. A language is a folder of
// languages/ with the files of the English one, so a new folder and a new file need no entry here.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Language, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { readDefaultPackages, wordsOf } from '../src/features/assignment/default-packages.ts'
import { readDefaultTemplates } from '../src/features/templates/default-templates.ts'
import { listTexts } from '../src/features/templates/translate.ts'
import { listFiles, root, textOf } from './support/source-files.ts'

type Forms = Readonly<Record<string, string>>

const isPlural = (node: object): node is Forms =>
  'other' in node && Object.keys(node).every((key) => ['one', 'few', 'many', 'other'].includes(key))

/** Path of each text → its forms; words that have none are their own only one. */
function flatten(node: unknown, path = ''): [string, Forms][] {
  if (typeof node === 'string') return [[path, { other: node }]]
  assert.ok(typeof node === 'object' && node !== null, `${path} is neither text nor a group of texts`)
  if (isPlural(node)) return [[path, node]]
  return Object.entries(node).flatMap(([key, value]) => flatten(value, path ? `${path}.${key}` : key))
}

const filesOf = (language: string) =>
  listFiles([`languages/${language}/**/*.json`]).map((file) => file.slice(`languages/${language}/`.length))
const sources = filesOf('en')
const readText = (language: string, source: string) => JSON.parse(textOf(`languages/${language}/${source}`))
const textsOf = (language: Language, source: string) => new Map(flatten(readText(language, source)))

/** Contracts say things in their own order, and name the dealership as often as they need. */
const ownPlaces = ['server/agreements.json']
/** A message leaves out what it does not say. */
const mayBeEmpty = ['server/messages.json']
/** Facts about the language itself. */
const ownFacts = ['language.json']

const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
/** Code inside a text is the same everywhere: names of files, fields, commands. */
const codesOf = (text: string) => (text.match(/`[^`]+`/g) ?? []).toSorted()

const templates = await readDefaultTemplates()

test('the languages are the folders, English first, each with its name', () => {
  const folders = readdirSync(join(root, 'languages'))
  assert.deepEqual([...languages], ['en', ...folders.filter((code) => code !== 'en').toSorted()])
  for (const language of languages) {
    assert.deepEqual(Intl.getCanonicalLocales(language), [language])
    assert.equal(languageNames[language], readText(language, 'language.json').name)
  }
})

describe('files', () => {
  /** The English of these is in the templates and packages themselves. */
  const ofTemplates = templates.map(({ surveyType }) => `templates/${surveyType.toLowerCase()}.json`)
  const ofPackages = readdirSync(join(root, 'server/data/packages')).map((file) => `packages/${file}`)
  for (const language of languages)
    test(`${language}: every file is there, and no other`, () => {
      assert.ok(sources.length > 20)
      const wanted = language === 'en' ? sources : [...sources, ...ofTemplates, ...ofPackages]
      assert.deepEqual(filesOf(language), wanted.toSorted())
    })
})

for (const source of sources.filter((file) => !ownFacts.includes(file)))
  describe(`texts of ${source}`, () => {
    const english = textsOf('en', source)
    for (const language of languages) {
      const texts = textsOf(language, source)

      test(`${language}: every text is there, and no other`, () => {
        assert.ok(texts.size > 0)
        assert.deepEqual([...texts.keys()].toSorted(), [...english.keys()].toSorted())
        // French joins names in quotes by a text that begins and ends with a no-break space.
        for (const [path, forms] of texts)
          for (const text of Object.values(forms))
            assert.ok(
              !/^\s|\s$/.test(text.replaceAll('\u00a0', '.')) && (text !== '' || mayBeEmpty.includes(source)),
              path,
            )
      })

      test(`${language}: the places and the code are those of the English text`, () => {
        if (ownPlaces.includes(source)) return
        for (const [path, forms] of texts) {
          const wanted = english.get(path)?.other ?? ''
          assert.deepEqual(placesOf(forms.other ?? ''), placesOf(wanted), path)
          assert.deepEqual(codesOf(forms.other ?? ''), codesOf(wanted), path)
          for (const text of Object.values(forms))
            for (const place of placesOf(text)) assert.ok(placesOf(wanted).includes(place), path)
        }
      })

      if (language !== 'en')
        test(`${language}: is translated`, () => {
          for (const [path, { other: text = '' }] of texts)
            if (text.length > 20) assert.notEqual(text, english.get(path)?.other, path)
        })

      test(`${language}: words by number have every form of the language`, () => {
        const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
        for (const [path, forms] of texts)
          if (Object.keys(forms).length > 1) assert.deepEqual(Object.keys(forms).toSorted(), wanted, path)
      })
    }
  })

describe('texts of templates', () => {
  for (const { id, texts = {}, ...document } of templates)
    for (const language of languages.filter((code) => code !== 'en'))
      test(`${id} in ${language}: every text is there, translated, and no other`, () => {
        const english = listTexts({ id, ...document })
        const own = texts[language] ?? {}
        assert.deepEqual(Object.keys(own).toSorted(), english.map(({ key }) => key).toSorted())
        for (const { key, text } of english) {
          assert.equal(own[key], own[key]?.trim(), key)
          assert.notEqual(own[key], '', key)
          if (text.length > 20) assert.notEqual(own[key], text, key)
        }
      })
})

describe('texts of packages', async () => {
  const { packages } = await readDefaultPackages()
  for (const language of languages.filter((code) => code !== 'en'))
    test(`in ${language}: every text is there, and none is of no package`, () => {
      const words = new Set(packages.flatMap((one) => [...wordsOf(one)]))
      for (const one of packages)
        assert.deepEqual(
          [...wordsOf(one)].filter(
            (text) => !one.texts?.some((given) => given.language === language && given.text === text),
          ),
          [],
          one.id,
        )
      for (const file of filesOf(language).filter((name) => name.startsWith('packages/')))
        for (const text of Object.keys(readText(language, file)))
          assert.ok(words.has(text), `${file}: ${text}`)
    })
})
