// The pages behind the link of the first start. Looking changes nothing; the forms carry what was typed from step to step, and only the
// last one is written.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import {
  type SetUpDraft,
  type SetUpRefusals,
  type SetUpState,
  type SetUpStep,
  setUpMoves,
  setUpSteps,
} from '@walkaround/contract/set-up-page.ts'
import type { FastifyInstance } from 'fastify'
import {
  openPageDoor,
  type PageCall,
  type PageDoorOptions,
  type PageReply,
  page,
  redirect,
  retryAfter,
} from '../../http/page-door.ts'
import { deviceCookieOf, secureCookie, setCookie } from '../../http/session-cookie.ts'
import { renderSetUp, setUpHeaders } from '../../http/set-up-pages.ts'
import type { Form } from '../../lib/form-body.ts'
import { Problem } from '../../problems.ts'
import { beginDraft, readDraft, refusalsOf, refusalsOfPasswords, withRow } from './draft.ts'
import { firstMail, type MailState, type SendInside } from './first-mail.ts'
import type { FirstStart } from './first-start.ts'
import { deviceSeconds, examineFirstLink, limitTries, type SetUpPlace, setUp, zoneHere } from './set-up.ts'
import { dropUpload, takeUpload } from './take-upload.ts'

interface SetUpDoor extends PageDoorOptions, SetUpPlace {
  /** Left out: neither demo nor backup is offered. */
  firstStart?: FirstStart | undefined
  /** The service has an authority of its own, which devices must be told to trust. */
  hasAuthority: () => boolean
  /** To the operations of the web apps, past every check that other requests pass. */
  sendInside: SendInside
}

export function setUpRoutes(app: FastifyInstance, place: SetUpDoor): void {
  const door = openPageDoor(app, { ...place, prefix: 'set-up' })
  const { firstStart } = place
  const others = firstStart && { isDemoHidden: firstStart.isDemoHidden }
  const tries = limitTries()

  const shown = (call: PageCall, state: SetUpState, status = 200): PageReply => {
    const reply = page(renderSetUp(call.view(call.asked ?? 'en'), state), status)
    return { ...reply, headers: { ...reply.headers, ...setUpHeaders } }
  }

  /** Undefined if the link works. */
  async function refusal(call: PageCall): Promise<PageReply | undefined> {
    const found = await examineFirstLink(place, call.name)
    if (found === 'works') return undefined
    if (found === 'over') return shown(call, { state: 'over' }, 404)
    const [address, now] = [call.address(), place.clock()]
    if (tries.isOver(address, now)) return retryAfter(600, shown(call, { state: 'tooMany' }, 429))
    tries.count(address, now)
    return shown(call, { state: 'unknown' }, 404)
  }

  const withCertificate = (state: SetUpState): SetUpState =>
    (state.state === 'choose' || state.state === 'restored') && firstStart?.certificate
      ? { ...state, certificate: firstStart.certificate.current() }
      : state

  /** Looked up before the database is asked, which the work may keep for itself. */
  const underWay = (call: PageCall): PageReply | undefined => {
    const state = firstStart?.find(call.name)
    return state && state.state !== 'choose' ? shown(call, withCertificate(state)) : undefined
  }

  /** What failed is told; nothing of it keeps anybody from trying again. */
  const choice = async (call: PageCall) =>
    underWay(call) ??
    (await refusal(call)) ??
    shown(call, withCertificate(firstStart?.find(call.name) ?? { state: 'choose', others }))
  door.get('', 0, choice)
  // Where somebody arrives who loads a step again from its address.
  for (const path of ['/own', '/demo', '/restore']) door.get(path, 1, choice)

  const refusalOfPost = async (call: PageCall) => underWay(call) ?? refusal(call)

  const below = (call: PageCall, path: string) =>
    redirect(303, `../${call.name}/${path}?lang=${call.asked ?? 'en'}`)
  const home = (call: PageCall) => redirect(303, `../${call.name}?lang=${call.asked ?? 'en'}`)
  if (firstStart) {
    door.post('/demo', refusalOfPost, async (call) => {
      if (!firstStart.isDemoHidden) firstStart.makeDemo(call.name)
      return home(call)
    })
    door.upload('/restore', refusalOfPost, async (call, body) => {
      const wish = await takeUpload(firstStart.uploads, body)
      if (typeof wish === 'string')
        return shown(call, withCertificate({ state: 'choose', others, refused: wish }), 400)
      if (!firstStart.restore(call.name, wish)) await dropUpload(wish)
      return home(call)
    })
  }

  mailRoutes()

  const certificate = firstStart?.certificate
  if (certificate) {
    const form = (call: PageCall, refused?: string): PageReply =>
      shown(call, { state: 'certificate', certificate: certificate.current(), refused }, refused ? 400 : 200)
    door.get('/certificate', 1, async (call) => underWay(call) ?? (await refusal(call)) ?? form(call))
    door.post('/certificate', refusalOfPost, async (call, fields) => {
      const given = { cert: fields.get('cert') ?? '', key: fields.get('key') ?? '' }
      const used = await certificate.use(given)
      if ('refused' in used) return form(call, used.refused)
      const { names } = certificate.current()
      return shown(call, { state: 'certificateUsed', names, warnings: used.warnings })
    })
  }

  door.post('/own', refusalOfPost, async (call, form) => {
    const language: Language = call.asked ?? 'en'
    const draft = readDraft(form, beginDraft(language, zoneHere()))
    const at = setUpSteps.find((step) => step === form.get('at'))
    const go = form.get('go') ?? setUpMoves.next
    const longer = withRow(draft, go)
    if (longer && at) return shown(call, { state: at, draft: longer })
    if (go === setUpMoves.back) return back(call, at, draft)
    return next(call, at, draft, form)
  })

  function back(call: PageCall, at: SetUpStep | undefined, draft: SetUpDraft): PageReply {
    const before = at && setUpSteps[setUpSteps.indexOf(at) - 1]
    return shown(
      call,
      before ? { state: before, draft } : withCertificate({ state: 'choose', draft, others }),
    )
  }

  async function next(
    call: PageCall,
    at: SetUpStep | undefined,
    draft: SetUpDraft,
    form: Form,
  ): Promise<PageReply> {
    const position = at ? setUpSteps.indexOf(at) : -1
    for (const step of setUpSteps.slice(0, position + 1)) {
      const refusals = refusalsOf(step, draft)
      if (refusals) return again(call, step, draft, refusals)
    }
    const following = setUpSteps[position + 1]
    if (following) return shown(call, { state: following, draft })
    const password = form.get('password') ?? ''
    const refusals = refusalsOfPasswords(draft.login, password, form.get('again') ?? '')
    return refusals ? again(call, 'admin', draft, refusals) : finish(call, draft, password)
  }

  const again = (call: PageCall, step: SetUpStep, draft: SetUpDraft, refusals: SetUpRefusals): PageReply =>
    shown(call, { state: step, draft, refusals }, 400)

  async function finish(call: PageCall, draft: SetUpDraft, password: string): Promise<PageReply> {
    const origin = { password, address: call.address(), agent: call.header('user-agent') }
    let session: Awaited<ReturnType<typeof setUp>>
    try {
      session = await setUp(place, call.name, draft, origin)
    } catch (error) {
      const refused = error instanceof Problem ? findStep(error) : undefined
      if (!refused) throw error
      if (refused === 'busy') return retryAfter(10, shown(call, { state: 'admin', draft, isBusy: true }, 429))
      return again(call, refused.step, draft, refused.refusals)
    }
    if (!session) return (await refusal(call)) ?? shown(call, { state: 'choose', draft }, 409)
    const reply = below(call, 'mail')
    const cookies = [
      setCookie(secureCookie, session.token, session.seconds),
      setCookie(deviceCookieOf(secureCookie), session.deviceToken, deviceSeconds),
    ]
    return { ...reply, headers: { ...reply.headers, 'set-cookie': cookies } }
  }

  /** For the admin who has just been made: from here on it is their session that counts, and no link. */
  function mailRoutes(): void {
    const mailOf = (call: PageCall) => firstMail(place.sendInside, call.sender())
    const others = async (call: PageCall) => (await refusal(call)) ?? home(call)
    /** The form again with what is wrong is no success. */
    const told = (call: PageCall, state: MailState) =>
      shown(
        call,
        state,
        state.state === 'mail' && (state.refused !== undefined || state.isChanged) ? 400 : 200,
      )

    door.get('/mail', 1, async (call) => {
      const mail = mailOf(call)
      const admin = await mail.findAdmin()
      if (!admin) return others(call)
      const state = await mail.read(admin)
      return state ? told(call, state) : below(call, 'ready')
    })

    const refusalOfStrangers = async (call: PageCall) =>
      (await mailOf(call).findAdmin()) ? undefined : others(call)
    door.post('/mail', refusalOfStrangers, async (call, form) => {
      const mail = mailOf(call)
      const admin = await mail.findAdmin()
      const state = admin && (await mail.take(admin, form))
      return state ? told(call, state) : home(call)
    })

    door.get('/ready', 1, async (call) => {
      const mail = mailOf(call)
      const admin = await mail.findAdmin()
      if (!admin) return others(call)
      const { login, client } = admin
      const found = await mail.read(admin)
      const hasMail = found !== undefined && (found.isInstalled || found.mail.host !== '')
      return shown(call, { state: 'done', login, client, hasAuthority: place.hasAuthority(), hasMail })
    })
  }
}

/** What the database alone can refuse: a zone that it does not know, a login that support has. */
function findStep(error: Problem): { step: SetUpStep; refusals: SetUpRefusals } | 'busy' | undefined {
  if (error.kind === 'rateExceeded') return 'busy'
  if (error.errorInfo.startsWith('timeZone:')) return { step: 'client', refusals: { timeZone: 'timeZone' } }
  if (error.errorInfo.startsWith('login:')) return { step: 'admin', refusals: { login: 'login' } }
  return undefined
}
