import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Rule } from '../dms/client-settings.ts'
import type { TemplateQuestion } from '../template-document.ts'
import { findBand } from './bands.ts'
import { type Facts, holds, isMandatory, isVisible } from './conditions.ts'

function facts(
  vehicle?: Record<string, unknown>,
  answers: Record<string, { status?: string }[]> = {},
): Facts {
  return { vehicle, answers: new Map(Object.entries(answers)) }
}

function question(extra: Partial<TemplateQuestion> = {}): TemplateQuestion {
  return {
    category: 'question',
    id: 'q',
    text: 'Question',
    questionCategory: 'valueEntry',
    answerCategory: 'length',
    ...extra,
  }
}

describe('a rule over the vehicle', () => {
  const electric: Rule = { field: 'fuelType', in: ['Electric', 'hybrid'] }
  const combustion: Rule = { field: 'fuelType', notIn: ['electric'] }

  test('compares texts without case', () => {
    assert.equal(holds(electric, facts({ fuelType: 'ELECTRIC' })), true)
    assert.equal(holds(combustion, facts({ fuelType: 'Electric' })), false)
    assert.equal(holds({ field: 'make', in: ['Škoda'] }, facts({ make: 'ŠKODA' })), true)
    assert.equal(holds(electric, facts({ fuelType: 'diesel' })), false)
  })

  test('takes an absent attribute as in no list', () => {
    for (const vehicle of [undefined, {}, { fuelType: null }, { fuelType: '' }]) {
      assert.equal(holds(electric, facts(vehicle)), false)
      assert.equal(holds(combustion, facts(vehicle)), true)
    }
  })

  test('compares numbers and flags by what they say', () => {
    assert.equal(holds({ field: 'modelYear', in: [2020, 2021] }, facts({ modelYear: 2021 })), true)
    assert.equal(holds({ field: 'modelYear', in: ['2021'] }, facts({ modelYear: 2021 })), true)
    assert.equal(holds({ field: 'warrantyOn', in: [false] }, facts({ warrantyOn: false })), true)
    assert.equal(holds({ field: 'warrantyOn', in: [true] }, facts({ warrantyOn: false })), false)
  })

  test('does not take inherited names for attributes', () => {
    assert.equal(holds({ field: 'constructor', notIn: ['x'] }, facts({})), true)
    assert.equal(holds({ field: 'toString', in: [String(Object.prototype.toString)] }, facts({})), false)
  })
})

describe('a rule over answers', () => {
  const answers = { a: [{ status: 'green' }], b: [{ status: 'green' }, { status: 'red' }], c: [{}], d: [] }

  test('anyStatus looks at every question, or at those it names', () => {
    assert.equal(holds({ anyStatus: ['amber', 'red'] }, facts(undefined, answers)), true)
    assert.equal(holds({ anyStatus: ['amber'] }, facts(undefined, answers)), false)
    assert.equal(holds({ anyStatus: ['red'], questions: ['a', 'c'] }, facts(undefined, answers)), false)
    assert.equal(holds({ anyStatus: ['red'], questions: ['a', 'b'] }, facts(undefined, answers)), true)
  })

  test('answered needs a selected answer to each question', () => {
    assert.equal(holds({ answered: 'a' }, facts(undefined, answers)), true)
    assert.equal(holds({ answered: 'd' }, facts(undefined, answers)), false)
    assert.equal(holds({ answered: ['a', 'c'] }, facts(undefined, answers)), true)
    assert.equal(holds({ answered: ['a', 'missing'] }, facts(undefined, answers)), false)
  })
})

describe('rules made of rules', () => {
  const leaf = fc.constantFrom<Rule>(
    'named',
    { field: 'fuelType', in: ['diesel'] },
    { field: 'make', notIn: ['Kia'] },
    { anyStatus: ['red'] },
    { answered: 'a' },
  )
  const rules = fc.letrec<{ rule: Rule }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'rule' },
      leaf,
      fc.record({ all: fc.array(tie('rule'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('rule'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('rule') }),
    ),
  })).rule
  const worlds = fc.record({
    fuelType: fc.constantFrom(undefined, 'diesel', 'electric'),
    make: fc.constantFrom(undefined, 'KIA', 'Opel'),
    status: fc.constantFrom('red', 'green'),
  })
  const conditions: Record<string, Rule> = { named: { not: { field: 'fuelType', in: ['electric'] } } }

  test('not turns a result round, and all is not-any-not', () => {
    fc.assert(
      fc.property(rules, rules, worlds, (one, other, { status, ...vehicle }) => {
        const world = facts(vehicle, { a: [{ status }] })
        const now = (rule: Rule) => holds(rule, world, conditions)
        assert.equal(now({ not: one }), !now(one))
        assert.equal(now({ all: [one, other] }), now(one) && now(other))
        assert.equal(now({ any: [one, other] }), now(one) || now(other))
        assert.equal(now({ all: [one, other] }), !now({ any: [{ not: one }, { not: other }] }))
      }),
    )
  })

  test('a name stands for its condition, and an unknown one is not silently false', () => {
    assert.equal(holds('named', facts({ fuelType: 'electric' }), conditions), false)
    assert.throws(() => holds('constructor', facts(), conditions), /no condition named "constructor"/)
  })
})

describe('a question', () => {
  const conditions = { found: { anyStatus: ['red' as const] } }
  const red = facts(undefined, { other: [{ status: 'red' }] })

  test('is visible unless its rule or its flag says no', () => {
    assert.equal(isVisible(question(), facts()), true)
    const ruled = question({ clientSettings: { visibleIf: 'found' } })
    assert.equal(isVisible(ruled, facts(), conditions), false)
    assert.equal(isVisible(ruled, red, conditions), true)
    assert.equal(isVisible({ ...ruled, visible: false }, red, conditions), false)
  })

  test('is mandatory always, never, or by a condition', () => {
    assert.equal(isMandatory(question(), red), false)
    assert.equal(isMandatory(question({ mandatory: true }), facts()), true)
    assert.equal(isMandatory(question({ mandatory: 'found' }), facts(), conditions), false)
    assert.equal(isMandatory(question({ mandatory: 'found' }), red, conditions), true)
  })

  test('finds the band of a number, limits as they are written', () => {
    const pads = question({
      clientSettings: {
        bounds: [
          { lt: 3, status: 'red', answerId: 'bad' },
          { lte: 5, status: 'amber', answerId: 'adv' },
          { status: 'green', answerId: 'ok' },
        ],
      },
    })
    const bandOf = (value: number) => findBand(pads, value)?.answerId
    assert.deepEqual([2.9, 3, 5, 5.1, -1, 1e9].map(bandOf), ['bad', 'adv', 'adv', 'ok', 'bad', 'ok'])
    assert.equal(findBand(question(), 3), undefined)
  })
})
