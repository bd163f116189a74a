// What the workshop app reads: the board, a search, one survey with everything around it, and live changes.
import { type Static, Type } from 'typebox'
import { Damage, Photo, Video } from '../dms/media.ts'
import { PartRequest } from '../dms/parts.ts'
import { Quote } from '../dms/quotes.ts'
import { Survey } from '../dms/surveys.ts'
import { operation } from '../operation.ts'
import { coverages } from '../rules/covered-work.ts'
import { partStates } from '../rules/parts.ts'
import { languages } from '../rules/texts.ts'
import { choice, flag, identifier, list, moment, record, text } from '../schema.ts'
import { SurveyTypeSchema } from '../shared.ts'
import { Act } from './acts.ts'
import { ShownMarkup } from './markup.ts'
import { signers } from './media.ts'
import { HeldLine, HourlyRate, RecordedDecision, RejectionReason } from './offers.ts'
import { OwnerReceipt } from './owner-receipts.ts'
import { PageBasis } from './page-basis.ts'
import { ActWords, Reception } from './reception.ts'
import { TyreNoted } from './tyres.ts'
import { plannedOnCard } from './work-plans.ts'

const HEADING = 'Board'
const clientPath = '/system-clients/{system_client_id}'
const params = { system_client_id: 'The system client.' }

export const BoardSurvey = record(
  'BoardSurvey',
  'A survey on a card: how far it is and what was found.',
  {
    id: Type.String({ description: 'The survey.' }),
    surveyType: SurveyTypeSchema,
    text: Type.String({ description: 'Name of the template.' }),
    completed: Type.Boolean({
      description: 'The inspection was completed; it may be reopened until it is closed.',
    }),
    closed: Type.Boolean({
      description: 'Nothing can be changed any more but what the customer decides (D5).',
    }),
    questions: Type.Integer({ description: 'Visible questions.' }),
    answered: Type.Integer({ description: 'Of these, answered.' }),
    red: Type.Integer({ description: 'Urgent findings.' }),
    amber: Type.Integer({ description: 'Findings to advise.' }),
    green: Type.Integer({ description: 'What is fine.' }),
    photos: Type.Integer({ description: 'How many photos it has.' }),
    videos: Type.Integer({ description: 'How many videos it has.' }),
  },
  {
    surveyor: Type.String({ description: 'Who inspects, by name.' }),
    isMine: flag('The person who asks is the surveyor or planned for it.'),
    templateId: Type.String({ description: 'Of the template, as the client knows it.' }),
    templateVersion: Type.Integer({ description: 'Version of the template it was made from.' }),
    startedAt: moment('When the first answer was given.'),
    completedAt: moment('When it was completed.'),
    openQuestions: Type.Integer({ description: 'Lines on which the owner waits for an answer.' }),
    parts: choice(
      'Of the parts that were asked for: `requested` while any wait for a reply, otherwise `priced` if any have a price, else ' +
        '`unavailable`. Left out when the survey is closed.',
      [...partStates],
    ),
    conflicts: Type.Integer({
      description:
        'Questions that the person who asks and somebody else answered without having seen each other (I1).',
    }),
  },
)
export type BoardSurvey = Static<typeof BoardSurvey>

export const DmsChange = record(
  'DmsChange',
  'What the DMS changed on an order. Long values are shortened; a change without values is told by its field alone.',
  {
    field: choice(
      'What changed; `contact`: e-mail addresses or telephone numbers · `work`: lines of the order · `other`: nothing of these.',
      [
        'plannedStart',
        'description',
        'work',
        'numberPlate',
        'vin',
        'vehicle',
        'customer',
        'serviceAdvisor',
        'technician',
        'externalId',
        'branch',
        'contact',
        'other',
      ],
    ),
    at: Type.String({ description: 'When.' }),
  },
  {
    before: Type.String({ description: 'Left out: there was nothing.' }),
    after: Type.String({ description: 'Left out: there is nothing now.' }),
  },
)
export type DmsChange = Static<typeof DmsChange>

export const BoardSums = record(
  'BoardSums',
  'What was offered on the surveys of a car and what the owner said to it, in one currency, with VAT as far as it is known.',
  {
    currency: Type.String({ description: 'Of the amounts.' }),
    offered: Type.Number({ description: 'Everything that is offered.' }),
    approved: Type.Number({ description: 'Of that, agreed to.' }),
    later: Type.Number({ description: 'Of that, put off.' }),
    declined: Type.Number({ description: 'Of that, declined.' }),
    undecided: Type.Integer({ description: 'How many offers nobody has decided.' }),
  },
  {
    isIncomplete: flag('At least one offer has no price; the sums are without it.'),
  },
)
export type BoardSums = Static<typeof BoardSums>

export const BoardCard = record(
  'BoardCard',
  'A car of today: an order or a lead, with its surveys.',
  {
    kind: choice('Where it comes from.', ['order', 'lead', 'vehicle']),
    id: Type.String({ description: 'Of the order or lead.' }),
    branchId: Type.String({ description: 'The branch the order or lead belongs to.' }),
    surveys: Type.Array(BoardSurvey, { description: 'The surveys that were made for it, one per type.' }),
    changedAt: Type.String({ description: 'When it last changed.' }),
  },
  {
    externalId: Type.String({ description: 'The number people know the order by, as the DMS sent it.' }),
    numberPlate: Type.String({ description: 'Plate, as the DMS sent it or somebody typed it.' }),
    vin: Type.String({ description: 'VIN, as the DMS sent it or somebody typed it.' }),
    vehicle: Type.String({ description: 'Make and model.' }),
    customer: Type.String({ description: 'By name.' }),
    serviceAdvisor: Type.String({ description: 'By name.' }),
    description: Type.String({ description: "The customer's request." }),
    plannedStart: moment('As the DMS sent it.'),
    closed: Type.Boolean({ description: 'The order or lead is closed, and its surveys with it.' }),
    changedByDms: moment('When the DMS last changed it after it was first seen here.'),
    closedAt: moment('When the order was closed. Those closed today are on the board.'),
    dmsChanges: Type.Array(DmsChange, {
      description: 'What the DMS changed after the order was first seen here, the newest first; at most 12.',
    }),
    isAdvisedByMe: flag('The person who asks is the service advisor.'),
    sums: Type.Array(BoardSums, {
      description: 'What was offered and decided, one for each currency; left out if nothing is offered.',
    }),
    decidedAt: moment('When something offered was last decided, by the owner or by staff for them.'),
    isManual: flag('Made by hand while the DMS was down; waits to be matched.'),
    sameCar: Type.Array(Type.String(), {
      description:
        'Ids of orders that may be of the same car (I5): of the DMS beside one made by hand, and the other way round.',
    }),
    joined: Type.Array(
      record(
        'JoinedInspection',
        'An order made by hand that was joined with this one; it can be taken apart until the order closes.',
        {
          inspectionId: Type.String({ description: 'The order made by hand, by its former id.' }),
          isByItself: Type.Boolean({ description: 'The service joined them; otherwise a person did.' }),
        },
        {},
      ),
      { description: 'Orders made by hand that became one with this order (I5).' },
    ),
    ownerState: choice(
      'How far the owner is; `linkAsked`: the link has ended and a new one is asked for; `linkEnded`: the DMS named another person, and the link of the former one was withdrawn.',
      ['waiting', 'sent', 'opened', 'decided', 'failed', 'linkAsked', 'linkEnded'],
    ),
    ownerWatched: flag('The owner opened the page and played a video on it: with `ownerState` `opened`.'),
    ...plannedOnCard,
    unreadNotes: Type.Integer({ description: 'Notes for the person who asks that were not read yet.' }),
    ownerStateAt: moment(
      'When the result was sent that `ownerState` is about; without one, when the state began.',
    ),
    ownerStars: Type.Integer({ minimum: 1, maximum: 5, description: 'What the owner gave last.' }),
  },
)
export type BoardCard = Static<typeof BoardCard>

export const Board = record(
  'Board',
  'The cars of a branch.',
  {
    cards: Type.Array(BoardCard, { description: 'One for each car, in the order they are shown.' }),
    sequence: Type.String({
      description: 'Number of the last event the board knows.',
    }),
  },
  {},
)
export type Board = Static<typeof Board>

export const getBoard = operation({
  id: 'getBoard',
  method: 'GET',
  path: `${clientPath}/board`,
  heading: HEADING,
  summary: "Read today's cars",
  description:
    'Open orders and leads with their surveys, my next car first, then by planned start; and orders that were closed today.',
  right: 'read',
  params,
  query: record(
    'BoardQuery',
    'Which cars.',
    {},
    {
      branch: identifier('Only of this branch.'),
      card: list(
        text('As events name a card: `order/`, `lead/` or `vehicle/`, and the id.', { maxLength: 200 }),
        'Only these cards, and those that may be of the same car; may be repeated. Those that are not on the board are left out.',
        { maxItems: 100 },
      ),
      search: text(
        'Words of plate, VIN, order number or name, each from its beginning; all must match. Closed ones are found too. ' +
          'At most 100 cars, the newest; words that very many cars have find recent ones only.',
        { maxLength: 100 },
      ),
    },
  ),
  replies: { 200: { description: 'The board.', body: Board } },
  problems: [],
  decisions: ['C5'],
})

export const LastVisit = record(
  'LastVisit',
  'What the same question was answered at the last visit of the same vehicle.',
  {
    questionId: Type.String({ description: 'The question that was answered.' }),
    surveyId: Type.String({ description: 'The survey of that visit.' }),
    at: Type.String({ description: 'When it was answered.' }),
  },
  {
    answerId: Type.String({
      description: 'The standard answer that was chosen; left out for one that was entered.',
    }),
    value: Type.String({ description: 'Number or words of the answer.' }),
    unitOfMeasurement: Type.String({ description: 'Unit of `value`, where that is a number.' }),
    status: choice('The finding.', ['green', 'amber', 'red']),
    comment: Type.String({ description: 'Internal comment beside the answer.' }),
  },
)
export type LastVisit = Static<typeof LastVisit>

export const OwnerFeedback = record(
  'OwnerFeedback',
  'What an owner said of the visit.',
  {
    stars: Type.Integer({ minimum: 1, maximum: 5, description: 'From 1, the worst, to 5.' }),
    at: Type.String({ description: 'When.' }),
  },
  { text: Type.String({ description: 'What the owner wrote; left out where that is nothing.' }) },
)
export type OwnerFeedback = Static<typeof OwnerFeedback>

export const AnswerVersion = record(
  'AnswerVersion',
  'What one tap said (I1).',
  {
    version: Type.String({ description: 'Id of the edit.' }),
    at: Type.String({ description: "When it was tapped, by the service's clock." }),
  },
  {
    answerId: Type.String({ description: 'Left out: the answer was taken back.' }),
    custom: flag('The answer was entered, not chosen.'),
    value: Type.String({ description: 'Number or words of the answer.' }),
    unitOfMeasurement: Type.String({ description: 'Unit of `value`, where that is a number.' }),
    status: choice('The finding.', ['green', 'amber', 'red']),
    comment: Type.String({ description: 'Internal comment beside the answer.' }),
    by: Type.String({ description: 'Who, by name; told where there are several versions.' }),
    arrivedAt: Type.String({ description: 'When it arrived; told where there are several versions.' }),
    isMine: flag('By the person who asks.'),
  },
)
export type AnswerVersion = Static<typeof AnswerVersion>

export const AnswerTaps = record(
  'AnswerTaps',
  'The versions of an answer that nobody has replaced in the knowledge of them; several where people did not see each other. Which ' +
    'stands is decided by the rule in contract/src/rules/conflicting-taps.ts.',
  {
    questionId: Type.String({ description: 'The question.' }),
    versions: Type.Array(AnswerVersion, {
      description: 'The versions nobody has replaced; more than one is a conflict (I1).',
    }),
  },
  { answerId: Type.String({ description: 'Of a question with several answers, or an entered one: which.' }) },
)
export type AnswerTaps = Static<typeof AnswerTaps>

export const SurveyPage = record(
  'SurveyPage',
  'A survey with everything the app shows around it.',
  {
    survey: Survey,
    /** Who may do what is decided by the role and repeated by every operation. */
    lastVisit: Type.Array(LastVisit, {
      description: 'What the same questions were answered at the last visit, one entry per question.',
    }),
    damage: Damage,
    videos: Type.Array(Video, { description: 'Videos of the survey, also those that are still converted.' }),
    quotes: Type.Array(Quote, { description: 'Quotes of the survey, as the DMS reads them (E7).' }),
    signatures: Type.Array(
      record(
        'SignatureShown',
        'A signature that was given.',
        {
          id: Type.String({ description: 'The signature, unique within the survey.' }),
          role: choice('Who signed.', [...signers]),
          signedAt: Type.String({ description: 'When it was given.' }),
        },
        {
          questionId: Type.String({ description: 'The question it signs; left out for the act as a whole.' }),
          name: Type.String({ description: 'Who signed, in letters.' }),
          shown: Type.String({
            description: 'What was shown. The signature holds while the act says the same (I2).',
          }),
          isAccepted: flag(
            'Given before texts were kept, in an inspection completed by then: it holds until that is reopened.',
          ),
        },
      ),
      { description: 'Signatures that were given, also those that no longer hold.' },
    ),
    markPhotos: Type.Array(
      record(
        'MarkPhotos',
        'Photos of a damage mark.',
        {
          markId: Type.String({ description: 'The damage mark.' }),
          photos: Type.Array(Photo, { description: 'Its photos, in the order they were taken.' }),
        },
        {},
      ),
      { description: 'Photos by damage mark; marks without photos are left out.' },
    ),
    missing: Type.Array(
      record(
        'Missing',
        'What completing still needs.',
        {
          questionId: Type.String({ description: 'The question that lacks something.' }),
          what: choice('What is missing.', ['answer', 'signature', 'video']),
        },
        {},
      ),
      { description: 'What completing still needs; empty when it can be completed.' },
    ),
    due: Type.Array(
      record(
        'DueQuote',
        'Why an automatic quote was made (E8): how much of an interval has passed, since new or since it was last done.',
        {
          quoteId: Type.String({ description: 'The automatic quote.' }),
          since: choice('What it is counted from.', ['new', 'last']),
          by: Type.Array(choice('What made it due.', ['mileage', 'age']), {
            description: 'What made it due: one of the two, or both.',
          }),
        },
        {
          km: Type.Integer({ description: 'Driven since.' }),
          intervalKm: Type.Number({ description: 'Kilometres after which the work is due again.' }),
          months: Type.Integer({ description: 'Passed since.' }),
          intervalMonths: Type.Number({ description: 'Months after which the work is due again.' }),
        },
      ),
      { description: 'Why each automatic quote was made.' },
    ),
    taps: Type.Array(AnswerTaps, { description: 'What an edit says it has seen; see `seen` there.' }),
    rejectionReasons: Type.Array(RejectionReason, {
      description: 'Reasons to choose from when a customer declines.',
    }),
    receipts: Type.Array(OwnerReceipt, { description: "Of the owner's decisions, the newest first." }),
    sequence: Type.String({ description: 'Number of the last event the page knows.' }),
  },
  {
    conditions: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The named conditions of the template (D2): with them the app decides by itself what is visible and needed while it has no network.',
    }),
    customerTitles: Type.Record(Type.String(), Type.String(), {
      description:
        'What customers read as the title of a question, by its id, where the template has words of its own for them.',
    }),
    covers: Type.Record(Type.String(), choice('Which findings.', [...coverages]), {
      description:
        'Packages that say themselves which findings their work covers (I4); for the others their bindings say it.',
    }),
    phrases: Type.Array(
      record(
        'CommentPhrase',
        "A phrase for comments of the client's own; contract/src/rules/phrases.ts says where it is offered.",
        { words: Type.Record(Type.String(), Type.String(), { description: 'In every language.' }) },
        {
          questions: Type.Array(Type.String(), {
            description: 'Of which questions; left out: of every one.',
          }),
          status: choice('The finding that it gives.', ['green', 'amber', 'red']),
        },
      ),
      { description: 'Phrases of the client for these questions, in the order in which they are offered.' },
    ),
    packageTexts: Type.Record(Type.String(), Type.String(), {
      description:
        'Texts of packages, variants and items that are offered or quoted here, in the language that was asked for; those that have a translation.',
    }),
    contained: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'By package, the packages whose work it contains; of those offered here or on the order.',
    }),
    orderLines: Type.Array(HeldLine, { description: 'Lines of the order, as the DMS has them now.' }),
    hourlyRates: Type.Array(HourlyRate, {
      description: 'What an hour costs at the site, by labour type; the first is proposed for an own line.',
    }),
    basis: PageBasis,
    act: Act,
    markups: Type.Array(ShownMarkup, { description: 'What staff drew on photos of the survey.' }),
    actWords: Type.Record(Type.String(), ActWords, {
      description:
        'The act in every language there are texts for, of a survey that has one: with it the customer reads and signs in another ' +
        'language while there is no network.',
    }),
    reception: Reception,
    parts: Type.Array(PartRequest, {
      description: 'Parts that were asked for; left out at a site without the parts step.',
    }),
    tyres: Type.Array(TyreNoted, { description: 'Tyres of which more was noted than one depth.' }),
    recordedDecisions: Type.Array(RecordedDecision, {
      description: 'Decisions that staff recorded for the customer.',
    }),
    feedback: OwnerFeedback,
    branchId: Type.String({
      description: 'The branch of the car, if sites of the client have several time zones.',
    }),
    closedBy: Type.String({ description: 'Who closed it: the DMS, or a person by name.' }),
    closedAt: Type.String({ description: 'When it was closed; left out while it is open.' }),
  },
)
export type SurveyPage = Static<typeof SurveyPage>

export const getSurveyPage = operation({
  id: 'getSurveyPage',
  method: 'GET',
  path: `${clientPath}/surveys/{survey_id}`,
  heading: HEADING,
  summary: 'Read a survey for the app',
  description:
    'The survey as the DMS reads it, and beside it the last visit, damage, videos, quotes and what is missing.',
  right: 'read',
  params: { ...params, survey_id: 'The survey.' },
  query: record(
    'SurveyPageQuery',
    'How to tell it.',
    {},
    {
      language: choice('Of questions and answers; left out: as the survey has it.', [...languages]),
    },
  ),
  replies: { 200: { description: 'The survey.', body: SurveyPage } },
  problems: ['noSuchResource'],
  decisions: ['D2', 'D4', 'D5'],
})

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: `${clientPath}/events`,
  heading: HEADING,
  summary: 'Follow what changes',
  description:
    'Server-sent events: one `change` per event of the system client, nothing personal. Its data is `{ kind, subject, card, sequence }`: ' +
    'the card of the board it shows on, if there is one, and its number, counted per client without gaps. ' +
    'Begins after `after` or the header Last-Event-ID; without either, with what happens from now on. ' +
    'A `reload` says that the events in between are not known: read everything anew.',
  right: 'read',
  params,
  query: record('EventsQuery', 'Where to begin.', {}, { after: text('Id of an event.', { maxLength: 100 }) }),
  requestHeaders: { 'last-event-id': 'As a browser sends it when it comes back; goes before `after`.' },
  replies: { 200: { description: 'Events, for as long as one listens.', contentType: 'text/event-stream' } },
  problems: ['invalidCursor', 'cursorOver', 'rateExceeded'],
  decisions: [],
})

export const NewInspection = record(
  'NewInspection',
  'An inspection staff begin by themselves: for a vehicle that is here, before or without an order of the DMS.',
  {
    branchId: identifier('Where.', { minLength: 1 }),
    surveyTypes: list(SurveyTypeSchema, 'What to make; VR stands alone (C8).', { minItems: 1, maxItems: 5 }),
  },
  {
    id: identifier('Of the order that is made; left out for VR without an order.'),
    orderId: identifier('An order that exists: VR is made for its vehicle.'),
    numberPlate: text('Plate.', { maxLength: 40 }),
    vin: text('VIN.', { maxLength: 40 }),
    make: text('Make.', { maxLength: 128 }),
    model: text('Model.', { maxLength: 200 }),
    customerName: text('Name of the customer.', { maxLength: 200 }),
    mobilePhone: text('Mobile telephone.', { maxLength: 60 }),
    email: text('E-mail address.', { maxLength: 200 }),
    description: text("The customer's request.", { maxLength: 5000 }),
    surveys: list(
      record(
        'BegunSurvey',
        'A survey that was begun without a network, from a template the app keeps (`blank-surveys`).',
        {
          id: identifier('Made by the caller.', { minLength: 1 }),
          surveyType: SurveyTypeSchema,
          templateId: identifier('As the client knows it.', { minLength: 1 }),
          templateVersion: Type.Integer({
            minimum: 1,
            description: 'The version it was begun from, which the app kept.',
          }),
        },
        {},
      ),
      'One for each of `surveyTypes`; left out: the service gives ids and takes the templates in use.',
      { maxItems: 5 },
    ),
  },
)
export type NewInspection = Static<typeof NewInspection>

export const putInspection = operation({
  id: 'putInspection',
  method: 'PUT',
  path: `${clientPath}/inspections/{inspection_id}`,
  heading: HEADING,
  summary: 'Begin an inspection without the DMS',
  description:
    'Makes an order by hand with the surveys that were asked for, or a VR survey for a vehicle (C8). The id is made by the caller, ' +
    'so that a repeat is harmless.',
  right: 'answers',
  params: { ...params, inspection_id: 'Made by the caller.' },
  body: NewInspection,
  replies: {
    200: {
      description: 'The card.',
      body: BoardCard,
    },
  },
  problems: ['unknownPlace', 'noTemplate', 'noSuchResource', 'idTaken', 'invalidArgument'],
  decisions: ['C8'],
})

export const matchInspection = operation({
  id: 'matchInspection',
  method: 'POST',
  path: `${clientPath}/inspections/{inspection_id}/match`,
  heading: HEADING,
  summary: 'Match an order made by hand to the order of the DMS',
  description:
    'Surveys, media and quotes move to the order of the DMS; the old id keeps answering. Refused where both have a survey of one ' +
    'type with answers. An order that comes, and one made by hand, are matched by themselves where VIN or plate, branch and three ' +
    'days around leave one possibility (I5).',
  right: 'orders',
  params: { ...params, inspection_id: 'The order made by hand.' },
  body: record(
    'Match',
    'Which order.',
    { orderId: identifier('The order of the DMS.', { minLength: 1 }) },
    {},
  ),
  replies: { 204: { description: 'Matched.' } },
  problems: ['noSuchResource', 'matchRefused'],
  decisions: ['I5'],
})

export const unmatchInspection = operation({
  id: 'unmatchInspection',
  method: 'DELETE',
  path: `${clientPath}/inspections/{inspection_id}/match`,
  heading: HEADING,
  summary: 'Take an order made by hand and the order of the DMS apart again',
  description:
    'Its surveys come back with everything done meanwhile; a survey that was removed at matching is made anew. Possible until the ' +
    'order closes (I5). The two are not matched by themselves again.',
  right: 'orders',
  params: { ...params, inspection_id: 'The order made by hand.' },
  replies: { 204: { description: 'Taken apart.' } },
  problems: ['noSuchResource', 'matchRefused'],
  decisions: ['I5'],
})
