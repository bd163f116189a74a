// The queue of the parts desk: a page of it, each request with its finding and its car. What is over is left out as it is read.
import type { PartQueue, PartQueueEntry, PartQueueQuery } from '@walkaround/contract/dms/parts.ts'
import { titleOf } from '@walkaround/contract/rules/customer-title.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { partStates } from '@walkaround/contract/rules/parts.ts'
import { listReachedBranches, namedBranches } from '../../organisation/bind-branch.ts'
import { listPartSites } from '../../organisation/client-store.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { listPhotosOfQuestions } from '../photos/rows.ts'
import { advisorOf, headerOf } from '../surveys/header.ts'
import { getTemplateVersion, inLanguage } from '../templates/versions.ts'
import type { QueueRow } from './model.ts'
import { readPlace, toRequest, writePlace } from './rules.ts'
import * as store from './store.ts'

const LISTED = 50
const MINUTE_MS = 60_000

export async function readQueue(
  scope: Scope,
  query: Omit<PartQueueQuery, 'language'> & { language?: string },
): Promise<PartQueue> {
  const { branch, state, after, limit = LISTED, language = scope.client.language } = query
  const place = after === undefined ? undefined : readPlace(after)
  if (after !== undefined && !place)
    throw problem('invalidCursor', 'after: give the `next` of the page before')
  const asked = {
    branchIds: branch === undefined ? await listReachedBranches(scope) : await namedBranches(scope, branch),
    siteIds: await listPartSites(scope.db, scope.clientId),
  }
  const rows = await store.listQueue(scope, asked, { state, after: place, limit: limit + 1 })
  const counted = new Map((await store.countQueue(scope, asked)).map((one) => [one.state, one.count]))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const counts = Object.fromEntries(partStates.map((one) => [one, counted.get(one) ?? 0]))
  return {
    at: scope.now.toISOString(),
    counts: counts as PartQueue['counts'],
    entries: await describe(scope, shown, language),
    ...(rows.length > limit && last
      ? { next: writePlace({ ...last, since: last.since.toISOString() }) }
      : {}),
  }
}

async function describe(
  scope: Scope,
  rows: readonly QueueRow[],
  language: string,
): Promise<PartQueueEntry[]> {
  const keyOf = ({ surveyId, questionId }: { surveyId: string; questionId: string }) =>
    JSON.stringify([surveyId, questionId])
  const photos = Map.groupBy(await listPhotosOfQuestions(scope, rows), keyOf)
  const titles = await readTitles(scope, rows, language)
  return rows.map((row) => ({
    surveyId: row.surveyId,
    branchId: row.branchId,
    request: toRequest(row, scope.actor.id),
    title: titles(row),
    grade: row.grade,
    since: row.since.toISOString(),
    minutes: Math.max(0, Math.floor((scope.now.getTime() - row.since.getTime()) / MINUTE_MS)),
    photos: (photos.get(keyOf(row)) ?? []).map(({ id }) => id),
    ...carOf(row),
  }))
}

type Titled = Pick<QueueRow, 'questionId' | 'masterClientId' | 'templateId' | 'templateVersion'>

/** What findings are called, from the few template versions they are of. */
export async function readTitles(
  scope: Scope,
  rows: readonly Titled[],
  language: string,
): Promise<(row: Titled) => string> {
  const keyOf = ({ masterClientId, templateId, templateVersion }: Titled) =>
    JSON.stringify([masterClientId, templateId, templateVersion])
  const known = new Map<string, ReturnType<typeof inLanguage>>()
  for (const row of rows) {
    if (known.has(keyOf(row))) continue
    const { masterClientId, templateId, templateVersion: version } = row
    const template = await getTemplateVersion(scope.db, { masterClientId, templateId, version })
    known.set(keyOf(row), inLanguage(template, language))
  }
  return (row) => {
    const text = known.get(keyOf(row))?.questions.get(row.questionId)?.text ?? row.questionId
    return titleOf({ id: row.questionId, text }, undefined)
  }
}

function carOf(row: QueueRow): Partial<PartQueueEntry> {
  const header = headerOf(row)
  const { externalId, vehicle, workPlan } = header
  const advisor = advisorOf(header)
  const texts = {
    value: row.value,
    unitOfMeasurement: row.unitOfMeasurement,
    orderId: row.orderId,
    leadId: row.leadId,
    externalId,
    numberPlate: vehicle?.numberPlate,
    vin: vehicle?.vin,
    vehicle: [vehicle?.make, vehicle?.model].filter(Boolean).join(' '),
    advisor: advisor && nameOf(advisor),
    promisedAt: workPlan?.promisedAt,
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
}
