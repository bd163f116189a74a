// PUT of an order or a lead: stores it with its branch and vehicle, makes the surveys that are due, updates the others, and closes
// them when it is over.
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import { changedFields } from '@walkaround/contract/rules/changed-fields.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { originFacts } from '@walkaround/contract/rules/order-facts.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { RetryTransaction } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import { bindBranch, tellFormerBranch } from '../../organisation/bind-branch.ts'
import { atSite, type Scope } from '../../scope.ts'
import { insertOrigin, type Origin, type OriginRow, type ShownOrigin, updateOrigin } from '../origins/rows.ts'
import { completeVehicle, isSameVehicle } from '../vehicles/complete-vehicle.ts'
import { rememberVehicle } from '../vehicles/remember.ts'
import { listContactChanges } from './contact-changes.ts'
import { addDmsChanges } from './dms-changes.ts'
import { followContacts, followHeader, isOver, type SurveyHeader } from './header.ts'
import {
  type BegunSurveys,
  closeAll,
  followVehicle,
  insertPlanned,
  planSurveys,
  toRefs,
} from './release-surveys.ts'
import { isSearchedAlike, searchTextOf, vehicleKeyOf } from './search-text.ts'
import type { NewSurvey } from './store.ts'

/** The fields of every origin. */
type OriginDocument = SurveyHeader & { externalBranchId: string }

export interface Put<Document> extends Origin {
  /** Its row, locked; undefined if it is new. */
  before: OriginRow | undefined
  /** As sent. */
  vehicle: Vehicle | undefined
  externalBranchId: string
  toStored(vehicle: Vehicle | undefined, known: Document | undefined): Document
  surveysDue(
    document: Document,
    releaseTypes: readonly string[],
    existing: readonly SurveyRef[],
  ): SurveyType[]
  /** False if something besides the document has changed. */
  isRestSame?: boolean
  /** Surveys that were started without a network. */
  begun?: BegunSurveys | undefined
  /** Only of an order. */
  parentOrderId?: string | undefined
  isManual?: boolean
  /** Further consequences of the change, before surveys close. */
  follow(change: Change<Document>): Promise<void>
}

export interface Change<Document> {
  document: Document
  known: Document | undefined
  branchId: string
  plannedStart: Date | undefined
  /** What its surveys had, and what they show from now on. */
  remembered: SurveyHeader
  header: SurveyHeader
  existing: SurveyRef[]
  made: NewSurvey[]
}

/** Does nothing for a repeated PUT, or for a GET result sent back unchanged. */
export async function putOrigin<Document extends OriginDocument>(
  scope: Scope,
  put: Put<Document>,
): Promise<{ shown: ShownOrigin; change?: Change<Document> }> {
  const { kind, id, before } = put
  const source = `${kind}/${id}`
  const known = before && (JSON.parse(before.document) as Document)
  const remembered = before ? (JSON.parse(before.surveyHeader) as SurveyHeader) : {}
  const [completed, branch] = await Promise.all([
    put.vehicle && completeVehicle(scope, put.vehicle, { before: remembered, source }),
    before && known?.externalBranchId === put.externalBranchId
      ? {
          ...before,
          releaseTypes: before.releaseTypes ?? scope.client.releaseTypes,
          code: undefined,
        }
      : bindBranch(scope, put.externalBranchId),
  ])
  const document = put.toStored(completed?.vehicle, known)
  const { branchId, siteId, siteName } = branch
  const existing = before ? (JSON.parse(before.surveys) as SurveyRef[]) : []
  const due = put.surveysDue(document, branch.releaseTypes, existing)
  const text = JSON.stringify(document)
  const isSame = before?.document === text && isSameVehicle(remembered, completed)
  if (isSame && before.branchId === branchId && due.length === 0 && put.isRestSame !== false)
    return { shown: before }

  const made = await planSurveys(scope, due, { branchId, make: document.vehicle?.make }, put.begun)
  const header = followHeader(remembered, {
    ...document,
    branch: branch.code,
    filledFromVin: completed?.filled,
  })
  const contacts = followContacts(before?.contactCorrections ?? null, remembered, header)
  const plannedStart = document.plannedStartTimestamp
    ? toInstant(document.plannedStartTimestamp, atSite(scope, siteId).client.timeZone)
    : undefined
  const contactChanges = before
    ? listContactChanges(remembered, header, () => newId(scope.now.getTime()))
    : []
  const row = {
    branchId,
    closed: document.closed === true,
    rejected: document.rejected === true,
    parentOrderId: put.parentOrderId,
    plannedStart,
    document: text,
    surveyHeader: JSON.stringify(header),
    searchText:
      before && isSearchedAlike(remembered, header)
        ? before.searchText
        : searchTextOf(id, contacts.shownHeader()),
    isManual: put.isManual === true,
    contactCorrections: contacts.corrections,
    surveys: JSON.stringify([...existing, ...toRefs(made)]),
    facts: {
      changed: [...changedFields(known ?? {}, document), ...(made.length > 0 ? ['surveys'] : [])],
      before: before && known && originFacts(known, before.branchId),
      after: originFacts(document, branchId),
      contacts: contactChanges,
    },
    dmsChanges:
      before && known && scope.actor.isDms && kind === 'order'
        ? addDmsChanges(
            before.dmsChanges,
            { before: { header: remembered, document: known }, after: { header, document } },
            contactChanges.length > 0,
            scope.now,
          )
        : null,
  }
  const change = { document, known, branchId, plannedStart, remembered, header, existing, made }
  async function save(): Promise<void> {
    if (before) updateOrigin(scope, put, row, before)
    else if (!(await insertOrigin(scope, put, row))) throw new RetryTransaction()
  }
  async function follow(): Promise<void> {
    if (before && before.branchId !== branchId) await tellFormerBranch(scope, before.branchId, source)
    const origin = kind === 'order' ? { orderId: id } : { leadId: id }
    insertPlanned(scope, { ...origin, vehicleKey: vehicleKeyOf(header) }, made)
    await followVehicle(scope, origin, existing, remembered, header)
    if (completed && !isSameVehicle(remembered, completed)) {
      const orderId = kind === 'order' ? id : undefined
      rememberVehicle(scope, completed.supplied, { source, orderId, before: remembered.vehicle })
    }
    await put.follow(change)
    if (isOver(document) && existing.length > 0)
      await closeAll(scope, origin, JSON.stringify(contacts.shownHeader()))
  }
  // Nothing that follows needs the result of saving; statements arrive in the order in which they are sent.
  await Promise.all([save(), follow()])
  return { shown: { ...row, siteId, siteName }, change }
}
