import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { languagesFolder } from '../../outside/language-files.ts'
import { listTerms } from '../surveys/terms.ts'
import { openGroups, textKeys } from './text-keys.ts'
import { getTexts } from './texts.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(name, languagesFolder), 'utf8'))

describe('the delivered languages', () => {
  test('English has the words that the forms ask for, and no others', () => {
    const english = read('en/server/forms.json')
    assert.deepEqual(Object.keys(english).toSorted(), [...Object.keys(textKeys), ...openGroups].toSorted())
    for (const [group, keys] of Object.entries(textKeys))
      assert.deepEqual(Object.keys(english[group]).toSorted(), [...keys].toSorted(), group)
  })
})

describe('another language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-texts-'))
  const url = pathToFileURL(`${folder}/`)
  for (const tag of ['nl', 'nl-BE']) mkdirSync(join(folder, tag, 'server'), { recursive: true })
  after(() => rmSync(folder, { recursive: true }))

  test('is a file; what it lacks comes from its base, then from English', () => {
    writeFileSync(
      join(folder, 'nl/server/forms.json'),
      JSON.stringify({
        titles: { 'damage-report': 'Schaderapport' },
        status: { red: 'Dringend!' },
        units: { hour: 'uur' },
      }),
    )
    writeFileSync(join(folder, 'nl-BE/server/forms.json'), JSON.stringify({ status: { red: 'Spoed' } }))
    writeFileSync(
      join(folder, 'nl/server/agreements.json'),
      JSON.stringify({ 'handover-act': [{ title: 'Staat', text: 'Gezien.' }] }),
    )
    const texts = getTexts('nl-BE', url)
    assert.equal(texts.status.red, 'Spoed')
    assert.equal(texts.titles['damage-report'], 'Schaderapport')
    assert.equal(texts.status.green, 'Fine')
    assert.deepEqual([texts.units.hour, texts.units.pac], ['uur', 'pack'])
    assert.deepEqual(listTerms('handover-act', 'nl-BE', 'Garage', url), [{ title: 'Staat', text: 'Gezien.' }])
  })

  test('that nobody has is English, and no tag leads out of the folder', () => {
    assert.equal(getTexts('xx').status.red, 'Urgent')
    assert.equal(getTexts('de-AT').status.red, 'Dringend')
    assert.equal(getTexts('../../etc/passwd').status.red, 'Urgent')
    assert.equal(getTexts('').status.red, 'Urgent')
  })
})
