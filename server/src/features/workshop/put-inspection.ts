// An inspection that staff start themselves: a manual order while the DMS is down, or a VR survey (C8).
import { hash } from 'node:crypto'
import type { BoardCard, NewInspection } from '@walkaround/contract/app/board.ts'
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { recordEvents } from '../../db/events.ts'
import { newId } from '../../lib/ids.ts'
import { bindBranch, findBranches } from '../../organisation/bind-branch.ts'
import { assertWithinBranches } from '../../organisation/branch-reach.ts'
import { problem, problemOf } from '../../problems.ts'
import { atBranch, atSite, type Fields, type Scope, unconditional } from '../../scope.ts'
import { saveSurveys } from '../origins/rows.ts'
import { holdOrder } from '../service-orders/join-order.ts'
import { putOrder } from '../service-orders/put-order.ts'
import { type InspectionRow, setMade, takeInspection } from '../service-orders/rows.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import {
  type Begun,
  type BegunSurveys,
  insertPlanned,
  planSurveys,
  toRefs,
} from '../surveys/release-surveys.ts'
import { listTaken, setAlone } from '../surveys/rows.ts'
import { searchTextOf, vehicleKeyOf } from '../surveys/search-text.ts'
import { findNamedVersion } from '../templates/choose-templates.ts'
import { completeVehicle } from '../vehicles/complete-vehicle.ts'
import { rememberVehicle } from '../vehicles/remember.ts'
import { customerOf, inspectionViolations, isReview, toOrder, vehicleOf } from './new-inspection.ts'
import { findCard } from './read-board.ts'
import type { Viewer } from './rules.ts'

interface Made {
  orderId?: string
  surveyId?: string
}

/** Repeating it returns the same card, wherever the inspection is now. */
export async function putInspection(
  scope: Scope,
  id: string,
  fields: Fields<NewInspection>,
  viewer: Viewer,
): Promise<BoardCard> {
  const wanted = fields.get()
  const violations = inspectionViolations(wanted)
  if (violations.length > 0) throw problemOf(violations)
  const { id: _, ...asked } = wanted
  const bodyHash = hash('sha256', JSON.stringify(sorted(asked)), 'buffer')
  const known = await takeInspection(scope, id, bodyHash)
  if (known && !bodyHash.equals(known.bodyHash)) {
    throw problem('idTaken', `inspection "${id}" exists with other values; use a new id`)
  }
  const made = known ? whereIs(known) : await begin(scope, id, wanted)
  if (!known) await setMade(scope, id, made)
  // It may have been joined at once with the order of the same car (I5).
  const now = known ? made : whereIs((await takeInspection(scope, id, bodyHash)) as InspectionRow)
  const card = await findCard(scope, now, viewer)
  if (!card) throw new Error('the inspection that was just made is not there')
  return card
}

const sorted = (fields: Record<string, unknown>) =>
  Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))

function whereIs({ orderId, surveyId, matchedTo }: InspectionRow): Made {
  return { orderId: matchedTo ?? orderId ?? undefined, surveyId: surveyId ?? undefined }
}

async function begin(scope: Scope, id: string, wanted: NewInspection): Promise<Made> {
  const [branchId] = await findBranches(scope, [wanted.branchId])
  if (branchId === undefined) {
    throw problem(
      'unknownPlace',
      `branchId: ${JSON.stringify(wanted.branchId)} is not a branch of this client`,
    )
  }
  const begun = await findBegun(scope, wanted.surveys ?? [])
  if (isReview(wanted)) {
    return wanted.orderId === undefined
      ? reviewVehicle(scope, wanted, begun)
      : reviewOrder(scope, wanted.orderId)
  }
  const order = toOrder(wanted, scope.now, atBranch(scope, branchId).client.currency)
  const byHand = { surveyTypes: wanted.surveyTypes, begun }
  await putOrder(scope, id, { get: () => order }, unconditional, byHand)
  await recordEvents(scope, [{ kind: 'inspection.begun', subject: `order/${id}` }])
  return { orderId: id }
}

/** They were filled in with these versions, so they are made from them, whatever is in use now. */
async function findBegun(
  scope: Scope,
  surveys: NonNullable<NewInspection['surveys']>,
): Promise<BegunSurveys> {
  const begun = new Map<SurveyType, Begun>()
  if (surveys.length === 0) return begun
  for (const { id, ...named } of surveys) {
    const version = await findNamedVersion(scope, named)
    if (!version) {
      const { templateId, templateVersion, surveyType } = named
      const shown = JSON.stringify(templateId)
      throw problem(
        'invalidArgument',
        `surveys: ${shown} has no version ${templateVersion} for ${surveyType}`,
      )
    }
    begun.set(named.surveyType, { id, ...version })
  }
  const ids = surveys.map(({ id }) => id)
  const [taken = ids.find((id, index) => ids.indexOf(id) !== index)] = await listTaken(scope, ids)
  if (taken !== undefined) throw problem('idTaken', `surveys: there is a survey ${JSON.stringify(taken)}`)
  return begun
}

/** One per type and order (C2): asking for another returns the existing one. */
async function reviewOrder(scope: Scope, orderId: string): Promise<Made> {
  await assertWithinBranches(scope, 'order', orderId)
  const asked = await holdOrder(scope, orderId)
  const order = asked?.matchedTo ? await holdOrder(scope, asked.matchedTo) : asked
  if (!order) throw problem('noSuchResource', `there is no service order "${orderId}"`)
  const surveys = JSON.parse(order.surveys) as SurveyRef[]
  const known = surveys.find(({ surveyType }) => surveyType === 'VR')
  if (known) return { orderId: order.id, surveyId: known.id }
  if (order.isOver) throw problem('invalidArgument', `orderId: service order "${order.id}" is closed`)
  const header = JSON.parse(order.surveyHeader) as SurveyHeader
  const made = await planSurveys(scope, ['VR'], place(order.branchId, header))
  insertPlanned(scope, { orderId: order.id, vehicleKey: vehicleKeyOf(header) }, made)
  await saveSurveys(scope, order.id, JSON.stringify([...surveys, ...toRefs(made)]))
  await recordEvents(scope, [
    { kind: 'order.changed', subject: `order/${order.id}`, payload: { changed: ['surveys'] } },
  ])
  return { orderId: order.id, surveyId: made[0]?.id as string }
}

const place = (branchId: string, { vehicle }: SurveyHeader) => ({
  branchId,
  make: vehicle?.make,
})

async function reviewVehicle(scope: Scope, wanted: NewInspection, begun: BegunSurveys): Promise<Made> {
  const branch = await bindBranch(scope, wanted.branchId)
  const source = `vehicle/${newId(scope.now.getTime())}`
  const { vehicle, filled, supplied } = await completeVehicle(scope, vehicleOf(wanted), { source })
  const customer = customerOf(wanted)
  const header: SurveyHeader = {
    branch: branch.code,
    externalBranchId: branch.code,
    description: wanted.description?.trim() || undefined,
    currency: atSite(scope, branch.siteId).client.currency,
    customer: customer || undefined,
    vehicle,
    filledFromVin: filled.length > 0 ? filled : undefined,
  }
  const [survey] = await planSurveys(scope, ['VR'], place(branch.branchId, header), begun)
  if (!survey) throw new Error('no survey was planned')
  insertPlanned(scope, { vehicleKey: vehicleKeyOf(header) }, [survey])
  await setAlone(scope, survey.id, {
    header: JSON.stringify(header),
    branchId: branch.branchId,
    searchText: searchTextOf(survey.id, header),
  })
  rememberVehicle(scope, supplied, { source })
  return { surveyId: survey.id }
}
