// The demo dealership for tests: loaded once in a process, and read through the use cases.
import assert from 'node:assert/strict'
import type { Package } from '@walkaround/contract/dms/packages.ts'
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { Survey } from '@walkaround/contract/dms/surveys.ts'
import { ensureDemo } from '@walkaround/demo/ensure-demo.ts'
import type { Static } from 'typebox'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import type { Media } from '../../src/features/media/media.ts'
import { getOrderJson } from '../../src/features/service-orders/get-order.ts'
import { getSurveyJson } from '../../src/features/surveys/read-surveys.ts'
import { createPasswords } from '../../src/identity/passwords.ts'
import { getClient } from '../../src/organisation/clients.ts'
import type { DemoAccess } from '../../src/process/demo.ts'
import type { ClientSettings, Scope } from '../../src/scope.ts'
import { testApp, testBox } from './api.ts'
import { asSystem, inClient, uniqueId } from './clients.ts'
import { testDatabase } from './database.ts'

export type Order = Static<typeof ServiceOrder>
export type Shown = Static<typeof Survey>
export interface Given {
  id: string
  packages?: Package[]
  selected?: boolean
  custom?: boolean
  status?: string
  value?: string
  unitOfMeasurement?: string
}
export interface Element {
  category: string
  id: string
  visible?: boolean
  mandatory?: boolean | string
  contents?: Element[]
  answers?: Given[]
}

export const NOW = new Date('2026-11-17T09:20:00Z')
// The parameters of the day are tested where passwords are; here each would cost a second.
export const passwords = createPasswords({ memoryKiB: 64, passes: 1 })
/** The store of the application, which serves what the demo has. */
export const demoMedia = async (): Promise<Media> => (await testApp()).media
export const quick = {
  passwords,
  now: NOW,
  media: demoMedia,
  post: { box: testBox, baseUrl: 'https://demo.example.com' },
}

export interface LoadedDemo {
  database: Database
  client: ClientSettings
  access: DemoAccess
}

let loading: Promise<LoadedDemo> | undefined

/** Shared by all tests of a process: to be read, not to be changed. */
export function theDemo(): Promise<LoadedDemo> {
  loading ??= makeDemo()
  return loading
}

/** One of its own, for a test that changes it. */
export async function makeDemo(): Promise<LoadedDemo> {
  const database = await testDatabase()
  const options = { ...quick, wanted: true, isNewEmbedded: false, clientId: uniqueId('demo') }
  const { isDemo, access } = await ensureDemo(database, options)
  assert.ok(isDemo && access)
  return { database, access, client: await asSystem((scope) => getClient(scope, access.clientId)) }
}

export async function listIds(
  table: 'service_orders' | 'leads' | 'surveys',
  of?: ClientSettings,
): Promise<string[]> {
  const { database, client } = await theDemo()
  const { clientId } = of ?? client
  const statement = {
    service_orders: sql`select id from service_orders where system_client_id = ${clientId} order by id`,
    leads: sql`select id from leads where system_client_id = ${clientId} order by id`,
    surveys: sql`
      select s.id from surveys s where system_client_id = ${clientId}
      order by coalesce(order_id, lead_id), survey_type`,
  }[table]
  return (await database.rows<{ id: string }>(statement)).map(({ id }) => id)
}

async function inDemo<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
  return inClient((await theDemo()).client, work)
}

export async function listOrders(): Promise<Order[]> {
  const ids = await listIds('service_orders')
  return inDemo(async (scope) => {
    const orders: Order[] = []
    for (const id of ids) orders.push(JSON.parse(await getOrderJson(scope, id)))
    return orders
  })
}

export const getOrder = (id: string): Promise<Order> =>
  inDemo(async (scope) => JSON.parse(await getOrderJson(scope, id)))

export async function getSurvey(orderId: string, type: string): Promise<Shown> {
  const id = (await getOrder(orderId)).surveys?.find(({ surveyType }) => surveyType === type)?.id
  assert.ok(id, `${orderId} has no ${type} survey`)
  return inDemo(async (scope) => JSON.parse(await getSurveyJson(scope, id)))
}

export function listQuestions(elements: Element[]): Element[] {
  return elements.flatMap((element) =>
    element.category === 'section' ? listQuestions(element.contents ?? []) : [element],
  )
}

export const selectedOf = (survey: Shown, questionId: string): Given[] =>
  listQuestions(survey.contents as Element[])
    .find(({ id }) => id === questionId)
    ?.answers?.filter(({ selected }) => selected) ?? []
