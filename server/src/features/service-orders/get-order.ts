// Reading a service order: the stored document, and beside it what the service owns.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { withCorrectionsText } from '../surveys/contacts.ts'
import * as store from './store.ts'

/** Joined as text: the document is canonical JSON already and is read far more often than written. */
export async function findOrderJson(scope: Scope, id: string): Promise<string | undefined> {
  const found = await store.findOrder(scope, id)
  if (!found || found.matched_to === null) return found && toJson(found)
  const order = await store.findOrder(scope, found.matched_to)
  return order && underName(toJson(order), found.matched_to, id)
}

/** An order made by hand that was matched answers as the order of the DMS, under the id it was asked for. */
function underName(json: string, id: string, asked: string): string {
  const start = `{"id":${JSON.stringify(id)}`
  if (!json.startsWith(start)) throw new Error('an order begins with its id')
  return `{"id":${JSON.stringify(asked)}${json.slice(start.length)}`
}

function toJson(order: store.ShownOrder): string {
  const owned = JSON.stringify({
    branchId: order.branch_id,
    siteId: order.site_id,
    siteName: order.site_name,
  })
  const document = withCorrectionsText(order.document, order.contact_corrections)
  return `${document.slice(0, -1)},${owned.slice(1, -1)},"surveys":${order.surveys}}`
}

export async function getOrderJson(scope: Scope, id: string): Promise<string> {
  const json = await findOrderJson(scope, id)
  if (json === undefined) throw problem('noSuchResource', `there is no service order "${id}"`)
  return json
}
