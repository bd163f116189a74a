import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { foldMake } from '@walkaround/contract/rules/fold-make.ts'
import type { Rule, TemplateQuestion } from '@walkaround/contract/template-document.ts'
import fc from 'fast-check'
import {
  type Choice,
  decideTemplate,
  evaluate,
  type Facts,
  findBand,
  findRef,
  isMandatory,
  isVisible,
  toShownId,
} from './rules.ts'

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
    assert.equal(evaluate(electric, facts({ fuelType: 'ELECTRIC' })), true)
    assert.equal(evaluate(combustion, facts({ fuelType: 'Electric' })), false)
    assert.equal(evaluate({ field: 'make', in: ['Škoda'] }, facts({ make: 'ŠKODA' })), true)
    assert.equal(evaluate(electric, facts({ fuelType: 'diesel' })), false)
  })

  test('takes an absent attribute as in no list', () => {
    for (const vehicle of [undefined, {}, { fuelType: null }, { fuelType: '' }]) {
      assert.equal(evaluate(electric, facts(vehicle)), false)
      assert.equal(evaluate(combustion, facts(vehicle)), true)
    }
  })

  test('compares numbers and flags by what they say', () => {
    assert.equal(evaluate({ field: 'modelYear', in: [2020, 2021] }, facts({ modelYear: 2021 })), true)
    assert.equal(evaluate({ field: 'modelYear', in: ['2021'] }, facts({ modelYear: 2021 })), true)
    assert.equal(evaluate({ field: 'warrantyOn', in: [false] }, facts({ warrantyOn: false })), true)
    assert.equal(evaluate({ field: 'warrantyOn', in: [true] }, facts({ warrantyOn: false })), false)
  })

  test('does not take inherited names for attributes', () => {
    assert.equal(evaluate({ field: 'constructor', notIn: ['x'] }, facts({})), true)
    assert.equal(evaluate({ field: 'toString', in: [String(Object.prototype.toString)] }, facts({})), false)
  })
})

describe('a rule over answers', () => {
  const answers = { a: [{ status: 'green' }], b: [{ status: 'green' }, { status: 'red' }], c: [{}], d: [] }

  test('anyStatus looks at every question, or at those it names', () => {
    assert.equal(evaluate({ anyStatus: ['amber', 'red'] }, facts(undefined, answers)), true)
    assert.equal(evaluate({ anyStatus: ['amber'] }, facts(undefined, answers)), false)
    assert.equal(evaluate({ anyStatus: ['red'], questions: ['a', 'c'] }, facts(undefined, answers)), false)
    assert.equal(evaluate({ anyStatus: ['red'], questions: ['a', 'b'] }, facts(undefined, answers)), true)
  })

  test('answered needs a selected answer to each question', () => {
    assert.equal(evaluate({ answered: 'a' }, facts(undefined, answers)), true)
    assert.equal(evaluate({ answered: 'd' }, facts(undefined, answers)), false)
    assert.equal(evaluate({ answered: ['a', 'c'] }, facts(undefined, answers)), true)
    assert.equal(evaluate({ answered: ['a', 'missing'] }, facts(undefined, answers)), false)
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
        const holds = (rule: Rule) => evaluate(rule, world, conditions)
        assert.equal(holds({ not: one }), !holds(one))
        assert.equal(holds({ all: [one, other] }), holds(one) && holds(other))
        assert.equal(holds({ any: [one, other] }), holds(one) || holds(other))
        assert.equal(holds({ all: [one, other] }), !holds({ any: [{ not: one }, { not: other }] }))
      }),
    )
  })

  test('a name stands for its condition, and an unknown one is not silently false', () => {
    assert.equal(evaluate('named', facts({ fuelType: 'electric' }), conditions), false)
    assert.throws(() => evaluate('constructor', facts(), conditions), /no condition named "constructor"/)
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

describe('the id of a template', () => {
  const ref = { masterClientId: 'open', templateId: 'vc' }

  test('carries its master for everyone but the master', () => {
    assert.equal(toShownId('acme', ref), 'open!vc')
    assert.equal(toShownId('open', ref), 'vc')
  })

  test('leads back to where it came from', () => {
    assert.deepEqual(findRef('acme', ['open'], 'open!vc'), ref)
    assert.deepEqual(findRef('open', [], 'vc'), ref)
    assert.deepEqual(findRef('acme', ['open'], 'vc'), { masterClientId: 'acme', templateId: 'vc' })
  })

  test('of a client that is no master names nothing', () => {
    assert.equal(findRef('acme', ['open'], 'other!vc'), undefined)
    assert.equal(findRef('acme', ['open'], 'acme!vc'), undefined)
    assert.equal(findRef('acme', [], 'open!vc'), undefined)
  })
})

describe('the choice of a template', () => {
  const choice = (clientId: string, branchId: string, make: string): Choice => ({
    clientId,
    surveyType: 'VC',
    branchId,
    make,
    masterClientId: clientId,
    templateId: `${clientId}/${branchId}/${make}`,
    version: 1,
  })
  const own = [
    choice('acme', '', ''),
    choice('acme', '', 'kia'),
    choice('acme', 'b', ''),
    choice('acme', 'b', 'kia'),
  ]
  const central = [
    choice('oem', '', ''),
    choice('oem', '', 'kia'),
    choice('oem', 'b', ''),
    choice('open', '', ''),
  ]
  const at = { clientId: 'acme', masters: ['oem', 'open'], branchId: 'b', make: 'kia' }
  const decide = (choices: Choice[], where = at) => decideTemplate(choices, 'VC', where)?.templateId

  test('is the most specific own one: branch and make, branch, make, any', () => {
    const found = own.map((_, taken) => decide([...central, ...own.slice(0, 4 - taken)]))
    assert.deepEqual(found, ['acme/b/kia', 'acme/b/', 'acme//kia', 'acme//'])
  })

  test('leaves rows for other branches, makes and survey types aside', () => {
    assert.equal(decide(own, { ...at, branchId: 'c', make: 'opel' }), 'acme//')
    assert.equal(decide(own, { ...at, make: '' }), 'acme/b/')
    assert.equal(decideTemplate(own, 'QC', at), undefined)
  })

  test('falls to the masters in their order, whose branches are not ours', () => {
    assert.equal(decide(central), 'oem//kia')
    assert.equal(decide(central, { ...at, make: 'opel' }), 'oem//')
    assert.equal(decide([choice('oem', 'b', ''), choice('open', '', '')]), 'open//')
    assert.equal(decide(central, { ...at, masters: ['open', 'oem'] }), 'open//')
    assert.equal(decide(central, { ...at, masters: [] }), undefined)
  })

  test('knows a make by its letters, not by their case', () => {
    assert.equal(foldMake(' ŠKODA '), foldMake('Škoda'))
    assert.equal(foldMake(undefined), '')
  })
})
