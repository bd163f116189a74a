// Keeps the lines of orders that name work of ours.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { type OrderWorkRow, toOrderWork } from './order-lines.ts'
import { saveOrderWork } from './order-work-store.ts'
import type { Reader } from './sources-store.ts'

type Contents = Pick<ServiceOrder, 'contents' | 'currency'>

/** Costs nothing for orders without such lines, and if they did not change. The caller has written the order. */
export function keepOrderWork(
  scope: Reader,
  orderId: string,
  before: Contents | undefined,
  after: Contents,
): void {
  const [was, is] = [before ? toOrderWork(before) : [], toOrderWork(after)]
  if (JSON.stringify(was) === JSON.stringify(is)) return
  saveOrderWork(scope, orderId, is, surveysOf([...was, ...is]))
}

/** Surveys whose findings are told something by these lines; they may belong to another order of the car. */
const surveysOf = (rows: readonly OrderWorkRow[]): string[] => [
  ...new Set(rows.flatMap(({ surveyId }) => surveyId ?? [])),
]
