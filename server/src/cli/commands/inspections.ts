// Commands on inspections that were started without the DMS (I5).
import { listWaiting } from '../../features/service-orders/find-same-car.ts'
import { joinOrder } from '../../features/service-orders/join-order.ts'
import { separateOrder } from '../../features/service-orders/separate-order.ts'
import { type Command, feature, text } from './define.ts'

const client = text('id of the system client')
const inspection = text('id of the order made by hand')

export const commands: Readonly<Record<string, Command>> = {
  'inspection list': feature(
    { summary: 'list inspections made by hand that wait for their order', arguments: { client } },
    (scope) => listWaiting(scope),
  ),
  'inspection match': feature(
    {
      summary: 'join an inspection made by hand with the order of the DMS for the same car',
      arguments: { client, inspection, order: text('id of the service order') },
    },
    async (scope, args) => {
      await joinOrder(scope, args.inspection, args.order)
      return { inspection: args.inspection, order: args.order }
    },
  ),
  'inspection unmatch': feature(
    {
      summary: 'separate an inspection from its order again; possible until the order closes',
      arguments: { client, inspection },
    },
    async (scope, args) => {
      await separateOrder(scope, args.inspection)
      return { inspection: args.inspection }
    },
  ),
}
