// What a survey keeps of its order or lead (C4), and who may inspect (C6), without a database.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { followHeader, isSamePerson, plannedSurveyors, type SurveyHeader } from './header.ts'

const headers: fc.Arbitrary<SurveyHeader> = fc.record(
  {
    externalId: fc.string(),
    description: fc.string(),
    currency: fc.constantFrom('EUR', 'USD'),
    plannedStartTimestamp: fc.constant('2026-11-15'),
    customer: fc.record({ category: fc.constant('person' as const), lastName: fc.string() }),
    vehicle: fc.record({ vin: fc.string() }, { requiredKeys: [] }),
    serviceAdvisor: fc.record({ id: fc.string() }),
    technicians: fc.array(fc.record({ id: fc.string() }), { maxLength: 2 }),
    closed: fc.boolean(),
    rejected: fc.boolean(),
  },
  { requiredKeys: [] },
)

describe('followHeader', () => {
  test('C4: each value is the new one whole where given, else the old one', () => {
    fc.assert(
      fc.property(headers, headers, (before, source) => {
        const after = followHeader(before, source)
        for (const name of Object.keys({ ...before, ...source }) as (keyof SurveyHeader)[]) {
          if (name === 'closed' || name === 'rejected') assert.equal(after[name], source[name])
          else assert.deepEqual(after[name], source[name] ?? before[name], name)
        }
        assert.deepEqual(followHeader(after, source), after)
      }),
    )
  })

  test('C4: objects are never merged', () => {
    const after = followHeader({ vehicle: { vin: 'X', make: 'M' } }, { vehicle: { make: 'N' } })
    assert.deepEqual(after, { vehicle: { make: 'N' } })
  })

  test('an empty list is a value', () => {
    assert.deepEqual(followHeader({ technicians: [{ id: 'T' }] }, { technicians: [] }), { technicians: [] })
  })

  test('what an order holds beyond the header is not remembered', () => {
    const order = {
      externalBranchId: 'B',
      contents: [],
      payer: { category: 'person' },
      id: '1',
    } as SurveyHeader
    assert.deepEqual(followHeader({}, order), { externalBranchId: 'B' })
  })
})

describe('plannedSurveyors', () => {
  const header: SurveyHeader = {
    serviceAdvisor: { id: 'advisor' },
    technician: { id: 'technician' },
    technicians: [{ id: 'one' }, { id: 'two' }],
    responsiblePerson: { id: 'responsible' },
  }

  test('C6: by type', () => {
    const ids = (type: Parameters<typeof plannedSurveyors>[0]) =>
      plannedSurveyors(type, header).map(({ id }) => id)
    assert.deepEqual(ids('health'), ['advisor'])
    assert.deepEqual(ids('VC'), ['technician'])
    assert.deepEqual(ids('QC'), ['one', 'two'])
    assert.deepEqual(ids('CVR'), ['responsible'])
    assert.deepEqual(ids('VR'), [])
  })

  test('nobody where the order names nobody', () => {
    for (const type of ['health', 'VC', 'QC', 'CVR', 'VR'] as const)
      assert.deepEqual(plannedSurveyors(type, {}), [])
  })
})

describe('isSamePerson', () => {
  test('by DMS id where one of the two has one, else by all name parts', () => {
    assert.equal(isSamePerson({ id: 'A', lastName: 'X' }, { id: 'A', lastName: 'Y' }), true)
    assert.equal(isSamePerson({ id: 'A', lastName: 'X' }, { id: 'B', lastName: 'X' }), false)
    assert.equal(isSamePerson({ id: 'A', lastName: 'X' }, { lastName: 'X' }), false)
    assert.equal(
      isSamePerson({ firstName: 'J', lastName: 'X' }, { firstName: 'J', lastName: 'X', email: 'e' }),
      true,
    )
    assert.equal(
      isSamePerson({ firstName: 'J', lastName: 'X' }, { firstName: 'J', middleName: 'M', lastName: 'X' }),
      false,
    )
  })
})
