// Every text in every language: the same texts, the same places to fill, the forms its numbers need. Every file in a folder
// named texts is checked by one rule, so a new file needs no entry here.
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { describe, test } from 'node:test'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import { listFiles, textOf } from './support/source-files.ts'

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

/** <name>.<language>.json. A language that only the forms have needs only some of the files. */
const FILE = /^(.+)\.([a-z]{2,3}(?:-\w+)*)\.json$/
const files = listFiles(['{contract,demo,server,web}/**/texts/*.json'])
/** As web/src/owner/texts/owner-page. */
const sources = [...new Set(files.flatMap((file) => FILE.exec(file)?.[1] ?? []))]
const textsOf = (source: string, language: Language) =>
  new Map(flatten(JSON.parse(textOf(`${source}.${language}.json`))))

/** Contracts say things in their own order, and name the dealership as often as they need. */
const ownPlaces = ['server/data/texts/agreements']
/** A message leaves out what it does not say. */
const mayBeEmpty = ['server/data/texts/messages']

const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
/** Code inside a text is the same everywhere: names of files, fields, commands. */
const codesOf = (text: string) => (text.match(/`[^`]+`/g) ?? []).toSorted()

test('folders of texts are found, and hold files in every language', () => {
  const folders = new Set(sources.map(dirname))
  for (const folder of [
    'server/data/texts',
    'web/src/texts',
    'web/src/owner/texts',
    'web/src/workshop/texts',
  ])
    assert.ok(folders.has(folder), folder)
  const wanted = sources.flatMap((source) => languages.map((language) => `${source}.${language}.json`))
  assert.deepEqual(
    wanted.filter((file) => !files.includes(file)),
    [],
  )
  assert.deepEqual(
    files.filter((file) => !FILE.test(file)),
    [],
  )
})

for (const source of sources)
  describe(`texts of ${source}`, () => {
    const english = textsOf(source, 'en')
    for (const language of languages) {
      const texts = textsOf(source, language)

      test(`${language}: every text is there, and no other`, () => {
        assert.ok(texts.size > 0)
        assert.deepEqual([...texts.keys()].toSorted(), [...english.keys()].toSorted())
        for (const [path, forms] of texts)
          for (const text of Object.values(forms))
            assert.ok(text === text.trim() && (text !== '' || mayBeEmpty.includes(source)), path)
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
