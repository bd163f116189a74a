// One rule decides what the board counts and what the owner reads: the same numbers, the same words, no tile for nothing.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { person } from '../support/app.ts'
import { answer, send } from '../support/edits.ts'
import { makeOwnerScene, read } from '../support/owner.ts'

/** Number and word of each tile. */
const tilesOf = (page: string) =>
  [...page.matchAll(/class="count">(\d+)<\/span><span class="word">([^<]+)/g)].map(([, count, word]) => [
    Number(count),
    word,
  ])

describe('Findings', () => {
  it('are as many on the board as on the page of the owner, the word about the video apart', async () => {
    const { client, surveyId, path } = await makeOwnerScene()
    const me = await person(client.id, 'advisor')
    await send({ me, surveyId }, answer('vc.video', 'ok'), answer('vc.lamps', 'ok'))
    const [card] = (await me.get('/board')).json<{ cards: BoardCard[] }>().cards
    const { red, amber, green, answered } = card?.surveys.find(({ id }) => id === surveyId) ?? {}
    assert.deepEqual([red, amber, green, answered], [1, 1, 2, 5])
    assert.deepEqual(tilesOf((await read(`${path}?lang=en`)).body), [
      [1, 'Urgent'],
      [1, 'Soon'],
      [2, 'Fine'],
    ])
    await send({ me, surveyId }, answer('vc.padFL', 'ok', { value: '9' }))
    assert.deepEqual(tilesOf((await read(`${path}?lang=de`)).body), [
      [1, 'Bald'],
      [3, 'In Ordnung'],
    ])
  })
})
