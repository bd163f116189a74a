// The door of the owner's page. A GET changes nothing, whoever makes it (G4); the token is in the address and nowhere else.
import { randomBytes } from 'node:crypto'
import type { OwnerNotice } from '@walkaround/contract/owner-page.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddressReader } from '../../http/addresses.ts'
import {
  isOwnForm,
  type Language,
  ownerHeaders,
  ownerLanguage,
  renderOwnerNotice,
  renderOwnerPage,
  renderOwnerPhoto,
  renderReceipt,
  renderReview,
  sendOwnerPage,
  viewOf,
} from '../../http/owner-pages.ts'
import { type Form, parseForm } from '../../lib/form-body.ts'
import { type DecisionBox, decide } from './decide.ts'
import { createGuessLimit } from './guess-limit.ts'
import { loadDealership, loadPage } from './load-page.ts'
import { linkToOwnerPhoto, linkToOwnerPoster, linkToOwnerVideo } from './media-links.ts'
import { askForNewLink, giveFeedback, markOpened } from './owner-acts.ts'
import { findLetterhead, makeReceiptPdf, type ReceiptPrinting } from './receipt-pdf.ts'
import { findReceipt } from './receipts.ts'
import { formIdOf, parseFeedback, reviewForm } from './rules.ts'
import { type Arrival, act, type Place, type Visit, visit } from './visit.ts'

export interface OwnerDoor extends Place, ReceiptPrinting {
  /** For codes that confirm a decision; without it none is sent. */
  box: DecisionBox | undefined
  baseUrl: () => string
  addressOf: AddressReader
  isPrepared: () => boolean
}

interface Params {
  name: string
  id: string
  size: string
}

type Depth = 0 | 1 | 2
type Sent = FastifyReply | Promise<FastifyReply>

const newFormId = () => randomBytes(18).toString('base64url')
const seeOther = (reply: FastifyReply, location: string) =>
  reply.code(303).headers(ownerHeaders).header('location', location).send()

/** Larger than any form with hundreds of lines: a line takes some 400 bytes in five fields. */
const FORM_BYTES = 128 * 1024
const MOST_FIELDS = 1500

export function ownerPageRoutes(app: FastifyInstance, door: OwnerDoor): void {
  const guesses = createGuessLimit()
  const nameOf = (request: FastifyRequest) => (request.params as Params).name

  const notice = (
    request: FastifyRequest,
    reply: FastifyReply,
    depth: Depth,
    status: number,
    shown: OwnerNotice,
    language?: string,
  ) => {
    const view = viewOf({ name: nameOf(request), depth }, ownerLanguage(request, language))
    return sendOwnerPage(reply, status, renderOwnerNotice(view, shown))
  }

  /** Shows the notice for whoever has no valid link, else goes on. */
  const receive = async (
    request: FastifyRequest,
    reply: FastifyReply,
    depth: Depth,
    arrival: Arrival,
    goOn: (visit: Visit, language: Language) => Sent,
  ): Promise<FastifyReply> => {
    if (!arrival?.link) {
      const [address, now] = [door.addressOf(request), door.clock()]
      // Behind one address may be thousands: only what opens nothing is limited, never a link that exists.
      if (guesses.isOver(address, now)) {
        return notice(request, reply.header('retry-after', '600'), depth, 429, { kind: 'tooMany' })
      }
      guesses.count(address, now)
      // The same for every client, whether there is one or not: who guesses learns no name of any.
      return notice(request, reply, depth, 404, { kind: 'unknown' })
    }
    const { scope, link, state } = arrival
    const language = ownerLanguage(request, scope.client.language)
    if (state === 'valid') return goOn(arrival, language)
    const dealership = await loadDealership(scope, link.surveyId)
    return notice(request, reply, depth, 410, { kind: state, dealership }, scope.client.language)
  }

  /** What is refused before anything is looked up. */
  const turnAway = (request: FastifyRequest, reply: FastifyReply, depth: Depth): FastifyReply | undefined => {
    if (!door.isPrepared()) {
      return notice(request, reply.header('retry-after', '5'), depth, 503, { kind: 'starting' })
    }
    return undefined
  }

  const get = (
    path: string,
    depth: Depth,
    goOn: (visit: Visit, request: FastifyRequest, reply: FastifyReply, language: Language) => Sent,
  ) =>
    app.get(`/o/:name${path}`, async (request, reply) => {
      const refused = turnAway(request, reply, depth)
      if (refused) return refused
      return visit(door, nameOf(request), (arrival) =>
        receive(request, reply, depth, arrival, (found, language) => goOn(found, request, reply, language)),
      )
    })

  const post = (
    path: string,
    goOn: (request: FastifyRequest, reply: FastifyReply, form: Form) => Promise<FastifyReply>,
  ) =>
    app.post(
      `/o/:name${path}`,
      {
        bodyLimit: FORM_BYTES,
        // Before the body is read: whoever has no link costs a look-up and nothing else.
        onRequest: async (request, reply) => {
          const refused = turnAway(request, reply, 1)
          if (refused) return refused
          if (!isOwnForm(request, door.baseUrl())) return notice(request, reply, 1, 403, { kind: 'foreign' })
          const arrival = await visit(door, nameOf(request), async (found) => found)
          return arrival?.link ? undefined : receive(request, reply, 1, arrival, () => reply)
        },
      },
      async (request, reply) => {
        const form = parseForm(String(request.body ?? ''), MOST_FIELDS)
        return form ? goOn(request, reply, form) : notice(request, reply, 1, 400, { kind: 'broken' })
      },
    )

  get('', 0, async (found, request, reply, language) => {
    const page = await loadPage(found, language)
    const view = viewOf({ name: nameOf(request), depth: 0 }, language, page.timeZone)
    const isViewOnly = found.link.kind === 'viewing'
    return sendOwnerPage(reply, 200, renderOwnerPage({ ...view, isViewOnly }, page, { formId: newFormId() }))
  })

  /** By a link that only shows: why nothing was done, and how to decide (I3). */
  const refuseToDecide = async (request: FastifyRequest, reply: FastifyReply, { scope, link }: Visit) => {
    const dealership = await loadDealership(scope, link.surveyId)
    return notice(request, reply, 1, 403, { kind: 'viewOnly', dealership }, scope.client.language)
  }
  const decidesBy = ({ link, state }: Visit) => state === 'valid' && link.kind === 'deciding'

  const toPage = (request: FastifyRequest, reply: FastifyReply, language: Language) =>
    seeOther(reply, `../${encodeURIComponent(nameOf(request))}?lang=${language}`)

  // Reloaded or shared: there is nothing here to read.
  for (const path of ['/review', '/edit', '/decide', '/feedback', '/ask']) {
    get(path, 1, (_found, request, reply, language) => toPage(request, reply, language))
  }

  post('/review', (request, reply, form) =>
    visit(door, nameOf(request), (arrival) =>
      receive(request, reply, 1, arrival, async (found, language) => {
        if (!decidesBy(found)) return refuseToDecide(request, reply, found)
        const page = await loadPage(found, language)
        const view = viewOf({ name: nameOf(request), depth: 1 }, language, page.timeZone)
        const formId = formIdOf(form) ?? newFormId()
        const review = reviewForm(page, form, formId)
        if (review.choices.length === 0 && review.again.length === 0) {
          return sendOwnerPage(reply, 400, renderOwnerPage(view, page, { formId, isEmpty: true }))
        }
        return sendOwnerPage(reply, 200, renderReview(view, review))
      }),
    ),
  )

  // Back from the review: the page again, with what was chosen.
  post('/edit', (request, reply, form) =>
    visit(door, nameOf(request), (arrival) =>
      receive(request, reply, 1, arrival, async (found, language) => {
        if (!decidesBy(found)) return refuseToDecide(request, reply, found)
        const page = await loadPage(found, language)
        const view = viewOf({ name: nameOf(request), depth: 1 }, language, page.timeZone)
        const formId = formIdOf(form) ?? newFormId()
        const { choices } = reviewForm(page, form, formId)
        const chosen = new Map(choices.map((choice) => [choice.line.id, choice]))
        return sendOwnerPage(reply, 200, renderOwnerPage(view, page, { formId, chosen }))
      }),
    ),
  )

  post('/decide', async (request, reply, form) => {
    const formId = formIdOf(form)
    if (formId === undefined) return notice(request, reply, 1, 400, { kind: 'broken' })
    // The box reads its key before the transaction and not in it.
    await door.box?.seal('', 'nothing').catch(() => {})
    // The answer is made inside the transaction and sent when it is committed.
    const answer = await act(door, nameOf(request), async (arrival) => {
      if (!arrival?.link || !decidesBy(arrival)) return undefined
      const language = ownerLanguage(request, arrival.scope.client.language)
      const outcome = await decide(arrival, { form, formId, language }, door.box)
      const isTooMany = 'isTooMany' in outcome
      const dealership = isTooMany && (await loadDealership(arrival.scope, arrival.link.surveyId))
      return { outcome, language, ...(dealership ? { dealership } : {}) }
    })
    if (!answer) {
      return visit(door, nameOf(request), (arrival) =>
        receive(request, reply, 1, arrival, (found) => refuseToDecide(request, reply, found)),
      )
    }
    const { outcome, language } = answer
    if ('receiptId' in outcome) {
      return seeOther(reply, `./receipt/${encodeURIComponent(outcome.receiptId)}?lang=${language}`)
    }
    if ('isTooMany' in outcome) {
      const { dealership } = answer
      const shown = { kind: 'tooManyDecisions' as const, ...(dealership ? { dealership } : {}) }
      return notice(request, reply, 1, 429, shown, language)
    }
    const { review } = outcome
    const view = viewOf({ name: nameOf(request), depth: 1 }, language, review.page.timeZone)
    const isEmpty = review.choices.length === 0 && review.again.length === 0
    return isEmpty
      ? sendOwnerPage(reply, 400, renderOwnerPage(view, review.page, { formId, isEmpty }))
      : sendOwnerPage(reply, review.code?.state === 'sent' ? 200 : 409, renderReview(view, review))
  })

  get('/receipt/:id', 2, async (found, request, reply, language) => {
    const [, id = '', kind] = /^(.*?)(?:\.(pdf|json))?$/.exec((request.params as Params).id) ?? []
    const kept = await findReceipt(found.scope, found.link.surveyId, id)
    if (!kept) return notice(request, reply, 2, 404, { kind: 'unknown' }, found.scope.client.language)
    if (kind === 'json') {
      return reply
        .headers({
          ...ownerHeaders,
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="receipt-${id}.json"`,
        })
        .send(kept.text)
    }
    if (kind === 'pdf') {
      const letterhead = await findLetterhead(found.scope, found.link.surveyId)
      const pdf = await makeReceiptPdf(door, kept, letterhead)
      return reply
        .headers({
          ...ownerHeaders,
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="receipt-${id}.pdf"`,
        })
        .send(pdf)
    }
    const { timeZone } = kept.receipt
    const view = viewOf({ name: nameOf(request), depth: 2 }, language, timeZone)
    const { hasFeedback } = await loadPage(found, language)
    const isViewOnly = found.link.kind === 'viewing'
    return sendOwnerPage(
      reply,
      200,
      renderReceipt({ ...view, isViewOnly }, { ...kept, formId: newFormId(), hasFeedback }),
    )
  })

  post('/opened', async (request, reply) => {
    const isKnown = await act(door, nameOf(request), async (arrival) => {
      // Staff hold links that only show: nothing follows for the owner from their opening one.
      if (arrival?.link && decidesBy(arrival)) await markOpened(arrival.scope, arrival.link)
      return arrival?.link !== undefined
    })
    if (!isKnown) return receive(request, reply, 1, undefined, () => reply)
    return reply.code(204).headers(ownerHeaders).send()
  })

  post('/feedback', async (request, reply, form) => {
    const feedback = parseFeedback(form)
    const formId = formIdOf(form)
    if (!feedback || formId === undefined) return notice(request, reply, 1, 400, { kind: 'broken' })
    const isTaken = await act(door, nameOf(request), async (arrival) =>
      arrival?.link && decidesBy(arrival) ? giveFeedback(arrival, formId, feedback) : false,
    )
    return visit(door, nameOf(request), (arrival) =>
      receive(request, reply, 1, arrival, async (found) => {
        if (!decidesBy(found)) return refuseToDecide(request, reply, found)
        const { scope, link } = found
        const dealership = await loadDealership(scope, link.surveyId)
        const kind = isTaken ? 'thanks' : 'feedbackTooSoon'
        return notice(request, reply, 1, isTaken ? 200 : 429, { kind, dealership }, scope.client.language)
      }),
    )
  })

  post('/ask', async (request, reply) => {
    const arrived = await act(door, nameOf(request), async (arrival) => {
      if (!arrival?.link || arrival.state === 'valid') return undefined
      await askForNewLink(arrival)
      const dealership = await loadDealership(arrival.scope, arrival.link.surveyId)
      return { dealership, language: arrival.scope.client.language }
    })
    if (!arrived) {
      return visit(door, nameOf(request), (arrival) =>
        receive(request, reply, 1, arrival, (_found, language) => toPage(request, reply, language)),
      )
    }
    const { dealership, language } = arrived
    return notice(request, reply, 1, 200, { kind: 'asked', dealership }, language)
  })

  const file = (path: string, link: (found: Visit, params: Params) => Promise<string>) =>
    get(path, 2, async (found, request, reply) => {
      const address = await link(found, request.params as Params)
      return reply
        .code(302)
        .headers(ownerHeaders)
        .header('location', new URL(door.baseUrl()).pathname.replace(/\/$/, '') + address)
        .send()
    })
  get('/photos/:id', 2, async (found, request, reply, language) => {
    const { name, id } = request.params as Params
    const page = await loadPage(found, language)
    const shown = renderOwnerPhoto(viewOf({ name, depth: 2 }, language, page.timeZone), page, id)
    return shown === undefined
      ? notice(request, reply, 2, 404, { kind: 'unknown' }, found.scope.client.language)
      : sendOwnerPage(reply, 200, shown)
  })
  file('/photos/:id/:size', (found, { id, size }) => linkToOwnerPhoto(found, door.media, id, size))
  file('/videos/:id', (found, { id }) => linkToOwnerVideo(found, door.media, id))
  file('/videos/:id/poster', (found, { id }) => linkToOwnerPoster(found, door.media, id))
}
