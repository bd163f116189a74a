// The routes of leads and deals in the DMS interface.
import {
  deleteDeal as deleteDealOperation,
  getLead,
  listLeadSurveys,
  listLeads,
  putDeal as putDealOperation,
  putLead as putLeadOperation,
} from '@walkaround/contract/dms/leads.ts'
import { type Door, serve } from '../../http/door.ts'
import { okList } from '../../http/next-page.ts'
import { created, noContent, okJson } from '../../http/reply.ts'
import { listLeadSurveysJson } from '../surveys/read-surveys.ts'
import { deleteDeal, findDealJson, putDeal } from './deals.ts'
import { findLeadJson, getLeadJson } from './get-lead.ts'
import { listAllLeads, listLeadPage } from './list-leads.ts'
import { putLead } from './put-lead.ts'

export function leadRoutes(door: Door): void {
  serve(door, putLeadOperation, async (call) => {
    const { id } = call.params
    const { isNew } = await call.change(
      (scope) => findLeadJson(scope, id),
      (scope, precondition) => putLead(scope, id, call.fields, precondition),
      ({ json }) => json,
    )
    return isNew ? created(call.address(putLeadOperation.path, call.params)) : noContent
  })

  serve(door, getLead, async (call) => okJson(await call.read((scope) => getLeadJson(scope, call.params.id))))

  serve(door, listLeadSurveys, async (call) => {
    return okJson(await call.read((scope) => listLeadSurveysJson(scope, call.params.id)))
  })

  serve(door, listLeads, async (call) => {
    const query = call.query.get()
    return okList(call.address(listLeads.path, call.params), query, {
      whole: () => call.read((scope) => listAllLeads(scope, query)),
      page: () => call.read((scope) => listLeadPage(scope, query)),
    })
  })

  serve(door, putDealOperation, async (call) => {
    const { lead_id: leadId, id } = call.params
    await call.change(
      (scope) => findDealJson(scope, leadId, id),
      (scope, precondition) => putDeal(scope, leadId, id, call.fields, precondition),
    )
    return noContent
  })

  serve(door, deleteDealOperation, async (call) => {
    const { lead_id: leadId, id } = call.params
    await call.change(
      (scope) => findDealJson(scope, leadId, id),
      (scope, precondition) => deleteDeal(scope, leadId, id, precondition),
    )
    return noContent
  })
}
