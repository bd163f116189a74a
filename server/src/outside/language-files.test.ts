import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readTexts } from './language-files.ts'

interface Due {
  new: string
  months: Record<string, string>
}

describe('texts that are data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-texts-'))
  const url = pathToFileURL(`${folder}/`)
  for (const tag of ['fr', 'fr-CA', 'it']) mkdirSync(join(folder, tag, 'server'), { recursive: true })
  after(() => rmSync(folder, { recursive: true }))

  test('join a language, its base and English key by key; a list stands for itself', () => {
    writeFileSync(
      join(folder, 'fr/server/due.json'),
      '{"new": "neuf", "months": {"one": "un mois"}, "list": [1, 2]}',
    )
    writeFileSync(join(folder, 'fr-CA/server/due.json'), '{"months": {"one": "1 mois"}, "list": [3]}')
    const english = readTexts<Due>('due', 'en')
    const texts = readTexts<Due & { list: number[] }>('due', 'fr-CA', url)
    assert.equal(texts.new, 'neuf')
    assert.deepEqual(texts.months, { ...english.months, one: '1 mois' })
    assert.deepEqual(texts.list, [3])
  })

  test('are English in a language that nobody has', () => {
    for (const language of ['xx', '', 'no tag', '../../../package', 'en-GB'])
      assert.deepEqual(readTexts('due', language), readTexts('due', 'en'), language)
  })

  test('know how a tag may be written', () => {
    assert.deepEqual(readTexts('due', 'DE-at'), readTexts('due', 'de'))
    assert.notDeepEqual(readTexts('due', 'de'), readTexts('due', 'en'))
  })

  test('with a broken file are an error, not English', () => {
    writeFileSync(join(folder, 'it/server/due.json'), '{"new": ')
    assert.throws(() => readTexts('due', 'it', url), SyntaxError)
  })
})
