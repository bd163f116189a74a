// A survey as the interface shows it: header fields, and for a complete survey its elements (C5). Pure.
import type { Survey, SurveyListItem } from '@walkaround/contract/dms/surveys.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { type ReadyJson, readyJson, toJson } from '../../lib/ready-json.ts'
import { headerOf, isPlanned, plannedSurveyors, type SurveyHeader } from './header.ts'
import type { SurveyRow } from './store.ts'

interface Named {
  /** The name of the template (C5). */
  text: string
  /** As the order names it: the plain id for the client's own, otherwise `<master>!<id>`. */
  templateId: string
}

function headerFields(
  row: SurveyRow,
  header: SurveyHeader,
  template: Named,
): Omit<SurveyListItem, 'requester'> {
  const planned = plannedSurveyors(row.surveyType, header)
  const referredId = row.orderId ?? row.leadId ?? undefined
  const surveyor = row.surveyor === null ? undefined : (JSON.parse(row.surveyor) as Person)
  return {
    id: row.id,
    surveyType: row.surveyType,
    category: row.surveyType === 'health' ? 'interactiveHandover' : undefined,
    templateId: template.templateId,
    text: template.text,
    // Every order, lead and inspection has a branch (C1).
    branch: header.branch as string,
    completed: row.completed,
    closed: row.closed,
    plannedSurveyor: surveyor && planned.find((person) => isPlanned(person, surveyor)),
    plannedSurveyors: planned,
    surveyor,
    customer: header.customer,
    // A survey without order and lead refers to nothing (C8).
    referenceObject:
      referredId === undefined
        ? undefined
        : {
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

export function listItemJson(row: SurveyRow, template: Named): ReadyJson<SurveyListItem> {
  const header = headerOf(row)
  // JSON.stringify leaves out undefined values: unset fields are never sent.
  return toJson({ ...headerFields(row, header, template), requester: header.customer })
}

export function surveyJson(
  row: SurveyRow,
  header: SurveyHeader,
  template: Named,
  contents: string,
  photos: string | undefined,
): ReadyJson<Survey> {
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
  return readyJson(`${JSON.stringify(fields).slice(0, -1)}${taken},"contents":${contents}}`)
}
