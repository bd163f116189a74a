import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { ownScreenList, type Route, toPath, toRoute } from './paths.ts'
import { findNext, inOrder, matching } from './screens/cards.ts'
import { loadMoreTexts, loadTexts } from './texts/load-texts.ts'
import type { TextKey } from './texts/texts.ts'

describe('addresses', () => {
  it('lead there and back, whatever the ids hold', () => {
    const routes: Route[] = [
      ...ownScreenList.map(({ screen }) => ({ screen })),
      { screen: 'survey', surveyId: 'a/b c' },
      { screen: 'finding', surveyId: 'ä', questionId: 'vc.tread/1' },
      { screen: 'handover', surveyId: '%' },
      { screen: 'requests', entryId: '1763480000000-7' },
      { screen: 'callbacks', entryId: 'a/b?c', filter: { kind: 'ownerDecided', siteId: 'north & south' } },
      { screen: 'requests', filter: { object: 'SO 1/2?' } },
    ]
    for (const route of routes) assert.deepEqual(toRoute(toPath(route)), route)
  })
  it('that lead nowhere say so', () => {
    for (const path of [
      'nothing',
      'board',
      'surveys',
      'surveys/1/nothing',
      'surveys/%E0%A4%A',
      'sync/more',
      'requests/1/2',
    ])
      assert.equal(toRoute(path).screen, 'lost', path)
  })
})

describe('cards', () => {
  const survey = { completed: false, closed: false }
  const card = (id: string, fields: object = {}) => ({ id, surveys: [survey], ...fields }) as never
  it('begin with my next car and end with closed ones', () => {
    const mine = card('c', { surveys: [{ ...survey, isMine: true }] })
    const done = card('a', { surveys: [{ ...survey, isMine: true, completed: true }] })
    const cards = [done, card('x', { closed: true }), card('b'), mine]
    assert.equal(findNext(cards), mine)
    assert.deepEqual(
      inOrder(cards).map(({ id }) => id),
      ['c', 'a', 'b', 'x'],
    )
  })
  it('are found by a plate as people type it', () => {
    const car = card('4711', { numberPlate: 'M-AB 123', customer: 'Ewa Lis' })
    for (const words of ['mab123', 'AB 12', 'ewa', '4711', '']) assert.ok(matching(words)(car), words)
    assert.ok(!matching('xyz')(car))
  })
})

describe('texts', () => {
  const holes = (text: unknown) =>
    [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].filter((hole) => hole !== '{n}').sort()
  it('have the same holes in every language, and no empty words', async () => {
    await loadMoreTexts()
    const all = await Promise.all(languages.map(async (language) => (await loadTexts(language)).texts))
    for (const [key, text] of Object.entries(all[0]!))
      for (const other of all) {
        const words = other[key as TextKey]
        assert.deepEqual(holes(words), holes(text), key)
        assert.doesNotMatch(JSON.stringify(words), /""/)
      }
  })
})
