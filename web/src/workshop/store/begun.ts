// Inspections started here that the service does not know yet: their surveys, and their cards on the board.
import type { BoardCard, BoardSurvey, NewInspection } from '@walkaround/contract/app/board.ts'
import { isFinding } from '@walkaround/contract/rules/counted-findings.ts'
import type { Store } from './database.ts'
import { findShownPage } from './shown-page.ts'
import { elementsOf, isAnswered, listQuestions, statusOf } from './survey-elements.ts'
import { surveyKey } from './survey-key.ts'
import type { OutboxItem } from './tables.ts'

type Begin = OutboxItem & {
  change: { type: 'putInspection'; inspectionId: string; inspection: NewInspection }
}

export const isBegin = (item: OutboxItem): item is Begin => item.change.type === 'putInspection'

/** Of all people: what must be sent first does not depend on who did it. */
async function listBegins(store: Store): Promise<Begin[]> {
  return (await store.outbox.where('state').anyOf('device', 'sent', 'refused').toArray()).filter(isBegin)
}

/** The key of each survey that must be created before anything of it is sent or read. */
export async function listUnborn(store: Store): Promise<Set<string>> {
  const begins = await listBegins(store)
  return new Set(
    begins.flatMap(({ clientId, change }) =>
      (change.inspection.surveys ?? []).map(({ id }) => surveyKey({ clientId, surveyId: id })),
    ),
  )
}

export const isUnborn = async (store: Store, clientId: string, surveyId: string): Promise<boolean> =>
  (await listUnborn(store)).has(surveyKey({ clientId, surveyId }))

/** As the service will show them, counted from what was done here. */
export async function listBegunCards(
  store: Store,
  { clientId, login, name, branch }: { clientId: string; login: string; name?: string; branch?: string },
): Promise<BoardCard[]> {
  const cards: BoardCard[] = []
  for (const { clientId: of, login: by, change, at } of await listBegins(store)) {
    const { inspection, inspectionId } = change
    const { surveys = [], branchId, numberPlate, vin, make, model, customerName, description } = inspection
    if (of !== clientId || by !== login || surveys.length === 0) continue
    if (branch !== undefined && branchId !== branch) continue
    const shown: BoardSurvey[] = []
    for (const { id } of surveys) shown.push(...(await countSurvey(store, clientId, id, name)))
    const vehicle = [make, model].filter(Boolean).join(' ')
    cards.push({
      kind: 'order',
      id: inspectionId,
      branchId,
      surveys: shown,
      changedAt: at,
      plannedStart: at,
      isManual: true,
      ...(numberPlate ? { numberPlate } : {}),
      ...(vin ? { vin } : {}),
      ...(vehicle ? { vehicle } : {}),
      ...(customerName ? { customer: customerName } : {}),
      ...(description ? { description } : {}),
    })
  }
  return cards
}

async function countSurvey(
  store: Store,
  clientId: string,
  surveyId: string,
  name: string | undefined,
): Promise<BoardSurvey[]> {
  const page = await findShownPage(store, clientId, surveyId)
  if (!page) return []
  const { survey } = page
  const questions = listQuestions(elementsOf(page)).filter(({ visible }) => visible !== false)
  const counts = { red: 0, amber: 0, green: 0 }
  for (const question of questions) {
    const status = isFinding(question) ? statusOf(question) : undefined
    if (status) counts[status] += 1
  }
  const media = await store.media.where({ clientId, surveyId }).toArray()
  return [
    {
      id: surveyId,
      surveyType: survey.surveyType,
      text: survey.text,
      completed: survey.completed,
      closed: false,
      questions: questions.length,
      answered: questions.filter(isAnswered).length,
      ...counts,
      photos: media.filter(({ kind }) => kind === 'photo').length,
      videos: media.filter(({ kind }) => kind === 'video').length,
      isMine: true,
      ...(name === undefined ? {} : { surveyor: name }),
    },
  ]
}
