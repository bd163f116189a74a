// A survey as the interface shows it: header fields, and for the whole survey its elements (C5). Pure.
import type { Person } from '@walkaround/contract/shared.ts'
import { headerOf, isPlanned, plannedSurveyors, type SurveyHeader } from './header.ts'
import type { SurveyRow } from './store.ts'

interface Named {
  /** The name of the template (C5). */
  text: string
  /** As the order names it: plain for the client's own, `<master>!<id>` else. */
  templateId: string
}

function headerFields(row: SurveyRow, header: SurveyHeader, template: Named) {
  const planned = plannedSurveyors(row.survey_type, header)
  const referredId = row.order_id ?? row.lead_id ?? undefined
  const surveyor = row.surveyor === null ? undefined : (JSON.parse(row.surveyor) as Person)
  return {
    id: row.id,
    surveyType: row.survey_type,
    category: row.survey_type === 'health' ? 'interactiveHandover' : undefined,
    templateId: template.templateId,
    text: template.text,
    branch: header.branch,
    completed: row.completed,
    closed: row.closed,
    plannedSurveyor: surveyor && planned.find((person) => isPlanned(person, surveyor)),
    plannedSurveyors: planned,
    surveyor,
    customer: header.customer,
    // A survey of a vehicle alone refers to nothing (C8).
    referenceObject: referredId && {
      id: referredId,
      externalId: header.externalId,
      externalBranchId: header.externalBranchId,
      serviceOrderType: header.serviceOrderType,
      plannedStartTimestamp: header.plannedStartTimestamp,
      description: header.description,
      currency: header.currency,
      closed: header.closed,
      rejected: header.rejected,
    },
    plannedStartTimestamp: header.plannedStartTimestamp,
  }
}

export function listItemJson(row: SurveyRow, template: Named): string {
  const header = headerOf(row)
  // JSON.stringify leaves out what is undefined: unset fields are never sent.
  return JSON.stringify({ ...headerFields(row, header, template), requester: header.customer })
}

export function surveyJson(
  row: SurveyRow,
  header: SurveyHeader,
  template: Named,
  contents: string,
  photos: string | undefined,
): string {
  const fields = {
    ...headerFields(row, header, template),
    surveyObject: header.vehicle,
    externalId: header.externalId,
    externalBranchId: header.externalBranchId,
    serviceOrderType: header.serviceOrderType,
    currency: header.currency,
    serviceAdvisor: header.serviceAdvisor,
    vehicle: header.vehicle,
  }
  const taken = photos === undefined ? '' : `,"photos":${photos}`
  return `${JSON.stringify(fields).slice(0, -1)}${taken},"contents":${contents}}`
}
