// The pages of an owner's link. page-door.ts decides what is common to all pages; who may see or do what is decided here.
import { randomBytes } from 'node:crypto'
import type { OwnerNotice, OwnerReview } from '@walkaround/contract/owner-page.ts'
import { aboutKey } from '@walkaround/contract/rules/line-questions.ts'
import type { FastifyInstance } from 'fastify'
import {
  type Language,
  renderFaceStyle,
  renderOwnerCopy,
  renderOwnerPage,
  renderOwnerPhoto,
  renderReceipt,
  renderReview,
} from '../../http/owner-pages.ts'
import {
  notice,
  openPageDoor,
  type PageCall,
  type PageDoorOptions,
  type PageReply,
  page,
  redirect,
  retryAfter,
} from '../../http/page-door.ts'
import type { Form } from '../../lib/form-body.ts'
import type { Scope } from '../../scope.ts'
import { loadCopy, makeCopy } from './act-copy.ts'
import { askQuestion } from './ask-question.ts'
import { type DecisionBox, decide } from './decide.ts'
import { createGuessLimit } from './guess-limit.ts'
import { loadDealership, loadPage } from './load-page.ts'
import { makeOwnerForm } from './make-form.ts'
import { linkToOwnerPhoto, linkToOwnerPoster, linkToOwnerVideo } from './media-links.ts'
import { askForNewLink, giveFeedback, markOpened, noteWatched } from './owner-acts.ts'
import { findReceipt, makeReceiptFile, type ReceiptPrinting } from './receipts.ts'
import { formIdOf, parseFeedback, parseQuestion, reviewForm } from './rules.ts'
import { findColours, pictures, showPicture } from './show-face.ts'
import { type Arrival, act, findOwnLanguage, type Place, type Visit, visit } from './visit.ts'

interface OwnerPlace extends Place, ReceiptPrinting, PageDoorOptions {
  /** For codes that confirm a decision; without it no code is sent. */
  box: DecisionBox | undefined
}

const newFormId = () => randomBytes(18).toString('base64url')
const isViewOnly = ({ link }: Visit) => link.kind === 'viewing'
const decidesBy = ({ link, state }: Visit) => state === 'valid' && link.kind === 'deciding'
/** The person's choice, otherwise the language in which this customer is written to. */
const languageOf = async (call: PageCall, { scope, link }: Pick<Visit, 'scope' | 'link'>) =>
  call.asked ?? (await findOwnLanguage({ scope, link }))
const toPage = ({ name }: PageCall, language: Language) =>
  redirect(303, `../${encodeURIComponent(name)}?lang=${language}`)

export function ownerPageRoutes(app: FastifyInstance, place: OwnerPlace): void {
  const door = openPageDoor(app, place)
  const guesses = createGuessLimit()

  /** With the contact to call. */
  const told = async (call: PageCall, { scope, link }: Visit, status: number, kind: OwnerNotice['kind']) => {
    const language = await languageOf(call, { scope, link })
    const around = await loadDealership(scope, link.surveyId, language)
    return notice(call, status, { kind, ...around }, language)
  }

  const unknown = (call: PageCall): PageReply => {
    const [address, now] = [call.address(), place.clock()]
    // Thousands of people may share one address: only unknown links are limited, never existing ones.
    if (guesses.isOver(address, now)) return retryAfter(600, notice(call, 429, { kind: 'tooMany' }))
    guesses.count(address, now)
    // The same for every client, existing or not, so that guessing reveals no client's name.
    return notice(call, 404, { kind: 'unknown' })
  }

  /** Shows the notice if the link is not valid; otherwise continues. */
  const receive = (
    call: PageCall,
    goOn: (found: Visit, language: Language) => PageReply | Promise<PageReply>,
  ): Promise<PageReply> =>
    visit(place, call.name, async (arrival) => {
      if (!arrival?.link) return unknown(call)
      const { state } = arrival
      if (state !== 'valid') return told(call, arrival, 410, state)
      return goOn(arrival, await languageOf(call, arrival))
    })
  /** For a viewing link, shows why nothing was done and how to decide (I3). */
  const receiveToDecide = (
    call: PageCall,
    goOn: (found: Visit, language: Language) => PageReply | Promise<PageReply>,
  ) =>
    receive(call, (found, language) =>
      decidesBy(found) ? goOn(found, language) : told(call, found, 403, 'viewOnly'),
    )
  const get = (
    path: string,
    depth: 0 | 1 | 2,
    show: (found: Visit, language: Language, call: PageCall) => PageReply | Promise<PageReply>,
  ) =>
    door.get(path, depth, (call) =>
      receive(call, (found, language) =>
        // A copy opens what was signed, and nothing else of the survey.
        found.link.kind === 'copy' ? notHere(call, found) : show(found, language, call),
      ),
    )
  const notHere = async (call: PageCall, found: Visit) =>
    notice(call, 404, { kind: 'unknown' }, await languageOf(call, found))
  const refuse = async (call: PageCall) => {
    const arrival = await visit(place, call.name, async (found) => found)
    return arrival?.link ? undefined : unknown(call)
  }
  const post = (path: string, take: (call: PageCall, form: Form) => Promise<PageReply>, depth?: 2) =>
    door.post(path, refuse, take, depth)
  const inTransaction = <T>(call: PageCall, work: (arrival: Arrival) => Promise<T>) =>
    act(place, call.name, work)

  const getOwn = (
    path: string,
    depth: 0 | 1 | 2,
    show: (found: Visit, language: Language, call: PageCall) => PageReply | Promise<PageReply>,
  ) => door.get(path, depth, (call) => receive(call, (found, language) => show(found, language, call)))

  getOwn('', 0, async (found, language, call) => {
    if (found.link.kind === 'copy') {
      const copy = await loadCopy(found, language)
      return page(renderOwnerCopy(call.view(language, copy.timeZone), copy))
    }
    const shown = await loadPage(found, language)
    const view = { ...call.view(language, shown.timeZone), isViewOnly: isViewOnly(found) }
    return page(renderOwnerPage(view, shown, { formId: newFormId() }))
  })

  // Reloaded or shared: these addresses have no page of their own.
  for (const path of ['/review', '/edit', '/decide', '/feedback', '/ask', '/question'])
    get(path, 1, (_found, language, call) => toPage(call, language))

  /** Compares what was chosen with what is offered now. */
  const review = async (found: Visit, language: Language, form: Form) =>
    reviewForm(await loadPage(found, language), form, formIdOf(form) ?? newFormId())

  const isEmpty = ({ choices, again }: OwnerReview) => choices.length === 0 && again.length === 0
  const showReview = (call: PageCall, language: Language, reviewed: OwnerReview, status: number) => {
    const view = call.view(language, reviewed.page.timeZone)
    const { formId } = reviewed
    return isEmpty(reviewed)
      ? page(renderOwnerPage(view, reviewed.page, { formId, isEmpty: true }), 400)
      : page(renderReview(view, reviewed), status)
  }

  post('/review', (call, form) =>
    receiveToDecide(call, async (found, language) =>
      showReview(call, language, await review(found, language, form), 200),
    ),
  )

  // Back from the review: the page again, with the choices.
  post('/edit', (call, form) =>
    receiveToDecide(call, async (found, language) => {
      const { page: shown, formId, choices } = await review(found, language, form)
      const chosen = new Map(choices.map((choice) => [choice.line.id, choice]))
      return page(renderOwnerPage(call.view(language, shown.timeZone), shown, { formId, chosen }))
    }),
  )

  post('/decide', async (call, form) => {
    const formId = formIdOf(form)
    if (formId === undefined) return notice(call, 400, { kind: 'broken' })
    // Makes the box read its key before the transaction, not inside it.
    await place.box?.seal('', 'nothing').catch(() => {})
    // The reply is made inside the transaction and sent after the commit.
    const reply = await inTransaction(call, async (arrival) => {
      if (!arrival?.link || !decidesBy(arrival)) return undefined
      const language = await languageOf(call, arrival)
      const outcome = await decide(arrival, { form, formId, language }, place.box)
      if ('receiptId' in outcome)
        return redirect(303, `./receipt/${encodeURIComponent(outcome.receiptId)}?lang=${language}`)
      if ('isTooMany' in outcome) return told(call, arrival, 429, 'tooManyDecisions')
      const { review: reviewed } = outcome
      return showReview(call, language, reviewed, reviewed.code?.state === 'sent' ? 200 : 409)
    })
    return reply ?? receive(call, (found) => told(call, found, 403, 'viewOnly'))
  })

  get('/receipt/:id', 2, async (found, language, call) => {
    const [, id = '', kind] = /^(.*?)(?:\.(pdf|json))?$/.exec(call.params.id ?? '') ?? []
    const kept = await findReceipt(found.scope, found.link.surveyId, id)
    if (!kept) return notice(call, 404, { kind: 'unknown' }, language)
    if (kind === 'json' || kind === 'pdf') {
      const { bytes, type, disposition } = await makeReceiptFile(found.scope, place, kept, kind)
      return {
        status: 200,
        body: bytes,
        headers: { 'content-type': type, 'content-disposition': disposition },
      }
    }
    const view = { ...call.view(language, kept.receipt.timeZone), isViewOnly: isViewOnly(found) }
    const { hasFeedback, face, advisor, own } = await loadPage(found, language)
    return page(renderReceipt(view, { ...kept, formId: newFormId(), hasFeedback, face, advisor, own }))
  })

  // A form has names and contacts, which the page has not: only the link that the person was sent, or got for signing, gives it.
  getOwn('/forms/:file', 2, async (found, language, call) => {
    if (isViewOnly(found)) return told(call, found, 403, 'viewOnly')
    const { file = '' } = call.params
    const form =
      found.link.kind === 'copy'
        ? await makeCopy(found, place, file)
        : await makeOwnerForm(found, place, file, language)
    if (!form) return notHere(call, found)
    return {
      status: 200,
      body: form.bytes,
      headers: { 'content-type': 'application/pdf', 'content-disposition': form.disposition },
    }
  })

  post('/opened', async (call) => {
    const isKnown = await inTransaction(call, async (arrival) => {
      // Staff have viewing links: opening one does not count as opened by the owner.
      if (arrival?.link && decidesBy(arrival)) await markOpened(arrival.scope, arrival.link)
      return arrival?.link !== undefined
    })
    return isKnown ? { status: 204 } : unknown(call)
  })

  // By the script, when a video begins to play. Like the above, it counts for the person the link was sent to alone.
  post(
    '/videos/:id/watched',
    async (call) => {
      const isKnown = await inTransaction(call, async (arrival) => {
        if (!arrival?.link) return undefined
        return decidesBy(arrival) ? noteWatched(arrival, call.params.id ?? '') : true
      })
      if (isKnown === undefined) return unknown(call)
      return isKnown ? { status: 204 } : notice(call, 404, { kind: 'unknown' })
    },
    2,
  )

  post('/feedback', async (call, form) => {
    const feedback = parseFeedback(form)
    const formId = formIdOf(form)
    if (!feedback || formId === undefined) return notice(call, 400, { kind: 'broken' })
    const isTaken = await inTransaction(call, async (arrival) =>
      arrival?.link && decidesBy(arrival) ? giveFeedback(arrival, formId, feedback) : false,
    )
    return receiveToDecide(call, (found) =>
      isTaken ? told(call, found, 200, 'thanks') : told(call, found, 429, 'feedbackTooSoon'),
    )
  })

  /** The page again with what was chosen and written; without any of it, at its own address, so that it can be reloaded. */
  const showAsked = async (
    call: PageCall,
    { found, language, form }: { found: Visit; language: Language; form: Form },
    asked: { drafts: ReadonlyMap<string, string>; alert?: 'empty' | 'long' | 'gone' | undefined },
  ) => {
    const { page: shown, formId, choices } = await review(found, language, form)
    const { drafts, alert } = asked
    if (!alert && choices.length === 0 && drafts.size === 0) return toPage(call, language)
    const chosen = new Map(choices.map((choice) => [choice.line.id, choice]))
    const kept = choices.length === 0 ? {} : { chosen }
    const view = call.view(language, shown.timeZone)
    return page(renderOwnerPage(view, shown, { formId, ...kept, drafts, alert }), alert ? 400 : 200)
  }

  post('/question', async (call, form) => {
    const question = parseQuestion(form)
    const formId = formIdOf(form)
    if (!question || formId === undefined) return notice(call, 400, { kind: 'broken' })
    const { about, words } = question
    const refusal = await inTransaction(call, async (arrival) => {
      if (!arrival?.link || !decidesBy(arrival)) return undefined
      const language = await languageOf(call, arrival)
      return askQuestion(arrival, { about, words, formId, language })
    })
    return receiveToDecide(call, (found, language) => {
      if (refusal === 'tooMany') return told(call, found, 429, 'tooManyQuestions')
      if (refusal === 'closed') return told(call, found, 409, 'askClosed')
      const drafts = new Map(question.drafts)
      if (!refusal) drafts.delete(aboutKey(about))
      return showAsked(call, { found, language, form }, { drafts, alert: refusal })
    })
  })

  post('/ask', async (call) => {
    const asked = await inTransaction(call, async (arrival) => {
      if (!arrival?.link || arrival.state === 'valid') return undefined
      await askForNewLink(arrival)
      return told(call, arrival, 200, 'asked')
    })
    return asked ?? receive(call, (_found, language) => toPage(call, language))
  })

  get('/photos/:id', 2, async (found, language, call) => {
    const shown = await loadPage(found, language)
    const photo = renderOwnerPhoto(call.view(language, shown.timeZone), shown, call.params.id ?? '')
    return photo === undefined ? notice(call, 404, { kind: 'unknown' }, language) : page(photo)
  })

  // Also for a link that has ended: its notice looks like the dealership too, and nothing here is about a survey.
  const face = (
    path: string,
    show: (scope: Scope, surveyId: string) => Promise<string | { bytes: Buffer; contentType: string }>,
  ) =>
    door.get(`/face/${path}`, 2, (call) =>
      visit(place, call.name, async (arrival) => {
        if (!arrival?.link) return unknown(call)
        const shown = await show(arrival.scope, arrival.link.surveyId)
        const { bytes, contentType } =
          typeof shown === 'string' ? { bytes: shown, contentType: 'text/css; charset=utf-8' } : shown
        // The address changes with what is behind it.
        const headers = { 'content-type': contentType, 'cache-control': 'private, max-age=86400' }
        return { status: 200, body: bytes, headers }
      }),
    )
  face('style.css', async (scope, surveyId) => renderFaceStyle(await findColours(scope, surveyId)))
  for (const name of pictures)
    face(name, (scope, surveyId) => showPicture(scope, place.media, surveyId, name))

  const file = (path: string, link: (found: Visit, params: PageCall['params']) => Promise<string>) =>
    get(path, 2, async (found, _language, { params }) =>
      redirect(302, new URL(place.baseUrl()).pathname.replace(/\/$/, '') + (await link(found, params))),
    )
  file('/photos/:id/:size', (found, { id = '', size = '' }) => linkToOwnerPhoto(found, place.media, id, size))
  file('/videos/:id', (found, { id = '' }) => linkToOwnerVideo(found, place.media, id))
  file('/videos/:id/poster', (found, { id = '' }) => linkToOwnerPoster(found, place.media, id))
}
