// What the fields of orders, leads, deals and answers may hold, and the canonical form they come back in (A4, A6,
// A7, A9). One table per rule, so that no field is forgotten.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeClient, order, type TestClient } from '../support/api.ts'
import { fullPerson } from '../support/bodies.ts'
import { putOrder, readOrder, refusal } from '../support/scenes.ts'

const units: [string, string][] = [
  ...['mm', 'm', 'km', 'mi', 'in', '%', 'hour', 'ea', 'pac', 'l', 'ml', 'kg', 'g', 'Cel', 'Fa', 'K'].map(
    (code): [string, string] => [code, code],
  ),
  ['mile', 'mi'],
  ['inch', 'in'],
  ['hr', 'hour'],
  ['pc', 'ea'],
  ['liter', 'l'],
]

const item = (fields: Record<string, unknown>) => ({ contents: [{ itemCategory: 'labour', ...fields }] })
const vehicle = (fields: Record<string, unknown>) => ({ vehicle: fields })

/** One body with many values of one field: one entry of contents per value. */
async function itemsShown(client: TestClient, items: Record<string, unknown>[], more = {}) {
  const contents = items.map((fields) => ({ itemCategory: 'labour', ...fields }))
  return (await putOrder(client, { contents, ...more })).contents ?? []
}

describe('canonical output', () => {
  test('A6, A7: every unit is taken on items, aliases come back as their code', async () => {
    const client = await makeClient()
    const shown = await itemsShown(
      client,
      units.map(([unitOfMeasure]) => ({ unitOfMeasure })),
    )
    assert.deepEqual(
      shown.map(({ unitOfMeasure }) => unitOfMeasure),
      units.map(([, code]) => code),
    )
  })

  test('A7: mileageUnit takes km, mi and mile, no other unit of length', async () => {
    const client = await makeClient()
    for (const [given, code] of [
      ['km', 'km'],
      ['mi', 'mi'],
      ['mile', 'mi'],
    ]) {
      assert.equal((await putOrder(client, vehicle({ mileageUnit: given }))).vehicle?.mileageUnit, code)
    }
    for (const unit of ['m', 'inch', 'KM', 'miles']) {
      const response = await client.put('/service-orders/1', order(vehicle({ mileageUnit: unit })))
      refusal(
        response,
        'notInList',
        new RegExp(`^vehicle\\.mileageUnit: "${unit}" is not one of km, mi, mile$`),
      )
    }
  })

  test('A6: part becomes material', async () => {
    const client = await makeClient()
    const shown = await itemsShown(client, [
      { itemCategory: 'part' },
      { itemCategory: 'material' },
      { itemCategory: 'labour' },
    ])
    assert.deepEqual(
      shown.map(({ itemCategory }) => itemCategory),
      ['material', 'material', 'labour'],
    )
  })

  test('A6: engineCapacity is rounded to one decimal, halves up as people see them', async () => {
    const client = await makeClient()
    for (const [given, shown] of [
      [1.998, 2],
      [1.25, 1.3],
      [1.35, 1.4],
      [1.05, 1.1],
      [2.45, 2.5],
      [1.949999, 1.9],
      [0.04, 0],
      [2, 2],
    ]) {
      const { vehicle: read } = await putOrder(client, vehicle({ engineCapacity: given }))
      assert.equal(read?.engineCapacity, shown, `${given}`)
    }
  })

  test('A6: orderText is another name of description, which goes first where both are given', async () => {
    const client = await makeClient()
    const shown = await putOrder(client, { orderText: 'by alias' })
    assert.equal(shown.description, 'by alias')
    assert.ok(!('orderText' in shown))
    assert.equal((await putOrder(client, { orderText: 'alias', description: 'own' })).description, 'own')
    assert.equal((await putOrder(client, { orderText: 'alias', description: null })).description, 'alias')
    const wrong = await client.put('/service-orders/1', order({ orderText: 5 }))
    refusal(wrong, 'wrongType', /^orderText: 5 is not a string$/)
  })

  test('A6: a partner without category is a legal entity if it has name or contactPersons, else a person', async () => {
    const client = await makeClient()
    const table: [Record<string, unknown>, Record<string, unknown>][] = [
      [{}, { category: 'person' }],
      [{ email: 'a@example.org' }, { category: 'person', email: 'a@example.org' }],
      [{ firstName: 'A' }, { category: 'person', firstName: 'A' }],
      [{ name: 'Ltd' }, { category: 'legalEntity', name: 'Ltd' }],
      [{ contactPersons: [] }, { category: 'legalEntity', contactPersons: [] }],
      [
        { name: null, contactPersons: null, lastName: 'B' },
        { category: 'person', lastName: 'B' },
      ],
      [
        { category: null, name: 'Ltd' },
        { category: 'legalEntity', name: 'Ltd' },
      ],
    ]
    for (const [given, shown] of table) {
      const read = await putOrder(client, { customer: given, payer: given, vehicle: { owner: given } })
      assert.deepEqual(read.customer, shown, JSON.stringify(given))
      assert.deepEqual(read.payer, shown)
      assert.deepEqual(read.vehicle, { owner: shown })
    }
  })

  test('A6: fields of the other kind are dropped, whatever they hold', async () => {
    const client = await makeClient()
    const both = {
      name: 'Ltd',
      contactPersons: [{ lastName: 'C' }],
      firstName: 'A',
      gender: 'male',
      address: 'X',
    }
    const company = {
      category: 'legalEntity',
      name: 'Ltd',
      contactPersons: [{ lastName: 'C' }],
      address: 'X',
    }
    assert.deepEqual((await putOrder(client, { customer: both })).customer, company)
    const asPerson = await putOrder(client, { customer: { ...both, category: 'person' } })
    assert.deepEqual(asPerson.customer, { category: 'person', firstName: 'A', gender: 'male', address: 'X' })
    const odd = { category: 'person', name: 5, contactPersons: 'none', lastName: 'B' }
    assert.deepEqual((await putOrder(client, { customer: odd })).customer, {
      category: 'person',
      lastName: 'B',
    })
  })

  test('gender is male, female or null', async () => {
    const client = await makeClient()
    for (const gender of ['male', 'female']) {
      assert.equal((await putOrder(client, { serviceAdvisor: { gender } })).serviceAdvisor?.gender, gender)
    }
    const unknown = await putOrder(client, { serviceAdvisor: { ...fullPerson, gender: null } })
    const { gender: _, ...rest } = fullPerson
    assert.deepEqual(unknown.serviceAdvisor, rest)
    for (const gender of ['', 'Male', 'diverse', 'null']) {
      const response = await client.put('/service-orders/1', order({ serviceAdvisor: { gender } }))
      refusal(response, 'notInList', /^serviceAdvisor\.gender: ".*" is not one of male, female$/)
    }
  })

  test('A6: arrays that exist but are empty come back as [], arrays never sent do not', async () => {
    const client = await makeClient()
    const shown = await putOrder(client, { technicians: [], contents: [], payer: { contactPersons: [] } })
    assert.deepEqual(shown.technicians, [])
    assert.deepEqual(shown.contents, [])
    assert.deepEqual(shown.payer, { category: 'legalEntity', contactPersons: [] })
    const bare = await putOrder(client)
    assert.ok(!('technicians' in bare) && !('contents' in bare))
  })

  test('empty strings and false are values, not absence', async () => {
    const client = await makeClient()
    const shown = await putOrder(client, {
      description: '',
      closed: false,
      vehicle: { colour: '', warrantyOn: false },
    })
    assert.equal(shown.description, '')
    assert.equal(shown.closed, false)
    assert.deepEqual(shown.vehicle, { colour: '', warrantyOn: false })
  })

  test('an empty object is kept as an empty object', async () => {
    const client = await makeClient()
    const shown = await putOrder(client, { vehicle: {}, serviceAdvisor: {} })
    assert.deepEqual(shown.vehicle, {})
    assert.deepEqual(shown.serviceAdvisor, {})
  })

  test('null is no entry of an array', async () => {
    const client = await makeClient()
    const response = await client.put('/service-orders/1', order({ technicians: [{ id: 'a' }, null] }))
    refusal(response, 'wrongType', /^technicians\[1\]: null is not a value$/)
  })
})

describe('closed lists', () => {
  const table: [string, string, unknown, RegExp][] = [
    [
      'itemCategory',
      'labour',
      item({ itemCategory: 'Labour' }),
      /^contents\[0\]\.itemCategory: "Labour" is not one of/,
    ],
    [
      'unitOfMeasure',
      'pc',
      item({ unitOfMeasure: 'pcs' }),
      /^contents\[0\]\.unitOfMeasure: "pcs" is not one of .*ea, pc,/,
    ],
    ['unitOfMeasure', '', item({ unitOfMeasure: '' }), /^contents\[0\]\.unitOfMeasure: "" is not one of/],
    [
      'fuelType',
      '',
      vehicle({ fuelType: 'Diesel' }),
      /^vehicle\.fuelType: "Diesel" is not one of petrol, diesel,/,
    ],
    [
      'airIntakeType',
      '',
      vehicle({ airIntakeType: 'Turbo' }),
      /^vehicle\.airIntakeType: "Turbo" is not one of Turbo SC,/,
    ],
    [
      'category',
      '',
      { customer: { category: 'company' } },
      /^customer\.category: "company" is not one of person, legalEntity$/,
    ],
    [
      'owner',
      '',
      vehicle({ owner: { category: 'Person' } }),
      /^vehicle\.owner\.category: "Person" is not one of/,
    ],
    ['currency', '', { currency: 'eur' }, /^currency: "eur" is not an ISO 4217/],
    ['currency', '', { currency: 'EURO' }, /^currency: "EURO" is not an ISO 4217/],
    ['currency', '', { currency: 'DEM' }, /^currency: "DEM" is not an ISO 4217/],
    ['currency', '', { currency: 'ABC' }, /^currency: "ABC" is not an ISO 4217/],
    ['currency', '', { currency: '' }, /^currency: "" is not an ISO 4217/],
    [
      'price',
      '',
      vehicle({ estimatedPriceCurrency: 'Usd' }),
      /^vehicle\.estimatedPriceCurrency: "Usd" is not/,
    ],
  ]
  for (const [name, , body, info] of table) {
    test(`A4: ${name} of ${JSON.stringify(body)} is refused with field and value`, async () => {
      const client = await makeClient()
      refusal(
        await client.put('/service-orders/1', order(body as Record<string, unknown>)),
        'notInList',
        info,
      )
    })
  }

  test('A4: a name of the language is in no list', async () => {
    const client = await makeClient()
    for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      refusal(await client.put('/service-orders/1', order(vehicle({ fuelType: word }))), 'notInList')
      refusal(await client.put('/service-orders/1', order({ currency: word })), 'notInList')
    }
  })

  test('A4: every fuel and air intake of the spec is taken', async () => {
    const client = await makeClient()
    const fuels = ['petrol', 'diesel', 'hybrid', 'electric', 'biofuelPetrol', 'biofuelGas', 'liquefiedGas']
    for (const fuelType of fuels) {
      assert.equal((await putOrder(client, vehicle({ fuelType }))).vehicle?.fuelType, fuelType)
    }
    for (const airIntakeType of ['Turbo SC', 'Naturally aspirated']) {
      assert.equal((await putOrder(client, vehicle({ airIntakeType }))).vehicle?.airIntakeType, airIntakeType)
    }
  })

  test('A4: real currencies are taken', async () => {
    const client = await makeClient()
    for (const currency of ['EUR', 'USD', 'RUB', 'JPY', 'KWD', 'CHF']) {
      assert.equal((await putOrder(client, { currency })).currency, currency)
    }
  })

  test('A4: open lists take anything', async () => {
    const client = await makeClient()
    const shown = await putOrder(client, {
      serviceOrderType: 'анything at all',
      vehicle: { make: 'No such make', gearboxType: '?' },
      contents: [{ itemCategory: 'labour', labourType: '☃', materialGroup: '§' }],
    })
    assert.equal(shown.vehicle?.make, 'No such make')
    assert.equal(shown.contents?.[0]?.labourType, '☃')
  })
})

describe('types', () => {
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ description: 5 }, /^description: 5 is not a string$/],
    [{ closed: 'true' }, /^closed: "true" is not true or false$/],
    [{ closed: 1 }, /^closed: 1 is not true or false$/],
    [{ customer: 'Ada' }, /^customer: "Ada" is not an object$/],
    [{ customer: [] }, /^customer: an array is not an object$/],
    [{ vehicle: [] }, /^vehicle: an array is not an object$/],
    [{ technicians: {} }, /^technicians: an object is not an array$/],
    [{ technicians: 'T' }, /^technicians: "T" is not an array$/],
    [{ contents: ['x'] }, /^contents\[0\]: "x" is not an object$/],
    [vehicle({ modelYear: '2024' }), /^vehicle\.modelYear: "2024" is not a whole number$/],
    [vehicle({ recordedMileage: '5' }), /^vehicle\.recordedMileage: "5" is not a number$/],
    [vehicle({ warrantyStartDate: 20260101 }), /^vehicle\.warrantyStartDate: 20260101 is not a string$/],
    [vehicle({ fuelType: 1 }), /^vehicle\.fuelType: 1 is not a string$/],
    [{ currency: ['EUR'] }, /^currency: an array is not a string$/],
    [
      { payer: { contactPersons: [{ lastName: false }] } },
      /^payer\.contactPersons\[0\]\.lastName: false is not a string$/,
    ],
  ]
  for (const [body, info] of wrong) {
    test(`${JSON.stringify(body)} is refused, nothing is guessed`, async () => {
      const client = await makeClient()
      refusal(await client.put('/service-orders/1', order(body)), 'wrongType', info)
    })
  }

  test('itemCategory is required on every item', async () => {
    const client = await makeClient()
    const response = await client.put(
      '/service-orders/1',
      order({ contents: [{ itemCategory: 'labour' }, {}] }),
    )
    refusal(response, 'missingField', /^contents\[1\]\.itemCategory: is required$/)
  })

  test('years have four digits', async () => {
    const client = await makeClient()
    for (const year of [999, 10000, 24, -2024]) {
      const response = await client.put('/service-orders/1', order(vehicle({ modelYear: year })))
      refusal(response, 'outOfRange', /^vehicle\.modelYear: /)
    }
    const half = await client.put('/service-orders/1', order(vehicle({ productionYear: 2024.5 })))
    refusal(half, 'outOfRange', /^vehicle\.productionYear: 2024\.5 is not a whole number$/)
    assert.equal((await putOrder(client, vehicle({ modelYear: 1000 }))).vehicle?.modelYear, 1000)
  })
})

describe('amounts and numbers', () => {
  const amounts = [
    'amountExVat',
    'amountIncVat',
    'soldAmountExVat',
    'soldAmountIncVat',
    'deferredAmountExVat',
    'deferredAmountIncVat',
  ]
  const quantities = ['quantity', 'soldQuantity', 'deferredQuantity']

  for (const name of amounts) {
    test(`A9: ${name} needs the currency of the order, zero and credits too`, async () => {
      const client = await makeClient()
      for (const amount of [0, -1.5, 10]) {
        const response = await client.put('/service-orders/1', order(item({ [name]: amount })))
        refusal(response, 'missingCurrency', new RegExp(`^contents\\[0\\]\\.${name}: ${amount} `))
      }
      const [shown] = await itemsShown(client, [{ [name]: -1.5 }], { currency: 'EUR' })
      assert.equal(shown?.[name as 'amountExVat'], -1.5)
    })
  }

  test('A9: no amount needs no currency, and a null one is none', async () => {
    const client = await makeClient()
    const nulls = Object.fromEntries(amounts.map((name) => [name, null]))
    assert.equal(
      (await client.put('/service-orders/1', order(item({ ...nulls, quantity: 5 })))).statusCode,
      201,
    )
  })

  test('A9: taking the currency away while amounts stay is refused', async () => {
    const client = await makeClient()
    const before = await putOrder(client, { currency: 'EUR', ...item({ amountExVat: 1 }) })
    refusal(await client.put('/service-orders/1', order(item({ amountExVat: 1 }))), 'missingCurrency')
    assert.deepEqual(await readOrder(client), before)
  })

  test('A9: every item without currency is told, each once', async () => {
    const client = await makeClient()
    const contents = [{ amountExVat: 1, amountIncVat: 2 }, {}, { soldAmountExVat: 3 }]
    const body = order({ contents: contents.map((fields) => ({ itemCategory: 'labour', ...fields })) })
    const lines = refusal(await client.put('/service-orders/1', body), 'severalViolations').split('\n')
    assert.deepEqual(
      lines.map((line) => line.split('.')[0]),
      ['contents[0]', 'contents[2]'],
    )
  })

  test('A9: estimatedPrice needs estimatedPriceCurrency; the currency of the order does not do', async () => {
    const client = await makeClient()
    for (const path of ['/service-orders/1', '/leads/1']) {
      const body = order({
        ...vehicle({ estimatedPrice: 0 }),
        ...(path.startsWith('/s') ? { currency: 'EUR' } : {}),
      })
      refusal(await client.put(path, body), 'missingCurrency', /^vehicle\.estimatedPrice: 0 /)
      const whole = order(vehicle({ estimatedPrice: 1, estimatedPriceCurrency: 'EUR' }))
      assert.equal((await client.put(path, whole)).statusCode, 201)
    }
  })

  for (const name of quantities) {
    test(`A9: ${name} may be zero and not negative`, async () => {
      const client = await makeClient()
      const [shown] = await itemsShown(client, [{ [name]: 0 }])
      assert.equal(shown?.[name as 'quantity'], 0)
      for (const value of [-1, -0.0000001]) {
        const response = await client.put('/service-orders/1', order(item({ [name]: value })))
        refusal(response, 'outOfRange', new RegExp(`^contents\\[0\\]\\.${name}: `))
      }
    })
  }

  test('A9: a mileage is not negative', async () => {
    const client = await makeClient()
    const response = await client.put('/service-orders/1', order(vehicle({ recordedMileage: -1 })))
    refusal(response, 'outOfRange', /^vehicle\.recordedMileage: -1 is below 0$/)
    assert.equal((await putOrder(client, vehicle({ recordedMileage: 0 }))).vehicle?.recordedMileage, 0)
  })

  test('A9: numbers are finite and below 10^12', async () => {
    const client = await makeClient()
    const raw = (number: string) =>
      `{"externalBranchId":"B1","currency":"EUR","contents":[{"itemCategory":"labour","amountExVat":${number}}]}`
    for (const number of [
      '1e400',
      '-1e400',
      '1e12',
      '-1e12',
      '1000000000000',
      '1e308',
      '999999999999.99999',
    ]) {
      refusal(
        await client.put('/service-orders/1', raw(number)),
        'outOfRange',
        /^contents\[0\]\.amountExVat: /,
      )
    }
    for (const [number, shown] of [
      ['999999999999', 999_999_999_999],
      ['-999999999999', -999_999_999_999],
      ['999999999999.99', 999_999_999_999.99],
      ['1e11', 1e11],
    ] as const) {
      assert.ok((await client.put('/service-orders/1', raw(number))).statusCode < 300)
      assert.equal((await readOrder(client)).contents?.[0]?.amountExVat, shown)
    }
    const mileage = await client.put(
      '/service-orders/1',
      '{"externalBranchId":"B1","vehicle":{"recordedMileage":1e12}}',
    )
    refusal(mileage, 'outOfRange')
  })

  test('A9: amounts keep at most six decimals, without float dust', async () => {
    const client = await makeClient()
    const table: [number, number][] = [
      [1.2345678, 1.234568],
      [1.0000005, 1.000001],
      [-1.0000005, -1.000001],
      [-0.0000015, -0.000002],
      [0.1 + 0.2, 0.3],
      [1.005, 1.005],
      [0.0000001, 0],
      [-0.0000001, 0],
      [1e-7, 0],
      [123456789.1234565, 123456789.123457],
    ]
    const items = table.map(([amountExVat]) => ({ amountExVat }))
    const shown = await itemsShown(client, items, { currency: 'EUR' })
    assert.deepEqual(
      shown.map(({ amountExVat }) => amountExVat),
      table.map(([, kept]) => kept),
    )
  })

  test('minus zero is zero', async () => {
    const client = await makeClient()
    const body =
      '{"externalBranchId":"B1","currency":"EUR","contents":[{"itemCategory":"labour","amountExVat":-0,"quantity":-0.0}]}'
    assert.equal((await client.put('/service-orders/1', body)).statusCode, 201)
    const { body: text } = await client.get('/service-orders/1')
    assert.match(text, /"quantity":0,/)
    assert.match(text, /"amountExVat":0[,}]/)
  })
})
