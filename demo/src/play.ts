// Carries out what happened at the demo dealership, through the same use cases and the same reading of bodies as for any DMS and
// app, each step at its time and in the name of the person who did it.
import { NewAnswer } from '@walkaround/contract/app/line-questions.ts'
import { PhotoMarkup } from '@walkaround/contract/app/markup.ts'
import { Signature } from '@walkaround/contract/app/media.ts'
import { NewNote } from '@walkaround/contract/app/notes.ts'
import { NewPartRequest } from '@walkaround/contract/app/parts.ts'
import { PlanChange } from '@walkaround/contract/app/work-plans.ts'
import { CustomerReviewRequest, DealItem } from '@walkaround/contract/dms/leads.ts'
import { DamageMark } from '@walkaround/contract/dms/media.ts'
import { PartReply } from '@walkaround/contract/dms/parts.ts'
import { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { Answer, type SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import type { Db } from '@walkaround/server/db/sql.ts'
import { putNote } from '@walkaround/server/features/car-notes/notes.ts'
import { putMark } from '@walkaround/server/features/damage/marks.ts'
import { putDeal } from '@walkaround/server/features/leads/deals.ts'
import { getLeadJson } from '@walkaround/server/features/leads/get-lead.ts'
import { putLead } from '@walkaround/server/features/leads/put-lead.ts'
import { putAnswer } from '@walkaround/server/features/line-questions/answer.ts'
import { listThreads } from '@walkaround/server/features/line-questions/threads.ts'
import type { Post } from '@walkaround/server/features/messages/send-results.ts'
import { replyToRequest } from '@walkaround/server/features/parts/reply.ts'
import { requestParts } from '@walkaround/server/features/parts/request-parts.ts'
import { attachPhoto } from '@walkaround/server/features/photos/attach-photo.ts'
import { putMarkup } from '@walkaround/server/features/photos/mark-up-photo.ts'
import { packageQuoteId } from '@walkaround/server/features/quotes/select-variant.ts'
import { getOrderJson } from '@walkaround/server/features/service-orders/get-order.ts'
import { putOrder } from '@walkaround/server/features/service-orders/put-order.ts'
import { getSignedText } from '@walkaround/server/features/surveys/act.ts'
import { addCustomAnswer } from '@walkaround/server/features/surveys/answers.ts'
import { completeSurvey, reopenSurvey } from '@walkaround/server/features/surveys/complete-survey.ts'
import { giveAnswers } from '@walkaround/server/features/surveys/give-answers.ts'
import { putSignature } from '@walkaround/server/features/surveys/sign.ts'
import { attachReadyVideo } from '@walkaround/server/features/videos/attach-ready-video.ts'
import { changePlan } from '@walkaround/server/features/work-plans/set-plan.ts'
import { type Scope, unconditional } from '@walkaround/server/scope.ts'
import { bodyReader } from './bodies.ts'
import { type Dealership, loginOf, staff } from './dealership.ts'
import { numbered } from './lines.ts'
import type { DemoFiles } from './photos.ts'
import * as mail from './play-messages.ts'
import * as quotes from './play-quotes.ts'
import { OWN_HEALTH_SURVEY, type Step, type SurveyOf } from './steps.ts'
import { toLocalIso } from './workshop-clock.ts'

const readOrder = bodyReader(ServiceOrder)
const readLead = bodyReader(CustomerReviewRequest)
const readDeal = bodyReader(DealItem)
const readAnswer = bodyReader(Answer)
const readMark = bodyReader(DamageMark)
const readMarkup = bodyReader(PhotoMarkup)
const readSignature = bodyReader(Signature)
const readNewAnswer = bodyReader(NewAnswer)
const readNote = bodyReader(NewNote)
const readPartRequest = bodyReader(NewPartRequest)
const readPartReply = bodyReader(PartReply)
const readPlan = bodyReader(PlanChange)

/** The scope of the DMS, or of one of the staff. */
export function scopeOf(db: Db, { client, dms }: Dealership, now: Date, loginId = dms): Scope {
  const actor = { kind: 'login', id: loginId, ...(loginId === dms ? { isDms: true as const } : {}) } as const
  return { db, clientId: client.clientId, client, actor, now }
}

async function answerOwner(
  scope: Scope,
  surveyId: string,
  { variant, id: answerId, text, by }: Extract<Step, { do: 'answerOwner' }>,
): Promise<void> {
  const quoteId = packageQuoteId(variant)
  const thread = (await listThreads(scope, surveyId)).find(({ about }) => about.id === quoteId)
  if (!thread) throw new Error(`nobody asked about ${quoteId}`)
  const { questionId } = thread
  const body = readNewAnswer({ text, seen: questionId })
  await putAnswer(scope, { surveyId, questionId, answerId }, body, { name: nameOf(staff[by].person) })
}

export async function play(
  db: Db,
  dealership: Dealership,
  steps: readonly Step[],
  { files, post }: { files: DemoFiles; post: Post | undefined },
): Promise<void> {
  const known = new Map<string, SurveyRef[]>()
  const { send, remind, tell } = mail.openMail(db, post)

  async function surveyIdOf(scope: Scope, survey: SurveyOf): Promise<string> {
    const owner = 'orderId' in survey ? `order/${survey.orderId}` : `lead/${survey.leadId}`
    const find = () => known.get(owner)?.find(({ surveyType }) => surveyType === survey.type)?.id
    if (find() === undefined) {
      const json = await ('orderId' in survey
        ? getOrderJson(scope, survey.orderId)
        : getLeadJson(scope, survey.leadId))
      known.set(owner, (JSON.parse(json) as { surveys: SurveyRef[] }).surveys)
    }
    const id = find()
    if (id === undefined) throw new Error(`${owner} has no ${survey.type} survey`)
    return id
  }

  async function withOrigins(scope: Scope, id: string, order: ServiceOrder): Promise<ServiceOrder> {
    if (!order.contents?.some(({ healthSurveyId }) => healthSurveyId === OWN_HEALTH_SURVEY)) return order
    const healthSurveyId = await surveyIdOf(scope, { orderId: id, type: 'health' })
    const contents = order.contents.map((line) => (line.healthSurveyId ? { ...line, healthSurveyId } : line))
    return { ...order, contents }
  }

  async function withQuotes(scope: Scope, id: string, order: ServiceOrder): Promise<ServiceOrder> {
    const surveyId = await surveyIdOf(scope, { orderId: id, type: 'health' })
    const lines = order.contents?.map(({ id: _, ...line }) => line) ?? []
    return { ...order, contents: numbered([...lines, ...(await quotes.listInvoiceLines(scope, surveyId))]) }
  }

  async function plan(
    scope: Scope,
    { orderId, by, promised, technician }: Extract<Step, { do: 'plan' }>,
  ): Promise<void> {
    const { clientId } = scope
    const login = technician && loginOf(clientId, technician)
    const body = readPlan({
      ...(promised === undefined ? {} : { promised: { timestamp: promised } }),
      ...(login === undefined ? {} : { technician: { id: login } }),
    })
    const { role } = staff[by]
    await changePlan(scope, `order/${orderId}`, body, { login: loginOf(clientId, by), role })
  }

  async function take(step: Step): Promise<void> {
    const by = 'by' in step ? dealership.staff.get(step.by) : undefined
    const scope = scopeOf(db, dealership, step.at, by)
    const surveyId = 'survey' in step ? await surveyIdOf(scope, step.survey) : ''
    switch (step.do) {
      case 'putOrder': {
        const invoiced = step.isInvoice ? await withQuotes(scope, step.id, step.order) : step.order
        await putOrder(scope, step.id, readOrder(await withOrigins(scope, step.id, invoiced)), unconditional)
        return
      }
      case 'putLead':
        await putLead(scope, step.id, readLead(step.lead), unconditional)
        return
      case 'putDeal':
        return putDeal(scope, step.leadId, step.id, readDeal(step.deal))
      case 'addAnswer':
        await addCustomAnswer(scope, { surveyId, questionId: step.questionId }, readAnswer(step.answer))
        return
      case 'inspect':
        await giveAnswers(scope, surveyId, staff[step.by].person, step.answers)
        return
      case 'addPhoto': {
        const taken = { ...files.photo(step.photo), takenAt: toLocalIso(step.at) }
        await attachPhoto(scope, surveyId, { ...taken, ...step.place, id: step.id })
        return
      }
      case 'markUp': {
        const body = readMarkup({ version: 'demo', shapes: step.shapes })
        return putMarkup(scope, surveyId, step.photoId, body, { name: nameOf(staff[step.by].person) })
      }
      case 'addVideo': {
        const { id, questionId, chapters } = step
        await attachReadyVideo(scope, surveyId, { id, questionId, chapters }, files.video)
        return
      }
      case 'mark':
        await putMark(scope, surveyId, step.id, readMark(step.mark))
        return
      case 'sign':
        await putSignature(
          scope,
          surveyId,
          step.id,
          readSignature({ ...step.signature, shown: await getSignedText(scope, surveyId) }),
        )
        return
      case 'note': {
        const body = readNote({ text: step.text, for: step.for })
        return putNote(scope, `order/${step.orderId}`, step.id, body, { name: nameOf(staff[step.by].person) })
      }
      case 'plan':
        return plan(scope, step)
      case 'askParts': {
        const { questionId, text } = step
        const body = readPartRequest({ tap: `${questionId}-1`, text })
        return requestParts(scope, { surveyId, questionId }, body, { name: nameOf(staff[step.by].person) })
      }
      case 'replyParts': {
        const { questionId, reply } = step
        const body = readPartReply({ ...reply, revision: 1 })
        await replyToRequest(scope, { surveyId, questionId }, body, { name: nameOf(staff[step.by].person) })
        return
      }
      case 'send':
        return send(scope, surveyId)
      case 'remind':
        return remind(scope, surveyId)
      case 'ownerVisit':
        await mail.look(await mail.visit(scope, surveyId), surveyId, step.stars)
        return step.stars === undefined ? undefined : tell(scope, surveyId)
      case 'ownerDecides':
        await mail.decideAll(await mail.visit(scope, surveyId), step.decisions)
        return tell(scope, surveyId)
      case 'ownerAsks':
        return mail.ask(await mail.visit(scope, surveyId), step.variant, step.text)
      case 'answerOwner':
        return answerOwner(scope, surveyId, step)
      case 'complete':
        return completeSurvey(scope, surveyId)
      case 'reopen':
        return reopenSurvey(scope, surveyId, step.reason)
      case 'select':
        return quotes.select(scope, surveyId, step.variant, step.approval)
      case 'decide':
        return quotes.decide(scope, surveyId, step.variant, {
          approval: step.approval,
          recordedBy: staff[step.by].person,
        })
      case 'putQuote':
        return quotes.put(scope, surveyId, step.id, step.quote)
      case 'decideDue':
        return quotes.decideDue(scope, surveyId, step.packageId, step.approval)
      case 'withdrawDue':
        return quotes.withdrawDue(scope, surveyId, step.packageIds)
    }
  }

  for (const step of steps) {
    try {
      await take(step)
    } catch (cause) {
      // Names the failed step among a few hundred; the cause says what is wrong with it.
      const subject = 'survey' in step ? JSON.stringify(step.survey) : 'id' in step ? step.id : ''
      if (cause instanceof Error) cause.message = `${step.do} ${subject}: ${cause.message}`
      throw cause
    }
  }
}
