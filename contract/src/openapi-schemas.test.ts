// The forms of requests and replies in the published document, checked by an independent validator.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { buildOpenApi, dmsInterface } from './openapi.ts'

const document = buildOpenApi({ ...dmsInterface, version: '1', baseUrl: 'https://example.org' })
const ajv = new Ajv2020({ strict: false })
for (const format of ['iso8601', 'iso4217', 'bcp47', 'binary']) ajv.addFormat(format, true)
ajv.addSchema({ ...document, $id: 'document:' })
const isValid = (component: string, value: unknown) =>
  ajv.validate({ $ref: `document:#/components/schemas/${component}` }, value)
const quote = '/system-clients/{system_client_id}/surveys/{id}/quotes/{quote_id}'

describe('what a request may hold', () => {
  const order = { externalBranchId: 'B1' }
  const item = { itemCategory: 'labour' }
  const taken: [string, string, unknown][] = [
    [
      'null for whatever may be left out',
      'ServiceOrderInput',
      { ...order, closed: null, vehicle: null, customer: null },
    ],
    [
      'null for a value of a closed list',
      'VehicleInput',
      { fuelType: null, mileageUnit: null, driver: null },
    ],
    ['a unit by its alias', 'ServiceOrderContentItemInput', { ...item, unitOfMeasure: 'pc' }],
    ['an hour by its alias', 'ServiceOrderContentItemInput', { ...item, unitOfMeasure: 'hr' }],
    ['a mile by its alias', 'VehicleInput', { mileageUnit: 'mile' }],
    ['an inch and a litre by their aliases', 'AnswerInput', { value: '1', unitOfMeasurement: 'inch' }],
    ['a part', 'ServiceOrderContentItemInput', { itemCategory: 'part', unitOfMeasure: 'liter' }],
    ['orderText', 'ServiceOrderInput', { ...order, orderText: 'noise' }],
    ['a partner without category', 'ServiceOrderInput', { ...order, customer: { lastName: 'x' } }],
    [
      'a company without category',
      'BusinessPartnerInput',
      { name: 'Ltd', contactPersons: [{ lastName: 'x' }] },
    ],
    [
      'service-owned fields of any type',
      'ServiceOrderInput',
      { ...order, surveys: 'x', branchId: 1, siteName: [] },
    ],
    ['computed prices of any type', 'PackageVariantInput', { id: 'v', priceExVat: 'x' }],
    ['fields that nobody knows', 'ServiceOrderInput', { ...order, unheardOf: 1 }],
  ]
  for (const [what, component, value] of taken) {
    test(what, () => assert.ok(isValid(component, value), ajv.errorsText()))
  }

  test('decision fields alone, on an automatic quote', () => {
    const schema = `paths/${quote.replaceAll('/', '~1').replaceAll(/[{}]/g, encodeURIComponent)}/put/requestBody/content/application~1json/schema`
    assert.ok(
      ajv.validate({ $ref: `document:#/${schema}` }, { approvalStatus: 'approved' }),
      ajv.errorsText(),
    )
    assert.ok(!ajv.validate({ $ref: `document:#/${schema}` }, { approvalStatus: 'perhaps' }))
  })

  const refused: [string, string, unknown][] = [
    ['null for what is required', 'ServiceOrderInput', { externalBranchId: null }],
    ['a unit that is none', 'ServiceOrderContentItemInput', { ...item, unitOfMeasure: 'piece' }],
    ['a category of partner that is none', 'BusinessPartnerInput', { category: 'robot' }],
    [
      'a fixed price that is no number',
      'PackageVariantInput',
      { id: 'v', variantPricingCategory: 'fixedVariantPrice', priceExVat: 'x' },
    ],
    ['a null among the entries of a list', 'ServiceOrderInput', { ...order, technicians: [null] }],
  ]
  for (const [what, component, value] of refused) {
    test(`not ${what}`, () => assert.ok(!isValid(component, value)))
  }
})

describe('what a reply holds', () => {
  const owned = { id: '1', branchId: 'B1', siteId: 's', siteName: 'S', surveys: [] }

  test('everything the service always sends', () => {
    const order = { externalBranchId: 'B1', ...owned }
    assert.ok(isValid('ServiceOrder', order), ajv.errorsText())
    for (const name of Object.keys(order)) {
      assert.ok(!isValid('ServiceOrder', { ...order, [name]: undefined }), name)
    }
  })

  test('no null, no alias, no partner without category', () => {
    const order = { externalBranchId: 'B1', ...owned }
    assert.ok(!isValid('ServiceOrder', { ...order, closed: null }))
    assert.ok(!isValid('ServiceOrder', { ...order, contents: [{ itemCategory: 'part' }] }))
    assert.ok(!isValid('ServiceOrder', { ...order, customer: { lastName: 'x' } }))
  })

  test('kinds that are told apart by one field name it', () => {
    const kinds = Object.entries(document.components.schemas).flatMap(([name, { discriminator }]) =>
      discriminator ? [[name, (discriminator as { propertyName: string }).propertyName]] : [],
    )
    assert.deepEqual(kinds, [
      ['BusinessPartner', 'category'],
      ['SurveyElement', 'category'],
    ])
  })
})
