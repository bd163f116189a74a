// The routes of service orders in the DMS interface.
import {
  getServiceOrder,
  listOrderSurveys,
  listServiceOrders,
  putServiceOrder,
} from '@walkaround/contract/dms/service-orders.ts'
import { type Door, serve } from '../../http/door.ts'
import { okList } from '../../http/next-page.ts'
import { created, noContent, okJson, okKept } from '../../http/reply.ts'
import { listOrderSurveysJson } from '../surveys/read-surveys.ts'
import { findOrderJson } from './get-order.ts'
import { getOrderBytes } from './kept-orders.ts'
import { listAllOrders, listOrderPage } from './list-orders.ts'
import { putOrder } from './put-order.ts'

export function serviceOrderRoutes(door: Door): void {
  serve(door, putServiceOrder, async (call) => {
    const { id } = call.params
    const { isNew } = await call.change(
      (scope) => findOrderJson(scope, id),
      (scope, precondition) => putOrder(scope, id, call.fields, precondition),
      ({ json }) => json,
    )
    return isNew ? created(call.address(putServiceOrder.path, call.params)) : noContent
  })

  serve(door, getServiceOrder, async (call) =>
    okKept(await call.read((scope) => getOrderBytes(scope, call.params.id))),
  )

  serve(door, listOrderSurveys, async (call) => {
    const typeOf = () => call.query.get()['survey-type']
    return okJson(await call.read((scope) => listOrderSurveysJson(scope, call.params.id, typeOf)))
  })

  serve(door, listServiceOrders, async (call) => {
    const query = call.query.get()
    return okList(call.address(listServiceOrders.path, call.params), query, {
      whole: () => call.read((scope) => listAllOrders(scope, query)),
      page: () => call.read((scope) => listOrderPage(scope, query)),
    })
  })
}
