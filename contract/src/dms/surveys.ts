// Spec headings "Survey", "Answer" and "Surveys".
import { type Static, Type } from 'typebox'
import {
  changedReply,
  conditionalDelete,
  conditionalRead,
  conditionalWrite,
  createdReply,
  etagReply,
  newTag,
  operation,
} from '../operation.ts'
import { choice, described, flag, identifier, list, moment, owned, record, sent, text } from '../schema.ts'
import {
  BusinessPartner,
  currency,
  Person,
  Status,
  SurveyTypeSchema,
  UnitOfMeasure,
  Vehicle,
} from '../shared.ts'
import { ClientSettings } from './client-settings.ts'
import { Photo } from './media.ts'
import { Package } from './packages.ts'
import { branchParameter, changedParameter, pageParameters, pageReply } from './pages.ts'

export const SurveyRef = record(
  'SurveyRef',
  'A survey as an order or lead names it (C5).',
  {
    id: Type.String({ description: 'Identifier of the survey.' }),
    surveyType: SurveyTypeSchema,
    templateId: Type.String({ description: 'Template the survey was made from.' }),
  },
  {},
)
export type SurveyRef = Static<typeof SurveyRef>

export const Answer = record(
  'Answer',
  'A standard answer of the template, or one that was entered. Only what is `selected` counts.',
  {},
  {
    id: sent(
      owned(
        identifier(
          'Unique within the question. Standard answers have the same id in every survey, entered ones an id of their own.',
        ),
      ),
    ),
    value: text('Text of the answer.'),
    unitOfMeasurement: described(UnitOfMeasure, {
      description: 'For measured answers. Any code or alias of the unit table (A7).',
    }),
    status: described(Status, { description: 'The finding: fine, advise, urgent.' }),
    comment: text('Internal comment; not for the customer.'),
    selected: flag(
      'The answer is valid. Answers with false are ignored when results are processed. Left out on input it means true (D3).',
    ),
    packages: owned(
      list(
        Package,
        'Packages offered on this answer that fit the vehicle; `selected` variants keep the prices of when they were selected (E2).',
      ),
    ),
    custom: owned(
      flag(
        'The answer was entered and is not one of the template; only such answers can be changed or removed.',
      ),
    ),
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
  {
    category: Type.Literal('question', { description: 'Tells the kinds of elements apart.' }),
    id: Type.String({ description: 'Unique within the survey; the same in all surveys of one template.' }),
  },
  {
    text: sent(Type.String({ description: 'The question.' })),
    mandatory: Type.Union([Type.Boolean(), Type.String()], {
      description: 'True, false, or the name of a condition of the template (D2).',
    }),
    visible: flag('Result of the `visibleIf` rule for this vehicle and these answers (D2).'),
    questionCategory: sent(
      choice('How it is answered.', ['valueEntry', 'valueSelectionOrEntry', 'valueSelection']),
    ),
    answerCategory: sent(choice('What an answer holds.', ['text', 'textAndComment', 'length'])),
    answerSigned: flag('Needs a signature.'),
    answerVideoMandatory: flag('Needs a video.'),
    fastAnswer: flag('May be answered by "all good".'),
    multipleValueAnswer: flag('Several standard answers may be selected at once.'),
    photosAllowed: flag('Photos may be attached.'),
    videoAllowed: flag('Video may be attached.'),
    stickyAnswers: flag("The last visit's answer is proposed."),
    clientSettings: Type.Unsafe<Record<string, unknown>>(
      described(ClientSettings, {
        description: 'Settings for the app: unit, bands, rules of visibility and so on.',
      }),
    ),
    photos: Type.Array(Photo, { description: 'Photos of the question that belong to no answer (D6).' }),
    answers: Type.Array(Answer, {
      description:
        'Standard answers of the template and entered ones; nothing selected means not checked (D4).',
    }),
  },
)

export const ReferenceQuestion = record(
  'ReferenceQuestion',
  "Shows another question's answer again, read only (D2).",
  {
    category: Type.Literal('referenceQuestion', { description: 'Tells the kinds of elements apart.' }),
    id: Type.String({ description: 'Unique within the survey.' }),
    referenceQuestionId: Type.String({ description: 'The question whose answer is shown.' }),
  },
  { text: sent(Type.String({ description: 'Heading over the answer.' })) },
)

/** Sections contain elements of any kind, including sections; `SurveyElement` is declared later. */
export const elements = (description: string) =>
  Type.Array(Type.Unsafe<unknown>({ $ref: '#/components/schemas/SurveyElement' }), { description })

export const Section = record(
  'Section',
  'A section. Sections may hold sections.',
  {
    category: Type.Literal('section', { description: 'Tells the kinds of elements apart.' }),
    id: Type.String({ description: 'Unique within the survey.' }),
    contents: elements('Sections and questions of the section, in their order.'),
  },
  {
    text: sent(Type.String({ description: 'Name of the section.' })),
    allowSelectAll: flag('"All good" is offered for the section.'),
  },
)

export const SurveyElement = Type.Union([Section, Question, ReferenceQuestion], {
  $id: 'SurveyElement',
  description: 'Section, question or referenced question, told apart by `category`.',
})

export const ReferenceObject = record(
  'ReferenceObject',
  'The order or lead the survey belongs to: some header fields (C5).',
  { id: Type.String({ description: 'Identifier of the order or lead.' }) },
  {
    externalId: text('External identifier, shown in the app and on printed forms.'),
    externalBranchId: sent(text('Dealer code.')),
    serviceOrderType: text("The DMS's own order type."),
    plannedStartTimestamp: moment('Planned start.'),
    description: text('Short text.'),
    currency: currency('Currency of the order, ISO 4217.'),
    closed: flag('The order or lead is closed.'),
    rejected: flag('The order or lead was cancelled without work.'),
  },
)

const header = {
  category: Type.Literal('interactiveHandover', { description: 'Only on `health` surveys (C5).' }),
  plannedSurveyor: described(Person, {
    description: 'The planned person who performed the inspection (C6).',
  }),
  plannedSurveyors: sent(
    Type.Array(Person, {
      description:
        'Who may inspect: health the service advisor, VC the technician, QC the technicians, CVR the responsible person (C6).',
    }),
  ),
  surveyor: described(Person, {
    description: 'Who performed the inspection: for `health` the service advisor, for `VC` the mechanic.',
  }),
  customer: described(BusinessPartner, {
    description: 'The customer. Contact data corrected inside the service are in the `modified…` fields.',
  }),
  referenceObject: described(ReferenceObject, {
    description: 'The order or lead the survey belongs to: some header fields (C5).',
  }),
  plannedStartTimestamp: moment('Planned start of the order or lead.'),
}

const always = {
  id: Type.String({ description: 'Identifier of the survey.' }),
  surveyType: SurveyTypeSchema,
  templateId: Type.String({ description: 'Template the survey was made from.' }),
  text: Type.String({ description: 'Name of the template (C5).' }),
  branch: Type.String({ description: 'Dealer code, copied from the order or lead.' }),
  completed: flag('The inspection is completed: answers no longer change (D5).'),
  closed: flag(
    "The survey is closed, by itself or because its order or lead was closed: the survey's own flag (C5).",
  ),
}

export const SurveyListItem = record(
  'SurveyListItem',
  'The header of a survey, without its contents (C5).',
  always,
  {
    ...header,
    requester: described(BusinessPartner, { description: 'Who asked for the work: the customer (C5).' }),
  },
)
export type SurveyListItem = Static<typeof SurveyListItem>

export const Survey = record('Survey', 'A survey, complete.', always, {
  ...header,
  surveyObject: described(Vehicle, {
    description: 'The vehicle that is inspected, its owner and driver with corrected contact data included.',
  }),
  photos: Type.Array(Photo, {
    description: 'Photos of the survey as a whole and of its damage marks (D6).',
  }),
  contents: sent(elements('Sections and questions, in their order.')),
  externalId: text('External identifier, from the order or lead.'),
  externalBranchId: text('Dealer code, from the order or lead.'),
  serviceOrderType: text("The DMS's own order type, from the order."),
  currency: currency('Currency, from the order; ISO 4217.'),
  serviceAdvisor: described(Person, { description: 'The service advisor, from the order.' }),
  vehicle: described(Vehicle, { description: 'The vehicle, as the order or lead has it.' }),
})
export type Survey = Static<typeof Survey>

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
  replies: { 200: { description: 'The survey.', body: Survey, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'C4', 'C5', 'C6', 'D1', 'D2', 'D4'],
})

export const SurveySummary = record(
  'SurveySummary',
  'A survey in a list of many: what names it, and what tells whether to read it. Nothing personal. Our addition (C9).',
  {
    id: always.id,
    surveyType: SurveyTypeSchema,
    templateId: always.templateId,
    completed: always.completed,
    closed: always.closed,
    changedTimestamp: moment(
      'When its last change, or that of its order or lead, was logged; a list is in this order.',
    ),
  },
  {
    externalBranchId: text('Dealer code of its order or lead.'),
    branchId: text('The branch it belongs to (C1).'),
    orderId: text('The order it belongs to.'),
    leadId: text('The lead it belongs to.'),
    completedTimestamp: moment('When the inspection was completed.'),
  },
)
export type SurveySummary = Static<typeof SurveySummary>

export const SurveyQuery = Type.Object({
  ...changedParameter,
  completed: Type.Optional(
    flag('`true`: only surveys whose inspection is completed. `false`: only the others.'),
  ),
  'survey-type': Type.Optional(SurveyTypeSchema),
  ...branchParameter,
  ...pageParameters,
})
export type SurveyQuery = Static<typeof SurveyQuery>

export const listSurveys = operation({
  id: 'listSurveys',
  method: 'GET',
  path: surveyPath,
  heading: HEADING,
  summary: 'List surveys by their last change',
  description:
    'Surveys in short form, the one that changed first at the beginning, then by id (C9). To read what changed since, send the ' +
    '`changedTimestamp` of the last survey you read as `changedSince`: nothing is left out, and what has that very time comes once ' +
    'more.',
  right: 'read',
  params: { system_client_id: 'The system client.' },
  query: SurveyQuery,
  replies: { 200: { description: 'The surveys.', body: Type.Array(SurveySummary), headers: pageReply } },
  problems: ['invalidCursor'],
  decisions: ['C1', 'C7', 'C9'],
  ours: true,
})

const answersPath = `${surveyPath}/{survey_id}/questions/{question_id}/answers`
const answerParams = {
  system_client_id: 'The system client.',
  survey_id: 'The survey.',
  question_id: 'The question, by its id in the template.',
}
const example = { value: 'Front left pad 2.5 mm', status: 'red', comment: 'Tell the customer today' }
const stateProblems = ['emptyAnswer', 'surveyCompleted', 'surveyClosed', 'noSuchResource'] as const

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
  replies: {
    201: createdReply('The answer', {
      ...newTag,
      'idempotency-replayed':
        '`true` if a request before had made the answer, and this one repeated it. Our addition (B7).',
    }),
  },
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
  replies: { 204: changedReply('The answer', newTag) },
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
  replies: { 204: { description: 'The answer was removed.' } },
  problems: ['surveyCompleted', 'surveyClosed', 'answerNotCustom', 'noSuchResource', 'preconditionFailed'],
  decisions: ['D3', 'D5'],
})
