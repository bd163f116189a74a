// Every kind of event in the log: what it is about and what it contains. The service writes no other kinds; audit, live updates and
// the app read these. Kinds and payload fields are only added, never removed (I6). They contain nothing personal.
import type { MessageType } from './messages.ts'

interface Kind<S extends string, P> {
  /** What it happened to: the first part of the event's subject, as in `order/4711`. */
  about: readonly S[]
  /** Only for its type; the statement that makes the change writes the payload. */
  payload?: P
}

const about =
  <S extends string>(...subjects: S[]) =>
  <P = undefined>(): Kind<S, P> => ({ about: subjects })

const order = about('order')
const lead = about('lead')
const survey = about('survey')
const client = about('client')
const branch = about('branch')
const login = about('login')

interface Tap {
  version: string
  at: string
  deviceAt?: string
  device?: string
}
type Joined = { orderId: string } | { inspectionId: string }
type Message = { messageId: string; type: MessageType }
type Role = { role?: string | undefined; branches?: readonly string[] }
/** Settings by name, with their new values. */
type Changes = object

export const eventKinds = {
  'order.created': order(),
  'order.changed': order(),
  'order.matched': order<Joined & { isByItself: boolean }>(),
  'order.unmatched': order<Joined>(),
  'inspection.begun': order(),
  'lead.created': lead(),
  'lead.changed': lead(),
  'deal.saved': lead<{ dealId: string }>(),
  'deal.removed': lead<{ dealId: string }>(),
  'contact.corrected': about('survey', 'order', 'lead')<{ partner: string }>(),

  'survey.created': survey<{ surveyType: string }>(),
  'survey.started': survey(),
  'survey.answered': survey<{ tap: Tap; answers: { questionId: string; answerId: string }[] }>(),
  'survey.signed': survey<{ signatureId: string; role: string; shownHash?: string | undefined }>(),
  'survey.completed': survey(),
  'survey.reopened': survey<{ reason: string }>(),
  'survey.closed': survey(),
  'survey.moved': survey<{ orderId: string }>(),
  'survey.removed': survey<{ surveyId: string }>(),
  'answer.added': survey<{ questionId: string; answerId: string }>(),
  'answer.changed': survey<{ questionId: string; answerId: string }>(),
  'answer.removed': survey<{ questionId: string; answerId: string; tap?: Tap }>(),
  'answer.conflict': survey<{
    questionId: string
    stands?: string | undefined
    deviceAt?: string | undefined
    versions: readonly object[]
  }>(),
  'mark.set': survey<{ markId: string }>(),
  'mark.removed': survey<{ markId: string }>(),
  'photo.added': survey<{ photoId: string }>(),
  'photo.removed': survey<{ photoId: string }>(),
  'video.added': survey<{ videoId: string }>(),
  'video.converted': survey<{ videoId: string; state: string }>(),
  'video.cleaned': survey<{ videoId: string; state: string }>(),
  'video.removed': survey<{ videoId: string }>(),
  'upload.begun': survey<{ kind: string; id: string }>(),

  'quote.created': survey<{ quoteId: string }>(),
  'quote.changed': survey<{ quoteId: string }>(),
  'quote.removed': survey<{ quoteId: string }>(),
  'quote.withdrawn': survey<{ quoteId: string }>(),
  'quotes.proposed': survey<{ count: number }>(),
  'variant.selected': survey<{ quoteId: string }>(),
  'variant.deselected': survey<{ quoteId: string }>(),
  'decision.takenBack': survey<{ quoteId: string; approvalStatus?: string | undefined }>(),

  'ownerLink.created': survey<{ linkId: string }>(),
  'ownerLink.withdrawn': survey<{ linkId: string; why?: 'keyChanged' | 'personChanged' }>(),
  'owner.opened': survey<{ linkId: string }>(),
  'owner.linkAsked': survey<{ linkId: string }>(),
  'owner.decided': survey<{ receiptId: string; lines: number }>(),
  'owner.feedback': survey<{ stars: number }>(),
  'message.created': survey<Message>(),
  'message.sent': survey<Message>(),
  'message.failed': survey<Message>(),
  'message.resent': survey<Message>(),
  'message.notSent': survey<{ type: string; why: string }>(),
  'telegram.invited': survey<{ recipient: string }>(),
  'telegram.started': client(),

  'package.created': about('package')(),
  'package.changed': about('package')(),
  'package.priced': about('package')(),
  'assignment.changed': about('template')<{ answers: number }>(),
  'template.imported': about('template')<{ version: number }>(),
  'template.chosen': about('template')<{ surveyType: string; branchId?: string; make?: string }>(),
  'messageTemplates.imported': client<{ own: number }>(),
  'callback.receiver-set': client(),
  'callback.replayed': about('callback')(),

  'client.created': client(),
  'client.changed': client<Changes>(),
  'site.created': about('site')(),
  'site.changed': about('site')<Changes>(),
  'branch.created': branch<{ code: string; siteId: string }>(),
  'branch.registered': branch<{ code: string; siteId: string }>(),
  'branch.changed': branch<Changes>(),
  'branch.merged': branch<{ into: string; codes: number }>(),
  /** For people limited to the branch: what left it is now out of their reach. */
  'branch.left': branch<{ what: string }>(),
  'login.created': login<Role | { isSupport: boolean }>(),
  'login.roleGranted': login<Role>(),
  'login.roleRevoked': login(),
  'login.disabled': login(),
  'login.enabled': login(),
  'login.passwordSet': login(),
  'login.passwordChanged': login(),
  'session.started': login(),
  'session.ended': login(),
  'session.allEnded': login<{ sessions: number }>(),
  'key.issued': about('key')<{ loginId: string; expiresAt?: Date | undefined }>(),
  'key.blocked': about('key')<{ loginId: string }>(),
  'demo.declined': client(),
}

type Kinds = typeof eventKinds
export type EventKind = keyof Kinds
export type EventSubject<K extends EventKind = EventKind> = `${Kinds[K]['about'][number]}/${string}`
export type EventPayload<K extends EventKind> = Kinds[K] extends Kind<string, infer P> ? P : never

/** What happened, to what, and with which details. */
export type LoggedEvent = {
  [K in EventKind]: { kind: K; subject: EventSubject<K> } & (EventPayload<K> extends undefined
    ? { payload?: undefined }
    : { payload: EventPayload<K> })
}[EventKind]
