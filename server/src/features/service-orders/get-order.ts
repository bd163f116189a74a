// Reads a service order, also by the id of a manual order that it was matched with.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { type ReadyJson, readyJson } from '../../lib/ready-json.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { ShownOrigin } from '../origins/rows.ts'
import { originJson } from '../surveys/origin-json.ts'
import * as store from './store.ts'

export async function findOrderJson(scope: Scope, id: string): Promise<ReadyJson<ServiceOrder> | undefined> {
  const order = await store.findOrder(scope, id)
  return order && orderJson(order, order.matchedTo ?? id, id)
}

/** A matched manual order is shown as the DMS order, under the id asked for. */
export function orderJson(order: ShownOrigin, id: string, asked: string): ReadyJson<ServiceOrder> {
  const json = originJson<ServiceOrder>(order)
  if (id === asked) return json
  const start = `{"id":${JSON.stringify(id)}`
  if (!json.startsWith(start)) throw new Error('an order begins with its id')
  return readyJson(`{"id":${JSON.stringify(asked)}${json.slice(start.length)}`)
}

export async function getOrder(
  scope: Scope,
  id: string,
): Promise<{ revision: string; json: ReadyJson<ServiceOrder> }> {
  const order = await store.findOrder(scope, id)
  if (!order) throw problem('noSuchResource', `there is no service order "${id}"`)
  return { revision: order.revision, json: orderJson(order, order.matchedTo ?? id, id) }
}

export const getOrderJson = async (scope: Scope, id: string): Promise<ReadyJson<ServiceOrder>> =>
  (await getOrder(scope, id)).json
