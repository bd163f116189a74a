// Sends changes, survey by survey, each in order. One pass; loop.ts decides when and how often. Nothing is deleted from the store
// here: confirmed changes are deleted when a page contains them (store/pages.ts).
import type { Operations } from '../api/operations.ts'
import { Refused, Unreachable } from '../api/problem.ts'
import { layOnBoards } from '../store/card-changes.ts'
import type { Store } from '../store/database.ts'
import { confirm, listToSend, markSent, refuse } from '../store/outbox.ts'
import { surveyKey } from '../store/survey-key.ts'
import type { OutboxItem } from '../store/tables.ts'

/** A request accepts 500 edits; fewer are sent, so that a slow connection confirms something from time to time. */
const batchSize = 50

interface FlushOptions {
  store: Store
  operations: Operations
  login: string
  device?: string
  /** Uploads of a survey must be announced to the server before it is completed (D5), and a photo before it is moved. */
  announce: (clientId: string, surveyId: string, photoId?: string) => Promise<void>
  onConfirmed?: OnConfirmed
}

/** A survey, or a car as a whole, has changed on the server. `isAsShown`: exactly as the screen already shows it. */
export type OnConfirmed = (clientId: string, surveyId: string, isAsShown: boolean, card?: string) => void

/** Statuses about the body as a whole. */
const malformed = new Set([400, 413, 422])

type Batch = readonly [OutboxItem, ...OutboxItem[]]

/** Runs until nothing is left to send. Throws what stopped it: Unreachable or SignedOut. */
export async function flush(options: FlushOptions): Promise<void> {
  const stuck = new Map<string, Unreachable>()
  for (;;) {
    const all = await listToSend(options.store, options.login)
    const items = all.filter((item) => !stuck.has(surveyKey(item)))
    if (items.length === 0) break
    // The first changes of each survey; surveys do not wait for each other's refusals.
    const heads = new Map<string, OutboxItem[]>()
    for (const item of items) {
      const key = surveyKey(item)
      heads.set(key, [...(heads.get(key) ?? []), item])
    }
    for (const [key, queue] of heads)
      try {
        await sendHead(options, takeBatch(queue))
      } catch (error) {
        // The server failed at this one request, not the network: other surveys need not wait for it.
        if (!(error instanceof Unreachable && error.message === '500')) throw error
        stuck.set(key, error)
      }
  }
  const [failure] = stuck.values()
  if (failure) throw failure
}

/** Consecutive edits go together; `complete` goes alone, after the uploads were announced. */
function takeBatch(queue: readonly OutboxItem[]): Batch {
  const [first, ...rest] = queue
  if (first === undefined) throw new Error('nothing to send')
  if (!isBatchable(first)) return [first]
  const end = rest.findIndex((item) => !isBatchable(item))
  return [first, ...rest.slice(0, Math.min(end < 0 ? rest.length : end, batchSize - 1))]
}

const isBatchable = ({ change }: OutboxItem) => change.type === 'edit' && change.edit.kind !== 'complete'

async function sendHead(options: FlushOptions, batch: Batch): Promise<void> {
  const { store } = options
  const [{ clientId, surveyId, change }] = batch
  if (change.type === 'edit' && change.edit.kind === 'complete') await options.announce(clientId, surveyId)
  if (change.type === 'movePhoto') await options.announce(clientId, surveyId, change.photoId)
  // Written before sending: after a crash it is sent again, and the server recognises its id.
  await markSent(store, batch)
  let isAccepted = true
  try {
    if (change.type === 'edit') isAccepted = await sendEdits(options, batch)
    else {
      await sendOther(options.operations, batch[0])
      if ('card' in change) await layOnBoards(store, clientId, change)
      await confirm(store, batch)
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (batch.length > 1 && malformed.has(error.status)) {
      // One malformed edit must not block the others.
      for (const item of batch) await sendHead(options, [item])
      return
    }
    // Refused as a whole: no such survey, or no right to it. Each edit keeps the reason.
    isAccepted = false
    for (const item of batch)
      await refuse(store, item, { code: error.code, error: error.message, info: error.info })
  }
  if (change.type === 'putInboxRead') return
  const card = 'card' in change ? change.card : undefined
  options.onConfirmed?.(clientId, surveyId, isAccepted && batch.every(isPlain), card)
}

/** Answers are already shown as the server has them; other changes may have effects: totals, signatures, who completed it. */
const isPlain = ({ change }: OutboxItem) =>
  change.type === 'edit' && (change.edit.kind === 'answers' || change.edit.kind === 'clear')

/** Whether the server accepted all of them, and nobody else answered the same. */
async function sendEdits({ store, operations, device }: FlushOptions, batch: Batch): Promise<boolean> {
  const [{ clientId, surveyId }] = batch
  const edits = batch.flatMap(({ change }) => (change.type === 'edit' ? [change.edit] : []))
  const { results } = await operations.postEdits(clientId, surveyId, edits, device)
  const byId = new Map(results.map((result) => [result.id, result]))
  const done: OutboxItem[] = []
  for (const item of batch) {
    const result = byId.get(item.id)
    // An edit without a result was not confirmed: it stays and is sent again.
    if (result === undefined) continue
    if (result.state !== 'refused') done.push(item)
    else
      await refuse(store, item, {
        code: result.errorCode ?? 400,
        error: result.error ?? '',
        info: result.errorInfo ?? '',
      })
  }
  if (done.length > 0) await confirm(store, done)
  if (batch.some(({ id }) => !byId.has(id))) throw new Unreachable('an edit without a result')
  return done.length === batch.length && !results.some(({ hasConflict }) => hasConflict)
}

function sendOther(operations: Operations, { clientId, surveyId, change }: OutboxItem): Promise<unknown> {
  switch (change.type) {
    case 'putMark':
      return operations.putMark(clientId, surveyId, change.markId, change.mark)
    case 'deleteMark':
      return goneIsFine(operations.deleteMark(clientId, surveyId, change.markId))
    case 'putSignature':
      return operations.putSignature(clientId, surveyId, change.signatureId, change.signature)
    case 'movePhoto':
      return goneIsFine(operations.movePhoto(clientId, surveyId, change.photoId, change.place))
    case 'deletePhoto':
      return goneIsFine(operations.deletePhoto(clientId, surveyId, change.photoId))
    case 'putMarkup':
      return operations.putMarkup(clientId, surveyId, change.photoId, change.markup)
    case 'deleteVideo':
      return goneIsFine(operations.deleteVideo(clientId, surveyId, change.videoId))
    case 'putInspection':
      return operations.putInspection(clientId, change.inspectionId, change.inspection)
    case 'putAnswer':
      return operations.putAnswer(clientId, surveyId, change)
    case 'putPartRequest':
      return operations.putPartRequest(clientId, surveyId, change.questionId, change.request)
    case 'deletePartRequest':
      return goneIsFine(operations.deletePartRequest(clientId, surveyId, change.questionId, change.withdrawn))
    case 'putPlan':
      return operations.putPlan(clientId, change.card, change.plan)
    case 'putNote':
      return operations.putNote(clientId, change.card, change.noteId, change.note)
    case 'putNotesRead':
      return goneIsFine(operations.putNotesRead(clientId, change.card, change.until))
    case 'putInboxRead':
      return operations.putInboxRead(clientId, change.ids)
    case 'edit':
      throw new Error('edits go in batches')
  }
}

/** Already removed by this device in a request whose reply was lost, or by somebody else. */
async function goneIsFine(removal: Promise<void>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!(error instanceof Refused && error.status === 404)) throw error
  }
}
