// The DMS door of service orders.
import {
  getServiceOrder,
  listOrderSurveys,
  putServiceOrder,
} from '@walkaround/contract/dms/service-orders.ts'
import { created, type Door, noContent, resource, serve } from '../../http/door.ts'
import { listOrderSurveysJson } from '../surveys/read-surveys.ts'
import { findOrderJson, getOrderJson } from './get-order.ts'
import { putOrder } from './put-order.ts'

export function serviceOrderRoutes(door: Door): void {
  serve(door, putServiceOrder, async (call) => {
    const { id } = call.params
    const outcome = await call.change(
      (scope) => findOrderJson(scope, id),
      (scope, precondition) => putOrder(scope, id, call.fields, precondition),
    )
    return outcome === 'created' ? created(call.address(putServiceOrder.path, call.params)) : noContent
  })

  serve(door, getServiceOrder, async (call) =>
    resource(await call.read((scope) => getOrderJson(scope, call.params.id))),
  )

  serve(door, listOrderSurveys, async (call) => {
    const typeOf = () => call.query.get()['survey-type']
    return {
      status: 200,
      json: await call.read((scope) => listOrderSurveysJson(scope, call.params.id, typeOf)),
    }
  })
}
