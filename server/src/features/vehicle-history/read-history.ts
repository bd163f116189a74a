// Everything of one vehicle that the caller may see: its newest visits, and what was measured, found, offered and marked at them.
// All else is read by the visits, so what the caller does not reach is nowhere.
import type { VehiclePage } from '@walkaround/contract/app/vehicle-history.ts'
import {
  KnownVehicle,
  MOST_VISITS,
  type VehicleContact,
  type VehicleHistory,
  type VehiclePhoto,
} from '@walkaround/contract/dms/vehicle-history.ts'
import { problem } from '../../problems.ts'
import { atSite, branchForClock, type Scope } from '../../scope.ts'
import { listMarksOf } from '../damage/rows.ts'
import { listFindingsSeenAt, listWorkOfferedAt } from '../ledger/rows.ts'
import { listMessagesOf, type MessageOfSurvey } from '../messages/rows.ts'
import { listPhotosOf, type PhotoOfSurvey } from '../photos/rows.ts'
import { listOfferTexts, type OfferText } from '../quotes/rows.ts'
import { listTyresOf } from '../surveys/rows.ts'
import { toShownId } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage } from '../templates/versions.ts'
import { findVehicleKey, keyOfVin } from '../vehicles/find-key.ts'
import { toDamage } from './damage-over-time.ts'
import { toFindings, toWork } from './found-work.ts'
import { type Questions, questionsOf, toMeasured, toTyres } from './measured.ts'
import * as store from './store.ts'
import { isOfCustomer, toShownVisit, toVisit, type Visit } from './visits.ts'

/** A car that came every month for ten years has fewer. */
const MOST = { findings: 500, work: 500, marks: 1_000, photos: 1_000, contacts: 500 }

interface Reading {
  /** Of the texts of templates; otherwise the client's. */
  language?: string | undefined
  /** Only the visits of the customer of the newest one, because a car may have been sold; in the words for customers. */
  forOwner?: true
  /** With the branch of each visit: a page tells days by its clock. */
  isForPage?: true
}

/** `vin`: as it was given. */
export const readHistoryOfVin = (scope: Scope, vin: string): Promise<VehicleHistory> =>
  readHistory(scope, keyOfVin('vin', vin), vin)

/** `given`: a VIN, a plate or a key. */
export async function readHistoryOf(
  scope: Scope,
  given: string,
  reading: Reading & { name?: string } = {},
): Promise<VehiclePage> {
  const key = await findVehicleKey(scope, reading.name ?? 'vehicle_key', given)
  if (key === undefined) throw unknownVehicle(given)
  return readHistory(scope, key, given, reading)
}

const unknownVehicle = (given: string) =>
  problem('noSuchResource', `no visit of a vehicle ${JSON.stringify(given)} is known`)

async function readHistory(
  scope: Scope,
  key: string,
  given: string,
  { language = scope.client.language, forOwner, isForPage }: Reading = {},
): Promise<VehiclePage> {
  const rows = await store.listVisits(scope, key, MOST_VISITS + 1)
  const all = (await toVisits(scope, rows.slice(0, MOST_VISITS), language)).sort(newestFirst)
  const [newest] = all
  if (!newest) throw unknownVehicle(given)
  const visits = forOwner ? all.filter((visit) => isOfCustomer(visit, newest)) : all
  const surveyIds = visits.map(({ row }) => row.id)
  const tyres = await listTyresOf(scope, surveyIds)
  const marks = await listMarksOf(scope, surveyIds, MOST.marks)
  const photos = await listPhotosOf(scope, surveyIds, MOST.photos)
  const findings = await listFindingsSeenAt(scope, surveyIds, MOST.findings)
  const work = await listWorkOfferedAt(scope, surveyIds, MOST.work)
  const messages = await listMessagesOf(scope, surveyIds, MOST.contacts)
  const decisions = await store.listDecisions(scope, surveyIds, MOST.contacts)
  const isWorkKnown = work.length > 0 || decisions.length > 0
  const texts = isWorkKnown ? await listOfferTexts(scope, surveyIds) : []
  const questions = questionsOf(scope.clientId, visits, forOwner === true)
  return {
    vehicle: toVehicle(newest),
    visits: visits.map((visit) => toShownVisit(visit, newest)),
    ...toWork(visits, texts, work),
    findings: toFindings(scope.clientId, visits, questions, findings),
    measured: toMeasured(scope.clientId, visits, questions),
    tyres: toTyres(visits, tyres),
    damage: toDamage(visits, marks, language),
    photos: toPhotos(scope.clientId, visits, questions, photos),
    contacts: toContacts(messages, decisions, texts),
    ...(rows.length > MOST_VISITS ? { hasMore: true } : {}),
    ...(isForPage ? branchesOf(scope, visits) : {}),
  }
}

function branchesOf(scope: Scope, visits: readonly Visit[]): Pick<VehiclePage, 'branches'> {
  const known = visits.flatMap(({ row }) => {
    const { branchId } = branchForClock(scope, row.branchId)
    return branchId === undefined ? [] : [[row.id, branchId] as const]
  })
  return known.length === 0 ? {} : { branches: Object.fromEntries(known) }
}

const newestFirst = (one: Visit, other: Visit): number =>
  other.at.localeCompare(one.at) || (one.row.id < other.row.id ? -1 : 1)

async function toVisits(scope: Scope, rows: readonly store.VisitRow[], language: string): Promise<Visit[]> {
  const visits: Visit[] = []
  for (const row of rows) {
    const { masterClientId, templateId, templateVersion: version } = row
    const template = await getTemplateVersion(scope.db, { masterClientId, templateId, version })
    const { timeZone } = atSite(scope, row.siteId).client
    visits.push(toVisit(row, inLanguage(template, language), timeZone))
  }
  return visits
}

const shownFields = Object.keys(KnownVehicle.properties)

const toVehicle = ({ header }: Visit): VehicleHistory['vehicle'] =>
  Object.fromEntries(Object.entries(header.vehicle ?? {}).filter(([name]) => shownFields.includes(name)))

function toPhotos(
  clientId: string,
  visits: readonly Visit[],
  questions: Questions,
  rows: readonly PhotoOfSurvey[],
): VehiclePhoto[] {
  const ofVisit = Map.groupBy(rows, ({ surveyId }) => surveyId)
  return visits.flatMap(({ row, at, template }) => {
    const templateId = toShownId(clientId, template)
    // Rows come newest first, and people read the photos of a visit as they were taken.
    return (ofVisit.get(row.id) ?? [])
      .toReversed()
      .map(({ surveyId, id, questionId, answerId, markId, width, height }) => {
        const text = questionId === null ? undefined : questions.find(templateId, questionId)?.question.text
        return {
          surveyId,
          id,
          at,
          width,
          height,
          ...(questionId === null ? {} : { templateId, questionId }),
          ...(text === undefined ? {} : { text }),
          ...(answerId === null ? {} : { answerId }),
          ...(markId === null ? {} : { markId }),
        }
      })
  })
}

function toContacts(
  messages: readonly MessageOfSurvey[],
  decisions: readonly store.DecisionRow[],
  texts: readonly OfferText[],
): VehicleContact[] {
  const textOf = new Map(texts.map(({ surveyId, quoteId, text }) => [`${surveyId} ${quoteId}`, text]))
  const contacts: VehicleContact[] = [
    ...messages.map(({ surveyId, type, category, state, at }) => ({
      surveyId,
      at: at.toISOString(),
      kind: 'message' as const,
      messageType: type,
      channel: category,
      state,
    })),
    ...decisions.map(({ surveyId, quoteId, status, medium, at }) => {
      const text = textOf.get(`${surveyId} ${quoteId}`)
      return {
        surveyId,
        at: at.toISOString(),
        kind: 'decision' as const,
        quoteId,
        ...(text ? { text } : {}),
        decision: status,
        ...(medium === null ? {} : { medium }),
      }
    }),
  ]
  return contacts.sort((one, other) => other.at.localeCompare(one.at))
}
