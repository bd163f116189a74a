import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { axleOf, type Coverage, findCovering, type PlacedQuestion, worksOf } from './covered-work.ts'

const at = (packageId: string, questionId: string, answerId = 'bad') => ({ packageId, questionId, answerId })

function works(
  bound: Record<string, string[]>,
  covers: Record<string, Coverage> = {},
  questions: readonly PlacedQuestion[] = [],
) {
  return worksOf({
    bound: Object.entries(bound).flatMap(([packageId, ids]) =>
      ids.map((questionId) => ({ packageId, questionId })),
    ),
    question: (id) => questions.find((one) => one.id === id) ?? { id },
    coverage: (id) => covers[id],
  })
}

describe('I4: what one piece of work covers', () => {
  test('the axle of a question is said by its settings, else by the end of its id', () => {
    const ids = ['vc.padFL', 'vc.padRR', 'vc.discF', 'vc.discR', 'vc.tyreAge', 'FL', 'vc.HVR']
    assert.deepEqual(
      ids.map((id) => axleOf({ id })),
      ['front', 'rear', 'front', 'rear', undefined, undefined, undefined],
    )
    assert.equal(axleOf({ id: 'q7', clientSettings: { axle: 'rear' } }), 'rear')
    assert.equal(axleOf({ id: 'padFL', clientSettings: { axle: 'rear' } }), 'rear')
  })

  test('the same package at both wheels of an axle is one work', () => {
    const { keyOf, othersOf } = works({ brakes: ['padFL', 'padFR', 'discF'] })
    assert.equal(keyOf(at('brakes', 'padFL')), keyOf(at('brakes', 'padFR', 'adv')))
    assert.deepEqual(othersOf(at('brakes', 'padFR')), ['padFL', 'discF'])
  })

  test('on both axles it is one work for each of them', () => {
    const { keyOf, othersOf } = works({ tyres: ['treadFL', 'treadFR', 'treadRL', 'treadRR'] })
    assert.notEqual(keyOf(at('tyres', 'treadFL')), keyOf(at('tyres', 'treadRL')))
    assert.deepEqual(othersOf(at('tyres', 'treadRL')), ['treadRR'])
  })

  test('what lies on no axle is one work, and belongs to the only axle there is', () => {
    assert.deepEqual(works({ align: ['wear', 'drive'] }).othersOf(at('align', 'wear')), ['drive'])
    assert.deepEqual(works({ pads: ['padFL', 'noise'] }).othersOf(at('pads', 'noise')), ['padFL'])
    const both = works({ pads: ['padFL', 'padRL', 'noise'] })
    assert.deepEqual(both.othersOf(at('pads', 'noise')), [])
  })

  test('each: separate work at every question; vehicle: one for all', () => {
    const bound = { bearing: ['hubFL', 'hubFR'], align: ['treadFL', 'treadRR'] }
    const { keyOf, othersOf } = works(bound, { bearing: 'each', align: 'vehicle' })
    assert.notEqual(keyOf(at('bearing', 'hubFL')), keyOf(at('bearing', 'hubFR')))
    assert.equal(keyOf(at('bearing', 'hubFL', 'adv')), keyOf(at('bearing', 'hubFL', 'bad')))
    assert.deepEqual(othersOf(at('align', 'treadFL')), ['treadRR'])
  })

  test('each: where a question takes several answers, every answer has its own', () => {
    const hubs = { id: 'hubs', multipleValueAnswer: true }
    const { keyOf } = works({ bearing: ['hubs'] }, { bearing: 'each' }, [hubs])
    assert.notEqual(keyOf(at('bearing', 'hubs', 'left')), keyOf(at('bearing', 'hubs', 'right')))
  })

  test('an offer covers other places than its own', () => {
    const one = works({ brakes: ['padFL', 'padFR'] })
    const offers = [at('brakes', 'padFL')]
    assert.equal(findCovering(one, offers, at('brakes', 'padFR')), offers[0])
    assert.equal(findCovering(one, offers, at('brakes', 'padFL')), undefined)
    assert.equal(findCovering(one, offers, at('brakes', 'padFL', 'adv')), offers[0])
    assert.equal(findCovering(one, offers, at('other', 'padFR')), undefined)
  })
})
