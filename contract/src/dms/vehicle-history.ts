// What is known of one vehicle over all its visits. Our addition to the heading "Vehicle information".
import { type Static, Type } from 'typebox'
import { markKinds } from '../mark-kinds.ts'
import { messageCategories, messageTypeNames } from '../messages.ts'
import { conditionalRead, etagReply, operation } from '../operation.ts'
import { endReasons } from '../rules/follow-up.ts'
import { wheelParts, wheels } from '../rules/wheels.ts'
import { amount, choice, described, flag, list, number, record } from '../schema.ts'
import { Person, Status, SurveyTypeSchema, UnitOfMeasure, Vehicle } from '../shared.ts'

/** The newest visits that are read; older ones are told by `hasMore` alone. */
export const MOST_VISITS = 100

const word = (description: string) => Type.String({ description })
const count = (description: string) => Type.Integer({ description, minimum: 0 })
const inSurvey = word('The survey, which is in `visits`.')
const at = word('When, as an instant.')
const grade = choice('How urgent.', ['amber', 'red'])
const ofWheels = Type.Array(Type.Enum([...wheels]), {
  description: 'At which wheels, if it is about wheels.',
})
const question = {
  templateId: word('The template of the question.'),
  questionId: word('The question: the same in all versions of the template.'),
  text: word("The question, in the client's language."),
}

export const VehicleVisit = record(
  'VehicleVisit',
  'One inspection of the vehicle.',
  {
    surveyId: word('The survey.'),
    surveyType: SurveyTypeSchema,
    text: word('Name of the checklist.'),
    at: word('When the inspection was completed; before that when it was planned, or else made.'),
    completed: flag('The inspection is completed.'),
    closed: flag('The survey is closed.'),
    red: count('Questions with a red answer.'),
    amber: count('Questions with an amber answer as the worst.'),
    green: count('Questions with green answers only.'),
  },
  {
    orderId: word('The service order.'),
    leadId: word('The lead.'),
    isApart: flag('The order was rejected, or there is none: its findings count apart (I7).'),
    branch: word('Dealer code of the branch.'),
    siteName: word('The site.'),
    mileage: number('As read at this visit, otherwise as the DMS recorded it.', { minimum: 0 }),
    mileageUnit: choice('Of the mileage.', ['km', 'mi']),
    surveyor: described(Person, { description: 'Who inspected: id and name.' }),
    isFormerCustomer: flag('The customer was another one than at the newest visit.'),
  },
)
export type VehicleVisit = Static<typeof VehicleVisit>

export const MeasuredBand = record(
  'MeasuredBand',
  'Values up to a limit. Bands ascend; the last has no limit and covers the rest.',
  { status: Status },
  { lt: number('Values below this.'), lte: number('Values up to this.') },
)
export type MeasuredBand = Static<typeof MeasuredBand>

export const MeasuredReading = record(
  'MeasuredReading',
  'A value at one visit.',
  { surveyId: inSurvey, at, value: Type.Number({ description: 'The value.' }) },
  {
    status: Status,
    mileage: number('Of that visit.', { minimum: 0 }),
    mileageUnit: choice('Of the mileage.', ['km', 'mi']),
  },
)
export type MeasuredReading = Static<typeof MeasuredReading>

export const MeasuredSeries = record(
  'MeasuredSeries',
  'What was measured for one question, visit by visit.',
  { ...question, readings: list(MeasuredReading, 'The oldest first.') },
  {
    unit: UnitOfMeasure,
    part: choice('What is measured at a wheel.', [...wheelParts]),
    wheels: ofWheels,
    bands: list(MeasuredBand, 'Limits, of the newest version of the template that measured it.'),
    legalMin: Type.Number({ description: 'Below it the law is broken.' }),
    legalMax: Type.Number({ description: 'Above it the law is broken.' }),
  },
)
export type MeasuredSeries = Static<typeof MeasuredSeries>

export const TyreReading = record(
  'TyreReading',
  'What was read on a tyre beside its tread.',
  { surveyId: inSurvey, at, questionId: question.questionId },
  {
    wheels: ofWheels,
    inner: word('Depth at the inner edge, in millimetres.'),
    middle: word('Depth in the middle.'),
    outer: word('Depth at the outer edge.'),
    dot: word('Week and year of production, as stamped.'),
    size: word('The size, as on the sidewall.'),
  },
)
export type TyreReading = Static<typeof TyreReading>

export const KnownDamage = record(
  'KnownDamage',
  'A damage, with every visit that marked it: the same kind on the same part, close to the same place.',
  {
    kind: choice('What it is.', [...markKinds]),
    bodyStyle: word('The outline it is marked on.'),
    x: number('Place on the outline, as marked last.'),
    y: number('Place on the outline, from its top.'),
    seen: list(
      record('DamageSeen', 'A mark.', { surveyId: inSurvey, at, markId: word('The mark.') }, {}),
      'The oldest first.',
    ),
  },
  {
    panel: word('The part, as `bodyPartApplicabilityList` names parts.'),
    panelText: word('The part in words.'),
    size: choice('How large, as marked last.', ['small', 'medium', 'large']),
    comment: word('Remark, as written last.'),
  },
)
export type KnownDamage = Static<typeof KnownDamage>

export const VehiclePhoto = record(
  'VehiclePhoto',
  'A photo of a visit; its bytes are read as those of any survey.',
  {
    surveyId: inSurvey,
    id: word('The photo.'),
    at,
    width: count('In pixels.'),
    height: count('In pixels.'),
  },
  {
    templateId: question.templateId,
    questionId: question.questionId,
    text: question.text,
    answerId: word('The answer it shows.'),
    markId: word('The damage mark it shows.'),
  },
)
export type VehiclePhoto = Static<typeof VehiclePhoto>

const offered = {
  currency: word('Of the amounts.'),
  amountExVat: amount('What was offered, without VAT.'),
  amountIncVat: amount('With VAT.'),
  decision: choice('What was decided.', ['approved', 'rejected', 'deferred']),
  decidedAt: word('When it was decided.'),
  reasonCode: word('Why it was declined.'),
  deferredTo: word('Until when it was put off, as a date.'),
}

export const VehicleFinding = record(
  'VehicleFinding',
  'A finding over the visits: opened by an amber or red answer, closed by a green one, by work sold or by hand (I7).',
  {
    id: word('The finding.'),
    ...question,
    grade: choice('At the last visit.', ['amber', 'red']),
    worstGrade: choice('At the worst visit.', ['amber', 'red']),
    openedAt: word('When it was first seen.'),
    visits: list(
      record(
        'FindingAtVisit',
        'The finding at one visit.',
        { surveyId: inSurvey, at, grade },
        { value: word('What was measured.'), unit: UnitOfMeasure, isOffered: flag('Work was offered.') },
      ),
      'The oldest first.',
    ),
  },
  {
    wheels: ofWheels,
    isApart: flag('It was only seen where findings count apart.'),
    offeredIn: word('The survey that offered work for it last.'),
    offeredAt: word('When that was.'),
    ...offered,
    closedAs: choice('How it ended; left out while it is open.', ['green', 'sold', 'byHand']),
    closedAt: word('When it ended.'),
    closedReason: choice('Of one that was closed by hand: why.', [...endReasons]),
  },
)
export type VehicleFinding = Static<typeof VehicleFinding>

export const VehicleWork = record(
  'VehicleWork',
  'Work that was offered at a visit. It may cover several findings, and is listed once.',
  {
    surveyId: inSurvey,
    quoteId: word('The quote.'),
    text: word('What it is.'),
    questionIds: list(Type.String(), 'The questions it covers; none of work that is due by age or mileage.'),
    offeredAt: word('When it was offered.'),
  },
  {
    ...offered,
    soldAt: word('When it was invoiced.'),
    soldExVat: amount('What was invoiced, without VAT.'),
    soldIncVat: amount('With VAT.'),
  },
)
export type VehicleWork = Static<typeof VehicleWork>

export const VehicleContact = record(
  'VehicleContact',
  'A message to the customer, or a decision of the customer: that it was, not what it says or to whom.',
  { surveyId: inSurvey, at, kind: choice('Which of the two.', ['message', 'decision']) },
  {
    messageType: choice('Of a message.', messageTypeNames),
    channel: choice('How it went.', [...messageCategories]),
    state: choice('Of a message.', ['waiting', 'sent', 'failed']),
    quoteId: word('Of a decision: the quote.'),
    text: word('Of a decision: the work, as it was offered.'),
    decision: offered.decision,
    medium: choice('How the customer decided.', ['internet', 'phone', 'direct']),
  },
)
export type VehicleContact = Static<typeof VehicleContact>

const shown = [
  'vin',
  'numberPlate',
  'numberPlateCountry',
  'make',
  'model',
  'modelCode',
  'modelYear',
  'colour',
  'fuelType',
  'productionYear',
] as const

export const KnownVehicle = Type.Object(Type.Pick(Vehicle, [...shown]).properties, {
  $id: 'KnownVehicle',
  description: 'The vehicle, as its newest visit describes it; without owner and driver.',
})

export const VehicleHistory = record(
  'VehicleHistory',
  'One vehicle over its visits.',
  {
    vehicle: KnownVehicle,
    visits: list(VehicleVisit, `The newest first, at most ${MOST_VISITS}.`),
    openWork: list(
      VehicleWork,
      'Work that was put off or declined and is still to be done; what is due first at the top.',
    ),
    doneWork: list(VehicleWork, 'Work that was sold, the newest first.'),
    findings: list(VehicleFinding, 'Open ones first, then the last seen.'),
    measured: list(MeasuredSeries, 'By template, in the order of its questions.'),
    tyres: list(TyreReading, 'The newest first.'),
    damage: list(KnownDamage, 'The last seen first.'),
    photos: list(VehiclePhoto, 'By question, the newest first.'),
    contacts: list(VehicleContact, 'The newest first.'),
  },
  { hasMore: flag(`There are older visits than the newest ${MOST_VISITS}; nothing here is from them.`) },
)
export type VehicleHistory = Static<typeof VehicleHistory>

export const getVehicleHistory = operation({
  id: 'getVehicleHistory',
  method: 'GET',
  path: '/system-clients/{system_client_id}/vehicles/{vin}/history',
  heading: 'Vehicle information',
  summary: 'Read the history of a vehicle',
  description:
    'Every inspection that named this VIN, with values over time, findings, work, damage and photos. Another system client’s visits of the ' +
    'same vehicle are not part of it, and a login that is limited to branches reads only theirs. A vehicle that was never inspected here is ' +
    'a 404.',
  right: 'read',
  params: {
    system_client_id: 'The system client.',
    vin: '17 characters of A–Z and 0–9 without I, O and Q; lower case is accepted.',
  },
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The history.', body: VehicleHistory, headers: etagReply } },
  problems: ['invalidVin', 'noSuchResource'],
  decisions: ['B7', 'F3', 'I4', 'I7'],
  ours: true,
})
