// Packages, prices, assignments and quotes as broken and malicious callers send them: every reply is a refusal that names
// the field, nothing is stored, and never a failure of ours.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { selectVariant } from '../../src/features/quotes/select-variant.ts'
import { makeClient, type TestClient } from '../support/api.ts'
import { fullPackage, item, putPackage, simplePackage, variant } from '../support/packages.ts'
import { inClientOf, putOrder, refusal } from '../support/scenes.ts'
import { fingerprint } from '../support/stored.ts'
import { beyondNumbers, beyondTexts, nullEntries, ofOtherTypes, type Spoilt, spoil } from './mutations.ts'
import { assertRefused } from './wire.ts'

const place = { questionId: 'vc.padFL', answerId: 'bad' }
const prices = {
  currency: 'EUR',
  variants: [
    {
      id: 'turbo/1',
      contents: [
        { id: '1', amountExVat: 1, amountIncVat: 2 },
        { id: '2', amountExVat: -0.1, amountIncVat: 3.000001 },
      ],
    },
  ],
}
const instructions = [
  { ...place, packageIds: ['full', 'a/b'] },
  { questionId: 'vc.padFL', answerId: 'ok', packageIds: ['full'], siteId: 'main', branchId: 'B1' },
]
const quote = {
  category: 'quote',
  currency: 'EUR',
  ...place,
  description: 'Pads',
  packageId: 'a/b',
  variantId: 'v',
  approvalStatus: 'deferred',
  deferralDate: '2027-01-01',
  rejectionReasonCode: 'none',
  approvalMedium: 'phone',
  approvalDate: '2026-11-15T10:00:00Z',
  contents: [
    { itemCategory: 'labour', id: '1', description: 'Work', quantity: 1, amountExVat: 5, amountIncVat: 6 },
    { itemCategory: 'part', id: '2', itemCode: 'P', unitOfMeasure: 'pc', amountExVat: -5, amountIncVat: -6 },
  ],
}

const ASSIGNMENT = '/survey-templates/open!vc/package-assignment'

interface Target {
  what: string
  path: string
  body: unknown
}
let client: TestClient
let foreign: TestClient
let surveyId: string
let targets: Target[]

async function makeShop(): Promise<{ client: TestClient; surveyId: string }> {
  const made = await makeClient()
  await putPackage(made, 'full', fullPackage)
  await putPackage(made, 'a/b', simplePackage())
  const released = { technicianSurveyRelease: true, defaultSurveyReleaseDisabled: true }
  const [survey] = (await putOrder(made, { ...released, vehicle: { warrantyOn: false } })).surveys
  const id = survey?.id ?? ''
  assert.equal((await made.put(ASSIGNMENT, instructions)).statusCode, 204)
  assert.equal((await made.put(`/surveys/${id}/quotes/q`, quote)).statusCode, 201)
  const ref = { ...place, packageId: 'full', variantId: 'fixed' }
  await inClientOf(made, (scope) => selectVariant(scope, id, ref))
  return { client: made, surveyId: id }
}

before(async () => {
  ;({ client, surveyId } = await makeShop())
  ;({ client: foreign } = await makeShop())
  targets = [
    { what: 'PUT package', path: '/packages/full', body: fullPackage },
    { what: 'PUT new package', path: '/packages/new', body: fullPackage },
    { what: 'PUT prices', path: '/packages/full/prices', body: prices },
    { what: 'PUT package-assignment', path: ASSIGNMENT, body: instructions },
    { what: 'PUT quote', path: `/surveys/${surveyId}/quotes/q`, body: quote },
    { what: 'PUT new quote', path: `/surveys/${surveyId}/quotes/new`, body: quote },
  ]
})

/** Runs the work and makes sure that neither client has changed. */
async function unchanged(work: () => Promise<void>): Promise<void> {
  const ids = [client.id, foreign.id]
  const was = await Promise.all(ids.map(fingerprint))
  await work()
  assert.deepEqual(await Promise.all(ids.map(fingerprint)), was)
}

/** The path must be named, or one inside it: the value there is corrupted too. */
function assertNamed(response: { statusCode: number; body: string }, { path, value }: Spoilt, what: string) {
  const where = `${what}, ${path} = ${JSON.stringify(value)?.slice(0, 60)}`
  assertRefused({ status: response.statusCode, text: response.body }, where, 400)
  const { errorInfo } = JSON.parse(response.body) as { errorInfo: string }
  assert.ok(errorInfo.includes(`${path}:`) || errorInfo.includes(`${path}[`), `${where}: ${errorInfo}`)
  assert.ok(errorInfo.length < 20_000, where)
}

function refuseSpoilt(wrongFor: (value: unknown) => readonly unknown[], least: number): Promise<void> {
  return unchanged(async () => {
    for (const { what, path, body } of targets) {
      const all = spoil(body, wrongFor)
      assert.ok(all.length >= least, `only ${all.length} bodies for ${what}`)
      for (const spoilt of all) assertNamed(await client.put(path, spoilt.body), spoilt, what)
    }
  })
}

describe('one value of a sound body', () => {
  test('of another JSON type is refused wherever it stands', () => refuseSpoilt(ofOtherTypes, 40))
  test('that is a text nobody can store is refused wherever a text stands', () =>
    refuseSpoilt(beyondTexts, 20))
  test('that is null in a list is refused, for a list has no absent entry', () =>
    refuseSpoilt(nullEntries, 2))
  test('that is a number beyond all bounds is refused wherever a number stands', async () => {
    targets = targets.filter(({ what }) => what !== 'PUT package-assignment')
    await refuseSpoilt(beyondNumbers, 10)
  })

  test('that is null is the same as not sent, and a refusal where it is needed', async () => {
    const needed =
      /^(currency|category|questionId|answerId)$|\.(itemCategory|questionId|answerId|packageIds)$/
    let refused = 0
    for (const { path, body } of targets) {
      for (const spoilt of spoil(body, () => [null])) {
        const response = await client.put(path, spoilt.body)
        if (response.statusCode === 204 || response.statusCode === 201) {
          assert.doesNotMatch(spoilt.path, needed)
          continue
        }
        refused += 1
        assertRefused({ status: response.statusCode, text: response.body }, `${path} ${spoilt.path}`, 400)
      }
    }
    assert.ok(refused > 20, `${refused}`)
  })
})

describe('a whole body', () => {
  test('that is nothing, another type, or nested without end is refused', () =>
    unchanged(async () => {
      const nested = (open: string, close: string, levels: number) =>
        `{"currency":"EUR","variants":${open.repeat(levels)}${close.repeat(levels)}}`
      const bodies = [
        ...['', 'null', 'true', '0', '"x"', '[null]', '[[]]', '[{}]', '{}'],
        ...['{"variants":[{}]}', '[{"packageIds":[null]}]'],
        ...[nested('[', ']', 33), nested('[', ']', 100_000), '['.repeat(100_000), '{"a":'.repeat(100_000)],
      ]
      for (const { what, path } of targets) {
        for (const body of bodies) {
          const response = await client.put(path, body)
          assertRefused(
            { status: response.statusCode, text: response.body },
            `${what} ${body.slice(0, 40)}`,
            400,
          )
        }
      }
    }))

  test('with one entry more than a list may have is refused, and the list named', () =>
    unchanged(async () => {
      const many = <T>(length: number, make: (index: number) => T) =>
        Array.from({ length }, (_, index) => make(index))
      const amounts = { amountExVat: 1, amountIncVat: 1 }
      const items = many(20_001, (index) => ({ id: `${index}`, ...amounts }))
      const lists: [string, unknown, RegExp][] = [
        [
          '/packages/full/prices',
          { currency: 'EUR', variants: [{ id: 'turbo/1', contents: items }] },
          /^variants\[0\]\.contents: has 20001 entries/,
        ],
        ['/packages/full/prices', { currency: 'EUR', variants: items }, /^variants: has 20001 entries/],
        [
          '/packages/full',
          { currency: 'EUR', variants: [{ id: 'v', contents: many(20_001, (n) => item(`${n}`, 1)) }] },
          /^variants\[0\]\.contents: has 20001 entries/,
        ],
        [
          '/packages/full',
          { currency: 'EUR', variants: many(2001, (n) => variant(`${n}`, [])) },
          /^variants: has 2001/,
        ],
        [
          '/packages/full',
          simplePackage({
            variants: [variant('v', [], { makeApplicabilityList: many(2001, (n) => `${n}`) })],
          }),
          /^variants\[0\]\.makeApplicabilityList: has 2001/,
        ],
        [ASSIGNMENT, [{ ...place, packageIds: many(2001, () => 'full') }], /^\[0\]\.packageIds: has 2001/],
        [ASSIGNMENT, many(2001, () => instructions[0]), /has 2001 entries/],
        [
          `/surveys/${surveyId}/quotes/q`,
          { ...quote, contents: many(2001, (n) => item(`${n}`, 1)) },
          /^contents: has 2001/,
        ],
      ]
      for (const [path, body, info] of lists) refusal(await client.put(path, body), 'tooLong', info)
    }))

  test('whose lists are all unknown or all broken is refused in a few lines', () =>
    unchanged(async () => {
      const contents = Array.from({ length: 20_000 }, (_, n) => ({
        id: `unknown ${n}`,
        amountExVat: 1,
        amountIncVat: 1,
      }))
      const unknown = { currency: 'EUR', variants: [{ id: 'turbo/1', contents }] }
      const broken = {
        currency: 'EUR',
        variants: [{ id: 'turbo/1', contents: contents.map(() => ({ amountExVat: 'x' })) }],
      }
      for (const body of [unknown, broken]) {
        const response = await client.put('/packages/full/prices', body)
        assertRefused({ status: response.statusCode, text: response.body }, 'a list of mistakes', 400)
        assert.ok(response.body.length < 20_000, `${response.body.length}`)
      }
    }))
})

describe('values of the right type that cannot be', () => {
  test('are refused with their field', () =>
    unchanged(async () => {
      const ofVariant = (more: object) => ({ ...fullPackage, variants: [{ id: 'v', contents: [], ...more }] })
      const ofItem = (more: object) => ofVariant({ contents: [{ ...item('1', 1), ...more }] })
      const cases: [string, unknown, Parameters<typeof refusal>[1], RegExp][] = []
      const currencies = ['', 'eur', 'EU', 'EURO', 'EUR ', '€', 'ZZZ', '__proto__', 'constructor', 'ＥＵＲ']
      for (const { path, body } of targets.filter(({ what }) => !what.includes('assignment'))) {
        for (const currency of currencies)
          cases.push([path, { ...(body as object), currency }, 'notInList', /^currency: /])
      }
      for (const [more, at] of [
        [{ serviceIntervalMileage: -1 }, 'serviceIntervalMileage'],
        [{ serviceIntervalMileage: 0.5 }, 'serviceIntervalMileage'],
        [{ serviceIntervalAge: 12_001 }, 'serviceIntervalAge'],
        [{ serviceIntervalAge: 1e11 }, 'serviceIntervalAge'],
      ] as const)
        cases.push(['/packages/full', { ...fullPackage, ...more }, 'outOfRange', new RegExp(`^${at}: `)])
      cases.push(
        [
          '/packages/full',
          ofItem({ quantity: -0.5 }),
          'outOfRange',
          /^variants\[0\]\.contents\[0\]\.quantity: /,
        ],
        [
          '/packages/full',
          ofVariant({ modelYearApplicabilityList: [2020.5] }),
          'outOfRange',
          /List\[0\]: 2020\.5/,
        ],
        ['/packages/full', ofVariant({ modelYearApplicabilityList: [-1] }), 'outOfRange', /List\[0\]: -1/],
        [
          '/packages/full',
          ofVariant({ fuelTypeApplicabilityList: ['toString'] }),
          'notInList',
          /List\[0\]: "toString"/,
        ],
        [
          '/packages/full',
          ofVariant({ contents: [item('1', 8e11), item('2', 8e11)] }),
          'outOfRange',
          /^variants\[0\]: the amounts .* add up to 10\^12/,
        ],
        [
          '/packages/full',
          { ...fullPackage, packageType: '__proto__' },
          'notInList',
          /^packageType: "__proto__"/,
        ],
        ['/packages/full', ofVariant({ id: '' }), 'missingField', /^variants\[0\]\.id: /],
        [
          '/packages/full',
          ofVariant({ contents: [{ itemCategory: 'labour', amountExVat: 1 }] }),
          'missingPrice',
          /^variants\[0\]\.contents\[0\]/,
        ],
        [
          '/packages/full',
          ofVariant({ variantPricingCategory: 'fixedVariantPrice', priceIncVat: 1 }),
          'missingPrice',
          /^variants\[0\]\./,
        ],
        [
          '/packages/full',
          { ...fullPackage, variants: [variant('a', []), variant('a', [])] },
          'duplicateId',
          /^variants\[1\]\.id: /,
        ],
        [
          '/packages/full',
          ofVariant({ contents: [item('1', 1), item('1', 1)] }),
          'duplicateId',
          /^variants\[0\]\.contents\[1\]\.id: /,
        ],
        [
          '/packages/full/prices',
          { ...prices, variants: [...prices.variants, ...prices.variants] },
          'duplicateId',
          /^variants\[1\]\.id: /,
        ],
        [
          `/surveys/${surveyId}/quotes/q`,
          { ...quote, contents: [{ itemCategory: 'labour' }] },
          'missingPrice',
          /^contents\[0\]\.amountExVat: /,
        ],
        [
          `/surveys/${surveyId}/quotes/q`,
          { ...quote, contents: [0, 1].map(() => ({ ...quote.contents[0], id: 'twice' })) },
          'duplicateId',
          /^contents\[1\]\.id: "twice"/,
        ],
        [
          `/surveys/${surveyId}/quotes/q`,
          { ...quote, contents: [{ ...quote.contents[0], quantity: -1 }] },
          'outOfRange',
          /quantity: -1/,
        ],
        [
          `/surveys/${surveyId}/quotes/q`,
          { ...quote, deferralDate: '2027-02-30' },
          'invalidDate',
          /^deferralDate: /,
        ],
        [
          `/surveys/${surveyId}/quotes/q`,
          { ...quote, rejectionReasonCode: 'x'.repeat(129) },
          'tooLong',
          /^rejectionReasonCode: /,
        ],
        [`/surveys/${surveyId}/quotes/q`, { ...quote, packageId: undefined }, 'missingField', /^packageId: /],
        ['/packages/full', { ...fullPackage, id: 'other' }, 'idMismatch', /^id: "other"/],
        ['/packages/full/prices', { ...prices, id: 'other' }, 'idMismatch', /^id: "other"/],
        [`/surveys/${surveyId}/quotes/q`, { ...quote, id: 'Q' }, 'idMismatch', /^id: "Q"/],
      )
      for (const [path, body, kind, info] of cases) refusal(await client.put(path, body), kind, info)
    }))

  test('amounts with dust come back as they are written, never as a float made them', async () => {
    const dusty = [
      [0.1 + 0.2, 0.3],
      [1e-7, 0],
      [-1e-7, 0],
      [0.000_000_5, 0.000_001],
      [1.005, 1.005],
      [-2.675, -2.675],
      [999_999_999_999, 999_999_999_999],
    ]
    for (const [sent, kept] of dusty) {
      const contents = [{ itemCategory: 'labour', id: '1', amountExVat: sent, amountIncVat: sent }]
      await putPackage(client, 'dust', { currency: 'EUR', variants: [{ id: 'v', contents }] })
      const [shown] = (await client.get('/packages/dust')).json().variants
      assert.deepEqual([shown.contents[0].amountExVat, shown.contents[0].amountIncVat], [kept, kept])
      assert.doesNotMatch(JSON.stringify(shown), /e-|0000000|99999999\d\./)
      const answer = await client.put(`/surveys/${surveyId}/quotes/dust`, {
        ...quote,
        packageId: null,
        variantId: null,
        contents,
      })
      assert.ok([201, 204].includes(answer.statusCode), answer.body)
      const [line] = (await client.get(`/surveys/${surveyId}/quotes/dust`)).json().contents
      assert.equal(line.amountExVat, kept)
    }
  })
})
