// The page behind the link of an invitation. Looking changes nothing, so that mail scanners may open it; the password is posted.

import { findLanguage, type Language } from '@walkaround/contract/rules/texts.ts'
import type { FastifyInstance } from 'fastify'
import { type JoinRefusal, renderJoin } from '../../http/owner-pages.ts'
import {
  openPageDoor,
  type PageCall,
  type PageDoorOptions,
  type PageReply,
  page,
  retryAfter,
} from '../../http/page-door.ts'
import { Problem } from '../../problems.ts'
import { type AcceptPlace, findInvitation, limitGuesses, useInvitation } from './accept.ts'

export function invitationRoutes(app: FastifyInstance, place: PageDoorOptions & AcceptPlace): void {
  const door = openPageDoor(app, { ...place, prefix: 'j' })
  const guesses = limitGuesses()

  const shown = (call: PageCall, language: Language, state: Parameters<typeof renderJoin>[1], status = 200) =>
    page(renderJoin(call.view(call.asked ?? language), state), status)

  /** The same for every client, existing or not, and for links that were used or have expired. */
  const unknown = (call: PageCall): PageReply => {
    const [address, now] = [call.address(), place.clock()]
    if (guesses.isOver(address, now)) return retryAfter(600, shown(call, 'en', { state: 'tooMany' }, 429))
    guesses.count(address, now)
    return shown(call, 'en', { state: 'unknown' }, 404)
  }

  type Found = NonNullable<Awaited<ReturnType<typeof findInvitation>>>
  const form = (call: PageCall, { scope, invitation }: Found, refusal?: JoinRefusal, status = 200) => {
    const { kind, login, name, role } = invitation
    const language = findLanguage(invitation.language) ?? 'en'
    const client = scope.client.name
    return shown(call, language, { state: 'form', kind, login, name, role, client, refusal }, status)
  }

  door.get('', 0, async (call) => {
    const found = await findInvitation(place, call.name)
    return found ? form(call, found) : unknown(call)
  })

  door.post(
    '',
    async (call) => ((await findInvitation(place, call.name)) ? undefined : unknown(call)),
    async (call, fields) => {
      const found = await findInvitation(place, call.name)
      if (!found) return unknown(call)
      const password = fields.get('password') ?? ''
      if (password !== (fields.get('again') ?? '')) return form(call, found, { kind: 'different' }, 400)
      try {
        const used = await useInvitation(place, call.name, { password, address: call.address() })
        if (!used) return unknown(call)
        const { kind, login, role, language } = used
        return shown(call, findLanguage(language) ?? 'en', { state: 'done', kind, login, role })
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal) throw error
        const reply = form(call, found, refusal, (error as Problem).status)
        return refusal.kind === 'tooOften' ? retryAfter(60, reply) : reply
      }
    },
    0,
  )
}

function refusalOf(error: unknown): JoinRefusal | undefined {
  if (!(error instanceof Problem)) return undefined
  if (error.kind === 'weakPassword') return { kind: 'weak' }
  if (error.kind === 'signInFailed' || error.kind === 'notAuthorized') return { kind: 'wrong' }
  if (error.kind === 'tooManySignIns' || error.kind === 'rateExceeded') return { kind: 'tooOften' }
  return error.kind === 'alreadyExists' ? { kind: 'wrong' } : undefined
}
