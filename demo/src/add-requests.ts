// The log of requests of a new demo: what its DMS called in the last hour, with an order that was refused three times in a row.
import { getLead } from '@walkaround/contract/dms/leads.ts'
import {
  getServiceOrder,
  listOrderSurveys,
  putServiceOrder,
} from '@walkaround/contract/dms/service-orders.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import type { Database } from '@walkaround/server/db/database.ts'
import { createRequestLog } from '@walkaround/server/features/request-log/keep-requests.ts'
import { parseKey } from '@walkaround/server/identity/keys.ts'
import { readBody, wantedBy } from '@walkaround/server/input/read-body.ts'
import { toFields } from '@walkaround/server/input/reader.ts'
import { Problem, problem } from '@walkaround/server/problems.ts'
import type { AnsweredRequest } from '@walkaround/server/scope.ts'
import { FIRST_ORDER, SENT_ORDER } from './ids.ts'

interface DemoRequest {
  minutesAgo: number
  operation: Operation
  id: string
  ms: number
  status: number
  made?: AnsweredRequest['told']
  refused?: { problem: Problem; body?: Buffer }
}

/** A date as the DMS shows it, and a unit that is not one of the interface. */
const REFUSED_BODY = Buffer.from(
  JSON.stringify({
    externalId: SENT_ORDER,
    externalBranchId: 'DE1001',
    serviceOrderType: 'repair',
    plannedStartTimestamp: '18.03.2026 08:30',
    customer: { id: 'C-4711', firstName: 'Jo', lastName: 'Sample', mobilePhone: '+49 151 000002' },
    contents: [{ id: '10', itemCategory: 'part', itemCode: 'OF-12', quantity: 1, unitOfMeasure: 'pcs' }],
  }),
)

/** Refused by the rules of the interface themselves. */
function refusalOf(body: Buffer): Problem {
  try {
    toFields(readBody(body, wantedBy(putServiceOrder.body), SENT_ORDER)).get()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('the body breaks no rule')
}

function listDemoRequests(): DemoRequest[] {
  const refused = { problem: refusalOf(REFUSED_BODY), body: REFUSED_BODY }
  const put = { operation: putServiceOrder, id: SENT_ORDER, status: 400, refused }
  const subject = `order/${FIRST_ORDER}`
  return [
    {
      minutesAgo: 52,
      operation: putServiceOrder,
      id: FIRST_ORDER,
      ms: 18,
      status: 204,
      made: [{ kind: 'order.changed', subject }],
    },
    { minutesAgo: 51, operation: listOrderSurveys, id: FIRST_ORDER, ms: 6, status: 200 },
    { minutesAgo: 30, ...put, ms: 3 },
    { minutesAgo: 25, ...put, ms: 2 },
    { minutesAgo: 20, ...put, ms: 2 },
    {
      minutesAgo: 12,
      operation: getLead,
      id: 'L-404',
      ms: 2,
      status: 404,
      refused: { problem: problem('noSuchResource', 'there is no lead "L-404"') },
    },
    { minutesAgo: 4, operation: getServiceOrder, id: FIRST_ORDER, ms: 4, status: 200 },
  ]
}

export async function addDemoRequests(
  database: Database,
  { clientId, key, now }: { clientId: string; key: string; now: Date },
): Promise<void> {
  const keyId = parseKey(key)?.keyId ?? ''
  const log = createRequestLog(database)
  for (const [
    index,
    { minutesAgo, operation, id, ms, status, made, refused },
  ] of listDemoRequests().entries()) {
    log.note({
      clientId,
      at: new Date(now.getTime() - minutesAgo * 60_000),
      keyId,
      operation,
      params: { system_client_id: clientId, id },
      status,
      ms,
      requestId: `demo-dms-${index + 1}`,
      ...(made ? { told: made } : {}),
      ...(refused ? { refusal: refused.problem } : {}),
      ...(refused?.body ? { body: refused.body } : {}),
    })
  }
  await log.flush()
}
