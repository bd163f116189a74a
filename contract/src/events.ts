// Every kind of event in the log: what it is about, when it is written and what it contains. The service writes no other kinds;
// audit, live updates and the app read these. docs/events.md is made from this table. Kinds and payload fields are only added, never
// removed (I6). They contain nothing personal.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import {
  AnswerValues,
  AnswerVersion,
  ContactChange,
  ContactFields,
  DecidedLine,
  DecisionFacts,
  GivenAnswer,
  KeyFacts,
  OriginFacts,
  PlanFacts,
  QuoteFacts,
  SurveyFlags,
  Tap,
} from './event-facts.ts'
import { channelNames, type MessageType, messageTypes } from './messages.ts'
import { callOutcomes, endReasons, followUpActs } from './rules/follow-up.ts'
import { audiences } from './rules/notes.ts'
import { partOutcomes } from './rules/parts.ts'
import { choice, described, fields, flag, identifier, moment, text } from './schema.ts'

interface Kind<S extends string, P extends TSchema | undefined> {
  /** What it happened to: the first part of the event's subject, as in `order/4711`. */
  about: readonly S[]
  /** In words, for those who read the log. */
  when: string
  payload: P
  /**
   * Goes up when readers have to notice: a field says something in another way, or a field that is left out begins to mean
   * something. A field that is only added does not change it.
   */
  version: number
}

const about = <S extends string>(...subjects: S[]) => {
  function kind(when: string): Kind<S, undefined>
  function kind<R extends TProperties, O extends TProperties = Record<never, never>>(
    when: string,
    required: R,
    optional?: O,
  ): Kind<S, ReturnType<typeof fields<R, O>>>
  function kind(when: string, required?: TProperties, optional: TProperties = {}): Kind<S, never> {
    const payload = required && fields(required, optional)
    return { about: subjects, when, payload: payload as never, version: 1 }
  }
  return kind
}

/**
 * Since this version a payload has the former and the new values: a missing `before` means that nothing stood there. Versions of an
 * answer name actors instead of logins.
 */
const second = <K extends Kind<string, TSchema | undefined>>(kind: K): K => ({ ...kind, version: 2 })

/** Since this version an answer that was taken back is left out of its version of the answer; it was null. */
const third = <K extends Kind<string, TSchema | undefined>>(kind: K): K => ({ ...kind, version: 3 })

const order = about('order')
const lead = about('lead')
const survey = about('survey')
const client = about('client')
const site = about('site')
const branch = about('branch')
const login = about('login')
const invitation = about('invitation')
const tablet = about('tablet')
const provider = about('provider')
const pack = about('package')
const template = about('template')

const id = identifier
const count = (description: string) => Type.Integer({ description, minimum: 0 })
const was = <T extends TSchema>(schema: T, description = 'What stood there.'): T =>
  described(schema, { description })
const is = <T extends TSchema>(schema: T, description = 'What stands there now.'): T =>
  described(schema, { description })

const at = { questionId: id('The question.'), answerId: id('The answer.') }
const findingAt = { questionId: id('The question of the finding.') }
const quoteId = { quoteId: id('The quote.') }
const linkId = { linkId: id('The link.') }
const videoState = { videoId: id('The video.'), state: text('Its state.') }
const message = {
  messageId: id('The message.'),
  type: choice('What it is.', Object.keys(messageTypes) as MessageType[]),
}
const joined = {
  orderId: id('The order of the DMS; in the event about the manual order.'),
  inspectionId: id('The manual order; in the event about the order of the DMS.'),
}
const role = {
  role: text('The role.'),
  branches: Type.Array(Type.String(), { description: 'The branches it is limited to.' }),
}
const invited = {
  kind: choice('To begin working here, or for another password.', ['join', 'password']),
  role: text('The role.'),
}
const origin = { after: is(OriginFacts) }
const changedNames = Type.Array(Type.String(), { description: 'The fields that changed, by name.' })
const originChange = {
  before: was(OriginFacts),
  after: is(OriginFacts),
  contacts: Type.Array(ContactChange, { description: 'Contacts that changed.' }),
}
const flags = { before: was(SurveyFlags), after: is(SurveyFlags) }
const dealId = { dealId: id('The deal.') }
const dealerCode = { code: text('The dealer code.'), siteId: id('The site.') }
/** Settings by name, with their new values. */
const changes = (when: string) => ({
  when,
  payload: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The settings that changed, by name, with their new values; `unset` lists those that have no value any more, which were null before version 2.',
  }),
  version: 2,
})

export const eventKinds = {
  'order.created': second(order('A service order arrived, or staff made one.', origin)),
  'order.changed': second(order('A service order changed.', { changed: changedNames }, originChange)),
  'order.matched': order(
    'A manual order and an order of the DMS were joined.',
    { isByItself: flag('The service joined them by itself.') },
    joined,
  ),
  'order.unmatched': order('They were separated again.', {}, joined),
  'plan.changed': about('order', 'lead')(
    'The promised time or the technician of a car was set, changed or taken back.',
    { before: was(PlanFacts), after: is(PlanFacts) },
  ),
  'note.written': about(
    'order',
    'lead',
    'survey',
  )('Somebody wrote a note on a car.', {
    noteId: id('The note; its text is not in the log.'),
    for: choice('Whom it is marked for.', [...audiences]),
  }),
  'work.followedUp': survey(
    'Somebody did something with work that was put off or declined.',
    {
      ...quoteId,
      act: choice('What was done.', [...followUpActs]),
      revision: count('Goes up with every change of this work.'),
    },
    {
      on: text('The day of the appointment, to call again, or put off to.'),
      outcome: choice('Of a call.', [...callOutcomes]),
      reason: choice('Why it is out of the list.', [...endReasons]),
    },
  ),
  'finding.closed': survey('Somebody closed a finding by hand.', {
    ...findingAt,
    reason: choice('Why.', [...endReasons]),
  }),
  'finding.reopened': survey('Somebody took back that a finding was closed by hand.', findingAt),
  'parts.requested': survey('Somebody asked for parts for a finding, or asked again.', {
    ...findingAt,
    revision: count('Goes up with every change of the request; what is needed is not in the log.'),
  }),
  'parts.answered': survey(
    'The parts desk replied.',
    {
      ...findingAt,
      revision: count('Goes up with every change of the request; prices are not in the log.'),
      outcome: choice('A price, or that it cannot be had.', [...partOutcomes]),
    },
    { availableOn: text('The day on which the parts will be there; left out of a price: in stock.') },
  ),
  'parts.withdrawn': survey('Somebody took back a request for parts.', {
    ...findingAt,
    revision: count('Goes up with every change of the request.'),
  }),
  'reminder.made': survey(
    'The customer is reminded of work that was put off or declined; the message goes out by itself.',
    {
      reminderId: id('The reminder, and its message.'),
      works: count('How many works it names.'),
    },
    { isByHand: flag('Staff sent it; left out if the service did.') },
  ),
  'inspection.begun': order('Staff began an inspection without an order of the DMS.'),
  'lead.created': second(lead('A lead arrived.', origin)),
  'lead.changed': second(lead('A lead changed.', { changed: changedNames }, originChange)),
  'deal.saved': lead('A deal of a lead was made or changed.', dealId),
  'deal.removed': lead('A deal of a lead was removed.', dealId),
  'contact.corrected': second(
    about('survey', 'order', 'lead')(
      'Staff corrected an e-mail address or a telephone number. Written once about the survey and once about its order or lead.',
      {
        partner: choice('Whose contact it is.', ['customer', 'owner', 'driver']),
        changeId: id('Names the row that keeps the former and the new value.'),
        fields: ContactFields,
      },
      { isContactPerson: flag('It is the contact of a contact person.') },
    ),
  ),

  'survey.created': survey('A survey was made.', { surveyType: text('Its type.') }),
  'survey.started': survey('Somebody began with it.'),
  'survey.answered': second(
    survey('Answers were given at the car.', {
      tap: Tap,
      answers: Type.Array(GivenAnswer, { description: 'The answers.' }),
    }),
  ),
  'survey.actLanguage': survey(
    'The language was chosen in which the customer reads everything about this car.',
    {
      language: text('The language.'),
    },
  ),
  'survey.signed': survey(
    'Somebody signed the act.',
    { signatureId: id('The signature.'), role: text('In which role.') },
    { shownHash: text('SHA-256 of the text that was signed.') },
  ),
  'survey.completed': second(survey('The inspection was completed.', flags)),
  'survey.reopened': second(survey('It was reopened.', { reason: text('Why, in words.'), ...flags })),
  'survey.closed': second(survey('It was closed, with its order or lead.', flags)),
  'survey.moved': survey('It belongs to another order now.', { orderId: id('The order.') }),
  'survey.removed': survey('It was removed, because another one replaces it.', {
    surveyId: id('The other survey.'),
  }),
  'answer.added': second(
    survey('An answer was added through the interface.', { ...at, after: is(AnswerValues) }),
  ),
  'answer.changed': second(
    survey('An answer was changed through the interface.', {
      ...at,
      before: was(AnswerValues),
      after: is(AnswerValues),
    }),
  ),
  'answer.removed': second(
    survey('An answer was taken back.', { ...at, before: was(AnswerValues) }, { tap: Tap }),
  ),
  'answer.conflict': third(
    survey(
      'People answered a question without having seen each other.',
      {
        questionId: id('The question.'),
        versions: Type.Array(AnswerVersion, { description: 'All versions.' }),
      },
      {
        stands: id('The version that stands.'),
        deviceAt: moment("When the latest was tapped, by the device's own clock."),
      },
    ),
  ),
  'tyre.noted': survey('Readings, week of production or size of a tyre were noted.', {
    questionId: id('The question.'),
  }),
  'mark.set': survey('A damage was marked, or a mark changed.', { markId: id('The mark.') }),
  'mark.removed': survey('A mark was removed.', { markId: id('The mark.') }),
  'photo.added': survey('A photo was added.', { photoId: id('The photo.') }),
  'photo.markedUp': survey('Shapes on a photo were saved.', { photoId: id('The photo.') }),
  'photo.moved': survey('A photo was moved to another place of its survey.', { photoId: id('The photo.') }),
  'photo.removed': survey('A photo was removed.', { photoId: id('The photo.') }),
  'video.added': survey('A video was added.', { videoId: id('The video.') }),
  'video.converted': survey('A video was converted, or could not be.', videoState),
  'video.cleaned': survey('A video was cleaned, or could not be.', videoState),
  'video.removed': survey('A video was removed.', { videoId: id('The video.') }),
  'upload.begun': survey('A file began to arrive.', {
    kind: text('What it is.'),
    id: id('The photo or video it becomes.'),
  }),

  'quote.created': second(survey('A quote was made.', { ...quoteId, after: is(QuoteFacts) })),
  'quote.changed': second(
    survey('A quote changed, or the customer decided on it.', {
      ...quoteId,
      changed: changedNames,
      before: was(QuoteFacts),
      after: is(QuoteFacts),
    }),
  ),
  'quote.removed': second(survey('A quote was removed.', { ...quoteId, before: was(QuoteFacts) })),
  'quote.withdrawn': second(
    survey('An automatic quote was withdrawn.', { ...quoteId, before: was(QuoteFacts) }),
  ),
  'quotes.proposed': second(
    survey('The automatic quotes of a survey were made, or made again.', {
      count: count('How many there are now.'),
      before: Type.Array(quoteOfSet(), { description: 'Those that it replaces.' }),
      after: Type.Array(quoteOfSet(), { description: 'Those there are now.' }),
    }),
  ),
  'variant.selected': second(
    survey('A package variant was selected.', { ...quoteId, after: is(QuoteFacts) }),
  ),
  'variant.deselected': second(
    survey('A package variant was deselected.', { ...quoteId, before: was(QuoteFacts) }),
  ),
  'decision.takenBack': second(
    survey(
      'Staff took back a decision that staff had recorded; `quote.changed` comes with it.',
      { ...quoteId, before: was(DecisionFacts) },
      {
        approvalStatus: text('The status that was taken back.'),
        reason: text('Why, as staff wrote it.'),
        after: is(DecisionFacts, "The owner's own decision, which stands again."),
      },
    ),
  ),

  'ownerLink.created': survey("A link to the owner's page was made.", linkId),
  'ownerLink.withdrawn': survey('A link was withdrawn.', linkId, {
    why: choice('Why; left out if staff did it.', ['keyChanged', 'personChanged']),
  }),
  'owner.opened': survey('The owner opened the page.', linkId),
  'owner.videoWatched': survey('The owner played a video on the page: the first time by this link.', {
    ...linkId,
    videoId: id('The video that was played.'),
  }),
  'owner.linkAsked': survey('Somebody with an old link asked for a new one.', linkId),
  'owner.decided': second(
    survey('The owner decided on the page; `quote.changed` comes with it for each quote.', {
      receiptId: id('The receipt.'),
      lines: count('How many quotes were decided.'),
      decisions: Type.Array(DecidedLine, { description: 'What was decided, quote by quote.' }),
    }),
  ),
  'owner.asked': survey('The owner asked about a line of the result.', {
    questionId: id('The question; its text is not in the log.'),
  }),
  'owner.answered': survey('Staff answered a question of the owner.', {
    questionId: id('The question.'),
    answerId: id('The answer; its text is not in the log.'),
  }),
  'owner.feedback': survey('The owner gave feedback.', { stars: count('From 1 to 5.') }),
  'message.created': survey('A message waits to be sent.', message),
  'message.sent': survey('A message was sent.', message),
  'message.failed': survey('A message could not be sent.', message),
  'message.resent': survey('A message is sent again.', message),
  'message.notSent': survey('A message that was due has nobody to go to.', {
    type: text('What it is.'),
    why: text('Why, in words.'),
  }),
  'telegram.invited': survey('Somebody was invited to Telegram.', { recipient: text('In which role.') }),
  'telegram.started': client('Somebody took up an invitation to Telegram.'),
  'reminders.stopped': client(
    'Somebody wants no reminders by this channel any more; the log does not say who.',
    {
      channel: choice('The channel.', [...channelNames]),
    },
  ),
  'reminders.resumed': client('Somebody took that back; the log does not say who.', {
    channel: choice('The channel.', [...channelNames]),
  }),

  'package.created': pack('A package was made.'),
  'package.changed': pack('A package changed.'),
  'package.priced': pack('Prices of a package were set.'),
  'assignment.changed': template('The packages of a template were assigned.', {
    answers: count('To how many answers.'),
  }),
  'template.imported': template('A version of a template was imported.', { version: count('Its number.') }),
  'template.chosen': template(
    'A template was chosen.',
    { surveyType: text('For which survey type.') },
    { branchId: id('For which branch.'), make: text('For which make.') },
  ),
  'messageTemplates.imported': client('Texts of messages were imported.', {
    own: count('How many texts the client has of its own.'),
  }),
  'messageText.changed': client('The words of a message were set, or the delivered ones brought back.', {
    text: id('Language, kind of message and channel.'),
    isOwn: flag('The client has its own words now.'),
  }),
  'messageChannel.set': client('The client has a channel of messages of its own, or another one.', {
    channel: id('Which.'),
  }),
  'messageChannel.removed': client('The client has no such channel of its own any more.', {
    channel: id('Which.'),
  }),
  'callback.receiver-set': about(
    'client',
    'site',
  )('The receiver of callbacks of the client, or of a site, was set.'),
  'callback.receiver-removed': site('A site has no receiver of callbacks of its own any more.'),
  'callback.replayed': about('callback')('A callback is sent again.'),

  'client.created': client('The system client was made.'),
  'client.changed': { about: ['client'], ...changes('Settings of the client changed.') } as const,
  'places.changed': client(
    'Sites or branches came to another time zone or currency, so days and sums of their cars changed.',
  ),
  'site.created': site('A site was made.'),
  'site.changed': { about: ['site'], ...changes('A site changed.') } as const,
  'branch.created': branch('A branch was made.', dealerCode),
  'branch.registered': branch('A dealer code that nobody had entered arrived.', dealerCode),
  'branch.changed': { about: ['branch'], ...changes('A branch changed.') } as const,
  'branch.merged': branch(
    'A branch was merged into another.',
    { into: id('The other branch.'), codes: count('How many dealer codes moved.') },
    { orders: count('How many orders moved.'), leads: count('How many leads moved.') },
  ),
  /** For people limited to the branch: what left it is now out of their reach. */
  'branch.left': branch('An order or lead moved to another branch.', { what: text('Its subject.') }),
  'login.created': login('A login was made.', {}, { ...role, isSupport: flag('A login for support.') }),
  'login.roleGranted': login('A login got a role.', {}, role),
  'login.roleRevoked': login('A login lost its role.'),
  'login.renamed': login('The name of a person was changed.'),
  'login.disabled': login('A login was disabled.'),
  'login.enabled': login('A login was enabled.'),
  'login.passwordSet': login('A password was set by an administrator.'),
  'login.passwordChanged': login('A person changed their password.'),
  'login.passkeyAdded': login('A person added a passkey.', { passkeys: count('How many there are now.') }),
  'login.passkeyRemoved': login('A person removed a passkey.', { passkeys: count('How many are left.') }),
  'login.recoveryCodesMade': login('A person got new recovery codes.'),
  'login.recoveryCodeUsed': login('A person signed in with a recovery code.', {
    left: count('How many are left.'),
  }),
  'login.secondFactorCleared': login(
    'Passkeys and recovery codes of a login were removed by somebody else.',
    {
      passkeys: count('How many there were.'),
    },
  ),
  'invitation.made': invitation('Somebody was invited, or a link for another password was made.', invited, {
    branches: role.branches,
  }),
  'invitation.renewed': invitation(
    'The link of an invitation was made anew; the former one does not work.',
    invited,
  ),
  'invitation.withdrawn': invitation('An invitation was taken back.', invited),
  'invitation.used': invitation('A person chose a password by its link.', invited),
  'login.pinSet': login('A person set the PIN for shared tablets.'),
  'login.pinCleared': login('The PIN of a login was removed.'),
  'login.pinLocked': login('Too many wrong PINs were typed for a login on a shared tablet.', {
    tabletId: id('The tablet.'),
  }),
  'login.pinUnlocked': login('The PIN of a login may be tried again.'),
  'tablet.added': tablet('A shared tablet was added.', {}, { branches: role.branches }),
  'tablet.changed': tablet('A shared tablet was changed.', { changed: changedNames }),
  'tablet.codeMade': tablet('A code that pairs a device was made; the former one does not work.'),
  'tablet.paired': tablet('A device was paired.'),
  'tablet.revoked': tablet('A shared tablet was revoked: its device opens nothing any more.'),
  'provider.set': provider('A sign-in provider was made or changed.', { changed: changedNames }),
  'provider.removed': provider('A sign-in provider was removed.'),
  'provider.joined': login('A login was joined with a person of a sign-in provider.', {
    providerId: id('The provider.'),
  }),
  'provider.separated': login('A login is no longer joined with a sign-in provider.', {
    providerId: id('The provider.'),
  }),
  'signIn.settingsChanged': client('Passwords were switched off or on, or the spare logins changed.', {
    isPasswordsOff: flag('Passwords are off.'),
    spareLogins: Type.Array(Type.String(), {
      description: 'Ids of the logins whose passwords work all the same.',
    }),
  }),
  'session.started': login('Somebody signed in.'),
  'session.ended': login('Somebody signed out.'),
  'session.allEnded': login('All sessions of a login were ended.', { sessions: count('How many.') }),
  'key.issued': about('key')(
    'A key was issued.',
    { loginId: id('The login it belongs to.') },
    {
      expiresAt: moment('Until when it is valid.'),
      requestsPerMinute: count('How many requests a minute it may make.'),
    },
  ),
  'key.limited': about('key')(
    'How many requests a minute a key may make was changed. Left out: as many as the installation allows every key.',
    { loginId: id('The login it belongs to.') },
    { before: count('What stood there.'), after: count('What stands there now.') },
  ),
  'key.changed': about('key')(
    'Label, limit or networks of a key were changed.',
    { loginId: id('The login it belongs to.') },
    { before: was(KeyFacts), after: is(KeyFacts) },
  ),
  'key.replaced': about('key')('A key got a successor; both work for a while.', {
    loginId: id('The login it belongs to.'),
    by: id('The new key.'),
    until: moment('When the former one stops.'),
  }),
  'key.blocked': about('key')('A key was blocked.', { loginId: id('The login it belongs to.') }),
  'sandbox.clockMoved': client('The clock of a sandbox was moved.', {
    aheadMs: count('How many milliseconds it is ahead of the real time now.'),
  }),
  'sandbox.reset': client('Everything that was tried out in a sandbox was removed.', {
    rows: count('How many rows that were.'),
  }),
  'demo.declined': client('Demo data were declined.'),
}

function quoteOfSet() {
  return fields({ ...quoteId, quote: is(QuoteFacts, 'The quote.') }, {})
}

type Kinds = typeof eventKinds
export type EventKind = keyof Kinds
export type EventSubject<K extends EventKind = EventKind> = `${Kinds[K]['about'][number]}/${string}`

/** Writers may pass what they cannot change themselves. */
type Written<T> = T extends readonly (infer E)[]
  ? readonly Written<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Written<T[K]> }
    : T
export type EventPayload<K extends EventKind> = K extends EventKind
  ? Kinds[K]['payload'] extends TSchema
    ? Written<Static<Kinds[K]['payload']>>
    : undefined
  : never

const versions = new Map<string, number>(
  Object.entries(eventKinds).map(([kind, { version }]) => [kind, version]),
)

/** The version of the payloads that are written now. */
export const eventVersion = (kind: EventKind): number => versions.get(kind) ?? 1

/** What happened, to what, and with which details. */
export type LoggedEvent = {
  [K in EventKind]: { kind: K; subject: EventSubject<K> } & (EventPayload<K> extends undefined
    ? { payload?: undefined }
    : { payload: EventPayload<K> })
}[EventKind]
