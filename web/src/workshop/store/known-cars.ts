// What this device knows of a car by its plate or VIN: from the boards and surveys it keeps. Works without a network.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { type Named, nameOf } from '@walkaround/contract/rules/names.ts'
import { compareScanned, type Scanned } from '@walkaround/contract/rules/scanned.ts'
import type { Store } from './database.ts'

export interface CarFacts {
  numberPlate?: string
  vin?: string
  make?: string
  model?: string
  customerName?: string
  mobilePhone?: string
}

interface KeptCar {
  numberPlate?: string
  vin?: string
  make?: string
  model?: string
}

const pick = (facts: { [K in keyof CarFacts]: string | undefined }): CarFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value))

/** The survey read last comes first; a card of a board knows fewer facts. */
export async function findKnownHere(
  store: Store,
  clientId: string,
  login: string | undefined,
  scanned: Scanned,
): Promise<CarFacts | undefined> {
  const rows = await store.pages
    .filter((row) => row.clientId === clientId && (row.login === undefined || row.login === login))
    .toArray()
  const pages = rows.toSorted((a, b) => b.readAt - a.readAt)
  for (const { page } of pages) {
    const { surveyObject, vehicle, customer } = page.survey
    const car = (surveyObject ?? vehicle ?? {}) as KeptCar
    if (compareScanned(scanned, { vin: car.vin, numberPlate: car.numberPlate }) !== 'same') continue
    const { numberPlate, vin, make, model } = car
    const { mobilePhone } = (customer ?? {}) as { mobilePhone?: string }
    const customerName = nameOf(customer as Named | undefined)
    return pick({ numberPlate, vin, make, model, customerName, mobilePhone })
  }
  const boards = await store.boards.filter((row) => row.clientId === clientId).toArray()
  const card = boards
    .flatMap(({ board }) => board.cards)
    .find(({ vin, numberPlate }) => compareScanned(scanned, { vin, numberPlate }) === 'same')
  return card && toFacts(card)
}

const toFacts = ({ numberPlate, vin, customer }: BoardCard): CarFacts =>
  pick({
    numberPlate,
    vin,
    customerName: customer,
    make: undefined,
    model: undefined,
    mobilePhone: undefined,
  })
