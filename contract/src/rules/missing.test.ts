import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Facts } from './conditions.ts'
import { isFilm, listMissing } from './missing.ts'

const conditions = { found: { anyStatus: ['red' as const] } }
const facts = (answers: Record<string, { id: string; status?: string }[]> = {}): Facts => ({
  vehicle: undefined,
  answers: new Map(Object.entries(answers)),
})
const none = { signed: new Set<string>(), filmed: new Set<string>() }
const textOf = (...list: Parameters<typeof listMissing>) =>
  listMissing(...list).map(({ questionId, what }) => `${questionId} ${what}`)

describe('what completing still needs', () => {
  test('is an answer where the template or its condition asks for one', () => {
    const questions = [{ id: 'a', mandatory: true }, { id: 'b', mandatory: 'found' }, { id: 'c' }]
    assert.deepEqual(textOf(questions, { facts: facts(), conditions }, none), ['a answer'])
    const red = facts({ a: [{ id: 'bad', status: 'red' }] })
    assert.deepEqual(textOf(questions, { facts: red, conditions }, none), ['b answer'])
  })

  test('is a signature and a video where something has to be said or was said', () => {
    const question = { id: 'a', answerSigned: true, answerVideoMandatory: true }
    const given = facts({ a: [{ id: 'ok' }] })
    assert.deepEqual(textOf([question], { facts: facts(), conditions }, none), [])
    assert.deepEqual(textOf([question], { facts: given, conditions }, none), ['a signature', 'a video'])
    const taken = { signed: new Set(['a']), filmed: new Set(['a']) }
    assert.deepEqual(textOf([question], { facts: given, conditions }, taken), [])
  })

  test('is a video where the selected answer asks for one', () => {
    const question = { id: 'a', answers: [{ id: 'ok' }, { id: 'bad', videoMandatory: true }] }
    assert.deepEqual(textOf([question], { facts: facts({ a: [{ id: 'ok' }] }), conditions }, none), [])
    const bad = facts({ a: [{ id: 'bad' }] })
    assert.deepEqual(textOf([question], { facts: bad, conditions }, none), ['a video'])
  })

  test('does not take a video that could not be converted for one', () => {
    const films = [{ state: 'waiting' }, { state: 'ready' }, { state: 'original' }, { state: 'failed' }]
    assert.deepEqual(films.map(isFilm), [true, true, true, false])
  })
})
