// Orders as they were last composed for the DMS.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { toReadyBytes } from '../../lib/ready-json.ts'
import { keepBytes } from '../origins/kept-bytes.ts'
import { getOrder } from './get-order.ts'
import * as store from './store.ts'

export const getOrderBytes = keepBytes<ServiceOrder>({
  /** Some 3,000 orders. */
  mostBytes: 8 * 1024 * 1024,
  listRevisions: store.listRevisions,
  async compose(scope, id) {
    const { revision, json } = await getOrder(scope, id)
    return { revision, bytes: toReadyBytes(json) }
  },
})
