// The steps between the dealership and the owner: results and reminders that go out, and what the owner does by the link. The embedded
// database runs one transaction at a time, so messages are delivered inside that of the demo, into the outbox.
import { ownerFields } from '@walkaround/contract/owner-page.ts'
import type { Database } from '@walkaround/server/db/database.ts'
import type { Db } from '@walkaround/server/db/sql.ts'
import { everything, writeLedger } from '@walkaround/server/features/ledger/follow-findings.ts'
import { sendMessageJob } from '@walkaround/server/features/messages/deliver-message.ts'
import { listMessages } from '@walkaround/server/features/messages/read-messages.ts'
import { REMIND_JOB, SEND_JOB } from '@walkaround/server/features/messages/send-message.ts'
import { type Post, sendResults } from '@walkaround/server/features/messages/send-results.ts'
import {
  createOwnerLink,
  findOwnerLink,
  type HeldLink,
  listLinksOfSurveys,
} from '@walkaround/server/features/owner-links/owner-links.ts'
import { parseLinkName } from '@walkaround/server/features/owner-links/token.ts'
import { askQuestion } from '@walkaround/server/features/owner-page/ask-question.ts'
import { decide } from '@walkaround/server/features/owner-page/decide.ts'
import { loadPage } from '@walkaround/server/features/owner-page/load-page.ts'
import { giveFeedback, markOpened } from '@walkaround/server/features/owner-page/owner-acts.ts'
import { listPageLines } from '@walkaround/server/features/owner-page/rules.ts'
import type { Visit } from '@walkaround/server/features/owner-page/visit.ts'
import { packageQuoteId, type VariantRef } from '@walkaround/server/features/quotes/select-variant.ts'
import { sendReminder } from '@walkaround/server/features/reminders/by-hand.ts'
import { reminderGate } from '@walkaround/server/features/reminders/person.ts'
import { newId } from '@walkaround/server/lib/ids.ts'
import { ownerActor, type Scope } from '@walkaround/server/scope.ts'
import type { OwnerDecision } from './steps.ts'

/** What goes out to the owner; the link of the last message leads to the page. */
export interface Mail {
  send(scope: Scope, surveyId: string): Promise<void>
  remind(scope: Scope, surveyId: string): Promise<void>
  /** What the advisor is told of the owner's act. */
  tell(scope: Scope, surveyId: string): Promise<void>
}

/** Without a place for links nothing goes out, and owners come by links that staff gave them. */
export function openMail(db: Db, post: Post | undefined): Mail {
  if (!post) return { send: nothing, remind: nothing, tell: nothing }
  const { box, baseUrl } = post
  const job = (now: Date) =>
    sendMessageJob({
      database: within(db),
      ...{ box, clock: () => now, baseUrl: () => baseUrl, channelFor: () => undefined },
      reminderGate: reminderGate({ box, baseUrl: () => baseUrl }),
    })
  // The queue finds it already sent and has nothing to do.
  const deliver = ({ clientId, now }: Scope, messageId: string, kind: string) => {
    const { signal } = new AbortController()
    return job(now).work({ clientId, id: messageId, kind, payload: { messageId }, attempt: 1, signal })
  }
  return {
    async send(scope, surveyId) {
      const messageId = newId(scope.now.getTime())
      const wanted = { recipient: 'customer', channel: 'email' } as const
      await sendResults(scope, { surveyId, messageId, wanted }, post)
      await deliver(scope, messageId, SEND_JOB)
    },
    async remind(scope, surveyId) {
      // Otherwise only the end of the transaction would tell what is open.
      await writeLedger(scope, { surveyIds: [surveyId], orderIds: [], leadIds: [] }, everything)
      const reminderId = newId(scope.now.getTime())
      await deliver(scope, await sendReminder(scope, { surveyId, reminderId }, {}, post), REMIND_JOB)
    },
    async tell(scope, surveyId) {
      for (const { id, state } of await listMessages(scope, surveyId))
        if (state === 'waiting') await deliver(scope, id, SEND_JOB)
    },
  }
}

const nothing = async () => {}

/** All of the demo is one transaction. */
const within = (db: Db): Database => ({
  engine: 'embedded',
  rows: (statement) => db.rows(statement),
  row: (statement) => db.row(statement),
  run: (statement) => db.run(statement),
  send: (statement) => db.send(statement),
  transaction: (work) => work(db),
  session: refuse,
  script: refuse,
  exclusively: refuse,
  close: refuse,
})
const refuse = () => Promise.reject(new Error('this is inside a transaction'))

/** By the newest link that was sent or, without one, by a link that nobody else gets. */
export async function visit(scope: Scope, surveyId: string): Promise<Visit> {
  const [sent] = (await listLinksOfSurveys(scope, [surveyId])).filter(({ tokenHash }) => tokenHash).slice(-1)
  const link = sent ? { ...sent, kind: 'deciding' as const } : await makeLink(scope, surveyId)
  return { scope: { ...scope, actor: ownerActor }, link, state: 'valid' }
}

async function makeLink(scope: Scope, surveyId: string): Promise<HeldLink> {
  const { url } = await createOwnerLink(scope, surveyId, { baseUrl: '' })
  const parts = parseLinkName(url.slice(url.lastIndexOf('/') + 1))
  const link = parts && (await findOwnerLink(scope, parts.hash))
  if (!link) throw new Error('the link that was just made is not there')
  return link
}

export async function look(owner: Visit, surveyId: string, stars: number | undefined): Promise<void> {
  await markOpened(owner.scope, owner.link)
  if (stars !== undefined) await giveFeedback(owner, surveyId, { stars, text: undefined })
}

export async function decideAll(owner: Visit, decisions: readonly OwnerDecision[]): Promise<void> {
  const { language } = owner.scope.client
  const lines = listPageLines(await loadPage(owner, language))
  const form = new Map(lines.map((line) => [ownerFields.state + line.id, line.state]))
  for (const { of, word, until, reason } of decisions) {
    const id = typeof of === 'string' ? of : packageQuoteId(of)
    form.set(ownerFields.word + id, word)
    if (until !== undefined) form.set(ownerFields.date + id, until)
    if (reason !== undefined) form.set(ownerFields.reason + id, reason)
  }
  const formId = newId(owner.scope.now.getTime())
  const outcome = await decide(owner, { form, formId, language }, undefined)
  if (!('receiptId' in outcome))
    throw new Error(`nothing was decided: ${JSON.stringify(outcome).slice(0, 300)}`)
}

export async function ask(owner: Visit, variant: VariantRef, words: string): Promise<void> {
  const about = { kind: 'quote', id: packageQuoteId(variant) } as const
  const asked = { about, words, formId: about.id, language: owner.scope.client.language }
  const refusal = await askQuestion(owner, asked)
  if (refusal !== undefined) throw new Error(`the question was refused: ${refusal}`)
}
