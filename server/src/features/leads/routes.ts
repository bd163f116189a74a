// The DMS door of leads and deals.
import {
  deleteDeal as deleteDealOperation,
  getLead,
  listLeadSurveys,
  listLeads,
  putDeal as putDealOperation,
  putLead as putLeadOperation,
} from '@walkaround/contract/dms/leads.ts'
import { created, type Door, noContent, resource, serve } from '../../http/door.ts'
import { listLeadSurveysJson } from '../surveys/read-surveys.ts'
import { deleteDeal, findDealJson, putDeal } from './deals.ts'
import { findLeadJson, getLeadJson } from './get-lead.ts'
import { listAllLeads, listLeadPage } from './list-leads.ts'
import { putLead } from './put-lead.ts'

export function leadRoutes(door: Door): void {
  serve(door, putLeadOperation, async (call) => {
    const { id } = call.params
    const outcome = await call.change(
      (scope) => findLeadJson(scope, id),
      (scope, precondition) => putLead(scope, id, call.fields, precondition),
    )
    return outcome === 'created' ? created(call.address(putLeadOperation.path, call.params)) : noContent
  })

  serve(door, getLead, async (call) =>
    resource(await call.read((scope) => getLeadJson(scope, call.params.id))),
  )

  serve(door, listLeadSurveys, async (call) => {
    return { status: 200, json: await call.read((scope) => listLeadSurveysJson(scope, call.params.id)) }
  })

  serve(door, listLeads, async (call) => {
    const query = call.query.get()
    if (query.limit === undefined && query.cursor === undefined) {
      return { status: 200, stream: await call.read((scope) => listAllLeads(scope, query)) }
    }
    const { json, cursor } = await call.read((scope) => listLeadPage(scope, query))
    if (cursor === undefined) return { status: 200, json }
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, cursor })) {
      for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one))
    }
    const next = `${call.address(listLeads.path, call.params)}?${parameters}`
    return { status: 200, json, headers: { link: `<${next}>; rel="next"` } }
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
