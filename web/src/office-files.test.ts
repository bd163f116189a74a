// What the bundles of the office load first, and what they must never carry.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { loadOffice, renderOffice } from './office-files.ts'
import { loadWorkshop } from './workshop-files.ts'

const desk = loadOffice('desk')
const workshop = loadWorkshop()
const skip = !(desk && workshop) && 'needs the built bundles'

/** An online page on a desk; more than this would be felt where the network is slow. */
const mostBytes = 60_000

describe('the desk', { skip }, () => {
  test('has one language, and its page names every file that is needed first', () => {
    assert.ok(desk)
    const { script, style, imported, words } = desk.loads
    const page = renderOffice('desk', desk, 'vehicles/vin/1', 'de')
    for (const path of [script, style, ...imported, words.de])
      assert.ok(page.includes(`"../../${path}"`), path)
    for (const language of languages) assert.equal(page.includes(words[language]), language === 'de')
  })

  test('loads little first, and no page before it is opened', () => {
    assert.ok(desk)
    const { script, style, imported, words } = desk.loads
    const first = [script, style, ...imported, words.ru]
    const bytes = first.reduce(
      (sum, path) => sum + (desk.files.get(path)?.packed?.gzip.length ?? Number.NaN),
      0,
    )
    assert.ok(bytes <= mostBytes, `${bytes} bytes`)
    assert.ok([...desk.files.keys()].some((path) => path.startsWith('assets/numbers-page-')))
    assert.ok(!first.some((path) => /-page-/.test(path)))
  })

  test('keeps nothing on the device: no worker, no store', () => {
    assert.ok(desk)
    for (const [path, { body }] of desk.files)
      assert.doesNotMatch(String(body), /serviceWorker|indexedDB/, path)
  })

  test('is no part of the app, and no tablet keeps its files', () => {
    assert.ok(desk && workshop)
    const worker = String(workshop.files.get('sw.js')?.body)
    for (const path of desk.files.keys())
      if (!workshop.files.has(path)) assert.ok(!worker.includes(path), path)
    assert.ok(!worker.includes('today-page'))
  })
})

const adminConsole = loadOffice('console')

describe('the admin console', { skip: !adminConsole && 'needs the built bundles' }, () => {
  test('loads little first, in one language, and no page before it is opened', () => {
    assert.ok(adminConsole)
    const { script, style, imported, words } = adminConsole.loads
    const first = [script, style, ...imported, words.ru]
    const bytes = first.reduce(
      (sum, path) => sum + (adminConsole.files.get(path)?.packed?.gzip.length ?? Number.NaN),
      0,
    )
    assert.ok(bytes <= mostBytes, `${bytes} bytes`)
    assert.ok([...adminConsole.files.keys()].some((path) => path.startsWith('assets/people-page-')))
    assert.ok(!first.some((path) => /-page-/.test(path)))
    const page = renderOffice('console', adminConsole, 'people/1', 'de')
    for (const language of languages) assert.equal(page.includes(words[language]), language === 'de')
  })

  test('keeps nothing on the device: no worker, no store', () => {
    assert.ok(adminConsole)
    for (const [path, { body }] of adminConsole.files)
      assert.doesNotMatch(String(body), /serviceWorker|indexedDB/, path)
  })
})
