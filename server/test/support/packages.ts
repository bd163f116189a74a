// Packages for tests: one with every field of the interface, and small ones with a price per item.
import assert from 'node:assert/strict'
import type { Package, PackageItem, PackageVariant } from '@walkaround/contract/dms/packages.ts'
import { makeClient, type TestClient } from './api.ts'

/** A labour item whose price with VAT is 1.2 times the price without, where it has one. */
export const item = (id: string, exVat?: number, more: Partial<PackageItem> = {}): PackageItem => ({
  itemCategory: 'labour',
  id,
  ...(exVat === undefined ? {} : { amountExVat: exVat, amountIncVat: Number((exVat * 1.2).toFixed(6)) }),
  ...more,
})

export const variant = (
  id: string,
  contents: PackageItem[],
  more: Partial<PackageVariant> = {},
): PackageVariant => ({ id, ...more, contents })

/** One variant `v` with one item `1`, priced in euros. */
export const simplePackage = (more: Partial<Package> = {}): Package => ({
  description: 'Simple',
  currency: 'EUR',
  variants: [variant('v', [item('1', 10)])],
  ...more,
})

/** Every field a DMS may send, in canonical form. */
export const fullPackage = {
  description: 'Front brake pads · Bremsbeläge · Колодки',
  longText: 'Pads, clips and sensor.\nRoad test included.',
  currency: 'EUR',
  oemPricing: true,
  packageType: 'recommendedMaintenance',
  serviceIntervalMileage: 40_000,
  serviceIntervalAge: 36,
  customerSelectionAvailable: true,
  variants: [
    {
      id: 'turbo/1',
      description: 'Turbo',
      longText: 'For charged engines',
      variantPricingCategory: 'individualItemPricing',
      oemPricing: false,
      applicabilityType: 'independentCriteria',
      derivativeCodeApplicabilityList: ['D-1'],
      modelCodeApplicabilityList: ['M-1', 'M-2'],
      makeApplicabilityList: ['A make'],
      fuelTypeApplicabilityList: ['petrol', 'liquefiedGas'],
      airIntakeApplicabilityList: ['Turbo SC'],
      gearboxTypeApplicabilityList: ['manual'],
      bodyPartApplicabilityList: ['bonnet'],
      engineCapacityApplicabilityList: ['1.998'],
      modelYearApplicabilityList: [2020, 2021],
      productionYearApplicabilityList: [],
      quantitative: true,
      contents: [
        {
          itemCategory: 'labour',
          id: '1',
          itemCode: 'OP-1',
          description: 'Replace pads',
          quantity: 1.25,
          unitOfMeasure: 'hour',
          labourCode: 'L-1',
          labourType: 'mechanic',
          catalogue: 'C-1',
          amountExVat: 100,
          amountIncVat: 119,
          discountAmountExVat: 80,
          discountAmountIncVat: 95.2,
        },
        {
          itemCategory: 'material',
          id: '2',
          itemCode: 'P-1',
          description: 'Pad set',
          quantity: 1,
          unitOfMeasure: 'ea',
          materialGroup: 'brakes',
          materialNumber: 'MN-1',
          externalMaterialNumber: 'X-1',
          amountExVat: 60.005,
          amountIncVat: 71.405951,
        },
      ],
    },
    {
      id: 'fixed',
      variantPricingCategory: 'fixedVariantPrice',
      priceExVat: 150,
      priceIncVat: 178.5,
      labourPriceExVat: 90,
      labourPriceIncVat: 107.1,
      partsPriceExVat: 60,
      partsPriceIncVat: 71.4,
      discountPriceExVat: 130,
      discountPriceIncVat: 154.7,
      discountLabourPriceExVat: 75,
      discountLabourPriceIncVat: 89.25,
      discountPartsPriceExVat: 55,
      discountPartsPriceIncVat: 65.45,
      contents: [{ itemCategory: 'labour', id: '1', description: 'All of it' }],
    },
  ],
}

export const packagePath = (id: string, rest = ''): string => `/packages/${encodeURIComponent(id)}${rest}`

export async function putPackage(client: TestClient, id: string, body: object): Promise<void> {
  const response = await client.put(packagePath(id), body)
  assert.ok([201, 204].includes(response.statusCode), response.body)
}

export async function readPackage(client: TestClient, id: string, rest = ''): Promise<Package> {
  const response = await client.get(packagePath(id, rest))
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

export async function putPrices(client: TestClient, id: string, body: object): Promise<void> {
  const response = await client.put(packagePath(id, '/prices'), body)
  assert.equal(response.statusCode, 204, response.body)
}

/** A price list of one variant: item → price without VAT; with VAT 1.2 times of it. */
export const priceList = (prices: Record<string, number>, currency = 'EUR', id = 'v') => ({
  currency,
  variants: [
    {
      id,
      contents: Object.entries(prices).map(([at, exVat]) => {
        const { itemCategory: _, ...price } = item(at, exVat)
        return price
      }),
    },
  ],
})

/** A master with one unpriced package `p` (variant `v`, items `1` and `2`), and a client that sees it. */
export async function masterAndDealer(more: Partial<Package> = {}): Promise<{
  master: TestClient
  dealer: TestClient
  id: string
}> {
  const master = await makeClient()
  const dealer = await makeClient({ masters: [master.id] })
  await putPackage(master, 'p', {
    description: 'Central',
    variants: [variant('v', [item('1'), item('2')])],
    ...more,
  })
  return { master, dealer, id: `${master.id}!p` }
}

export const first = ({ variants }: Package) => {
  const [found] = variants ?? []
  assert.ok(found)
  return found
}
export const amountsOf = (whole: Package) =>
  first(whole).contents?.map(({ amountExVat, amountIncVat }) => [amountExVat, amountIncVat])
