// Spec headings "Survey", "Answer" and "Surveys".
import { type Static, Type } from 'typebox'
import {
  changedAnswer,
  conditionalDelete,
  conditionalRead,
  conditionalWrite,
  createdAnswer,
  etagAnswer,
  newTag,
  operation,
} from '../operation.ts'
import { choice, described, flag, identifier, list, moment, owned, record, text } from '../schema.ts'
import { BusinessPartner, currency, Person, SurveyTypeSchema, UnitOfMeasure, Vehicle } from '../shared.ts'
import { Photo } from './media.ts'
import { Package } from './packages.ts'

export const SurveyRef = record(
  'SurveyRef',
  'A survey as an order or lead names it (C5).',
  { id: Type.String(), surveyType: SurveyTypeSchema, templateId: Type.String() },
  {},
)
export type SurveyRef = Static<typeof SurveyRef>

export const Status = choice('The finding: fine, advise, urgent.', ['green', 'amber', 'red'])
export type Status = 'green' | 'amber' | 'red'

export const Answer = record(
  'Answer',
  'A standard answer of the template, or one that was entered. Only what is `selected` counts.',
  {},
  {
    id: owned(identifier('Unique within the question. Standard answers have the same id in every survey.')),
    value: text('Text of the answer.'),
    unitOfMeasurement: described(UnitOfMeasure, {
      description: 'For measured answers. Any code or alias of the unit table (A7).',
    }),
    status: Status,
    comment: text('Internal comment.'),
    selected: flag('The answer is valid. Left out on input it means true (D3).'),
    packages: owned(
      list(
        Package,
        'Packages offered on this answer that fit the vehicle; `selected` variants keep the prices of when they were selected (E2).',
      ),
    ),
    custom: owned(flag('True when the answer was entered and is not one of the template.')),
    default: owned(flag('A proposal in the app until someone confirms it (D4).')),
    photos: owned(list(Photo, 'Photos of this answer (D6).')),
    markColour: owned(text('Colour of the damage mark this answer stands for (D7).')),
    photosAllowed: owned(flag('Photos may be attached.')),
    videoMandatory: owned(flag('Selecting the answer needs a video.')),
  },
)
export type Answer = Static<typeof Answer>

export const Question = record(
  'Question',
  'A question. Its id is the same in all surveys of one template.',
  { category: Type.Literal('question'), id: Type.String() },
  {
    text: Type.String(),
    mandatory: Type.Union([Type.Boolean(), Type.String()], {
      description: 'True, false, or the name of a condition of the template (D2).',
    }),
    visible: flag('Result of the `visibleIf` rule for this vehicle and these answers (D2).'),
    questionCategory: choice('How it is answered.', [
      'valueEntry',
      'valueSelectionOrEntry',
      'valueSelection',
    ]),
    answerCategory: choice('What an answer holds.', ['text', 'textAndComment', 'length']),
    answerSigned: flag('Needs a signature.'),
    answerVideoMandatory: flag('Needs a video.'),
    fastAnswer: flag('May be answered by "all good".'),
    multipleValueAnswer: flag('Several standard answers may be selected at once.'),
    photosAllowed: flag('Photos may be attached.'),
    videoAllowed: flag('Video may be attached.'),
    stickyAnswers: flag("The last visit's answer is proposed."),
    clientSettings: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Settings for the app: unit, bands, rules of visibility and so on.',
    }),
    photos: Type.Array(Photo, { description: 'Photos of the question that belong to no answer (D6).' }),
    answers: Type.Array(Answer),
  },
)

export const ReferenceQuestion = record(
  'ReferenceQuestion',
  "Shows another question's answer again, read only (D2).",
  { category: Type.Literal('referenceQuestion'), id: Type.String(), referenceQuestionId: Type.String() },
  { text: Type.String() },
)

export const Section = record(
  'Section',
  'A section. Sections may hold sections.',
  {
    category: Type.Literal('section'),
    id: Type.String(),
    contents: Type.Array(Type.Unsafe<unknown>({ $ref: '#/components/schemas/SurveyElement' })),
  },
  { text: Type.String(), allowSelectAll: flag('"All good" is offered for the section.') },
)

export const SurveyElement = Type.Union([Section, Question, ReferenceQuestion], {
  $id: 'SurveyElement',
  description: 'Section, question or referenced question, told apart by `category`.',
})

export const ReferenceObject = record(
  'ReferenceObject',
  'The order or lead the survey belongs to: some header fields (C5).',
  { id: Type.String() },
  {
    externalId: text('Identifier shown to people.'),
    externalBranchId: text('Dealer code.'),
    serviceOrderType: text("The DMS's own order type."),
    plannedStartTimestamp: moment('Planned start.'),
    description: text('Short text.'),
    currency: currency('ISO 4217.'),
    closed: flag('The order or lead is closed.'),
    rejected: flag('The order or lead was cancelled.'),
  },
)

const header = {
  category: Type.Literal('interactiveHandover', { description: 'Only on `health` surveys (C5).' }),
  plannedSurveyor: described(Person, {
    description: 'The planned person who performed the inspection (C6).',
  }),
  plannedSurveyors: Type.Array(Person, {
    description:
      'Who may inspect: health the service advisor, VC the technician, QC the technicians, CVR the responsible person (C6).',
  }),
  surveyor: described(Person, { description: 'Who performed the inspection.' }),
  customer: BusinessPartner,
  referenceObject: ReferenceObject,
  plannedStartTimestamp: moment('Planned start of the order or lead.'),
}

const always = {
  id: Type.String(),
  surveyType: SurveyTypeSchema,
  templateId: Type.String({ description: 'Template the survey was made from.' }),
  text: Type.String({ description: 'Name of the template (C5).' }),
  branch: Type.String({ description: 'Dealer code, copied from the order or lead.' }),
  completed: flag('The inspection is completed.'),
  closed: flag("The survey is closed: the survey's own flag (C5)."),
}

export const SurveyListItem = record(
  'SurveyListItem',
  'The header of a survey, without its contents (C5).',
  always,
  {
    ...header,
    requester: BusinessPartner,
  },
)

export const Survey = record('Survey', 'A survey, complete.', always, {
  ...header,
  surveyObject: Vehicle,
  photos: Type.Array(Photo, {
    description: 'Photos of the survey as a whole and of its damage marks (D6).',
  }),
  contents: Type.Array(Type.Unsafe<unknown>({ $ref: '#/components/schemas/SurveyElement' })),
  externalId: text('From the order or lead.'),
  externalBranchId: text('From the order or lead.'),
  serviceOrderType: text('From the order.'),
  currency: currency('From the order.'),
  serviceAdvisor: Person,
  vehicle: Vehicle,
})

const HEADING = 'Surveys'
const surveyPath = '/system-clients/{system_client_id}/surveys'

export const getSurvey = operation({
  id: 'getSurvey',
  method: 'GET',
  path: `${surveyPath}/{id}`,
  heading: HEADING,
  summary: 'Read a survey',
  description:
    'The whole survey: header, vehicle (`surveyObject`), and every element of its template with what was answered. Standard ' +
    'answers that nobody chose carry `selected` false: not selected is not checked, never green (D4). The survey keeps the ' +
    'template version it was made from (D1). Corrected contact data are the `modified…` fields of `customer`, and of `owner` ' +
    'and `driver` inside `surveyObject`.',
  right: 'read',
  params: { system_client_id: 'The system client.', id: 'The survey.' },
  requestHeaders: conditionalRead,
  answers: { 200: { description: 'The survey.', body: Survey, headers: etagAnswer } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'C4', 'C5', 'C6', 'D1', 'D2', 'D4'],
})

const answersPath = `${surveyPath}/{survey_id}/questions/{question_id}/answers`
const answerParams = {
  system_client_id: 'The system client.',
  survey_id: 'The survey.',
  question_id: 'The question, by its id in the template.',
}
const example = { value: 'Front left pad 2.5 mm', status: 'red', comment: 'Tell the customer today' }
const stateProblems = ['emptyAnswer', 'surveyCompleted', 'surveyClosed', 'noSuchResource']

export const addAnswer = operation({
  id: 'addAnswer',
  method: 'POST',
  path: answersPath,
  heading: HEADING,
  summary: 'Add a custom answer',
  description:
    'Adds an answer with `custom` true to any question but `upSale`, while the survey is neither completed nor closed. It never ' +
    'deselects others. `selected` left out means true; at least one of `value`, `status` and `comment` must be given (D3). With ' +
    'an `Idempotency-Key` a repeat within 24 hours gives the same answer again instead of a second one (B7).',
  right: 'answers',
  params: answerParams,
  body: Answer,
  requestHeaders: {
    'idempotency-key':
      'At most 255 characters; per survey and question, remembered for 24 hours. Our addition (B7).',
  },
  answers: { 201: createdAnswer('The answer', newTag) },
  problems: [...stateProblems, 'questionReserved', 'idempotencyKeyReused', 'invalidHeader'],
  decisions: ['A3', 'B7', 'D3', 'D5'],
  example,
})

const oneAnswer = { ...answerParams, answer_id: 'The answer; only one with `custom` true.' }

export const putAnswer = operation({
  id: 'putAnswer',
  method: 'PUT',
  path: `${answersPath}/{answer_id}`,
  heading: HEADING,
  summary: 'Change a custom answer',
  description: 'Replaces a custom answer (A1) while the survey is neither completed nor closed.',
  right: 'answers',
  params: oneAnswer,
  body: Answer,
  requestHeaders: conditionalWrite,
  answers: { 204: changedAnswer('The answer', newTag) },
  problems: [...stateProblems, 'answerNotCustom', 'preconditionFailed'],
  decisions: ['A1', 'A3', 'D3', 'D5'],
  example,
})

export const deleteAnswer = operation({
  id: 'deleteAnswer',
  method: 'DELETE',
  path: `${answersPath}/{answer_id}`,
  heading: HEADING,
  summary: 'Remove a custom answer',
  description: 'Removes a custom answer while the survey is neither completed nor closed.',
  right: 'answers',
  params: oneAnswer,
  requestHeaders: conditionalDelete,
  answers: { 204: { description: 'The answer was removed.' } },
  problems: ['surveyCompleted', 'surveyClosed', 'answerNotCustom', 'noSuchResource', 'preconditionFailed'],
  decisions: ['D3', 'D5'],
})

/** Custom answers to one question: more than anyone reads, and few enough to be read at once. */
export const answersPerQuestion = 100
