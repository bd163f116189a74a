import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import { applyEdits } from './apply-edits.ts'
import { listUnansweredParts } from './part-requests.ts'
import type { Change } from './tables.ts'

const at = '2026-11-19T08:00:00.000Z'
const question = (id: string, status: string) => ({
  category: 'question',
  id,
  visible: true,
  text: `About ${id} (measure)`,
  answers: [{ id: 'a', status, selected: true }],
})
const known = (state: PartRequest['state'], text?: string): PartRequest => ({
  questionId: 'pads',
  state,
  revision: 3,
  requestedAt: '2026-11-19T07:00:00Z',
  requestedBy: 'Kim',
  ...(text === undefined ? {} : { text }),
})
const pageOf = (parts?: PartRequest[], contents = [question('pads', 'red')]): SurveyPage =>
  ({ survey: { contents }, ...(parts ? { parts } : {}) }) as unknown as SurveyPage
const ask = (text?: string): Change => ({
  type: 'putPartRequest',
  questionId: 'pads',
  request: { tap: 't', at, ...(text === undefined ? {} : { text }) },
})
const takeBack: Change = { type: 'deletePartRequest', questionId: 'pads', withdrawn: { at } }
const after = (page: SurveyPage, ...changes: Change[]) => applyEdits(page, changes, { name: 'Ann' }).parts

describe('a request that is not sent yet', () => {
  test('is shown as the service will have it, without spaces around its words', () => {
    assert.deepEqual(after(pageOf([]), ask(' front axle ')), [
      {
        questionId: 'pads',
        state: 'requested',
        revision: 0,
        requestedAt: at,
        requestedBy: 'Ann',
        isMine: true,
        text: 'front axle',
      },
    ])
  })

  test('is gone when it is taken back', () => {
    assert.deepEqual(after(pageOf([]), ask(), takeBack), [])
    assert.deepEqual(after(pageOf([known('priced')]), takeBack), [])
  })

  test('with the same words is nothing new, after a reply it opens the request again', () => {
    const [same] = after(pageOf([known('requested', 'x')]), ask('x')) ?? []
    assert.equal(same?.requestedBy, 'Kim')
    const [other] = after(pageOf([known('requested', 'x')]), ask('y')) ?? []
    assert.deepEqual([other?.text, other?.revision], ['y', 3])
    assert.equal(after(pageOf([known('priced', 'x')]), ask('x'))?.[0]?.state, 'requested')
  })

  test('changes nothing at a site without the step', () => {
    const page = pageOf()
    assert.equal(applyEdits(page, [ask(), takeBack]), page)
  })
})

test('before sending those are told that wait for a reply, of what is still a finding', () => {
  const wiper = { ...known('requested'), questionId: 'wiper' }
  const contents = [question('pads', 'red'), question('wiper', 'green')]
  assert.deepEqual(listUnansweredParts(pageOf([known('requested'), wiper], contents)), [
    { questionId: 'pads', title: 'About pads' },
  ])
  assert.deepEqual(listUnansweredParts(pageOf([known('priced')])), [])
  assert.deepEqual(listUnansweredParts(pageOf()), [])
})
