// The templates of the model: small enough that what a survey must show can be written down a second time, by hand.
// Both system clients have templates of the same ids and other texts, so that a mix-up of the two shows.

export type Json = Record<string, unknown>

export const surveyTypes = ['health', 'VC', 'QC', 'CVR'] as const
export type ModelType = (typeof surveyTypes)[number]

export const templateIds: Record<ModelType, string> = {
  health: 'm-health',
  VC: 'm-vc',
  QC: 'm-qc',
  CVR: 'm-cvr',
}
export const templateText = (type: ModelType, mark: string) => `${type} of ${mark}`

const kind = { questionCategory: 'valueSelectionOrEntry', answerCategory: 'textAndComment' }
const entry = { questionCategory: 'valueEntry', answerCategory: 'text' }

const pedal = (mark: string) => ({
  category: 'question',
  id: 'q.pedal',
  text: `Pedal ${mark}`,
  ...kind,
  mandatory: true,
})
const pedalAnswers = [
  { id: 'ok', value: 'Firm', status: 'green' },
  { id: 'bad', value: 'Soft', status: 'red' },
]
const cause = { category: 'question', id: 'q.cause', text: 'Cause', ...entry, mandatory: 'trouble' }
const battery = {
  category: 'question',
  id: 'q.battery',
  text: 'Battery',
  ...kind,
  mandatory: true,
  clientSettings: { visibleIf: { field: 'fuelType', in: ['electric'] } },
}
const batteryAnswers = [{ id: 'low', value: 'Low', status: 'amber' }]
const note = {
  category: 'question',
  id: 'q.note',
  text: 'Note',
  ...entry,
  clientSettings: { visibleIf: { answered: 'q.pedal' } },
}
const again = { category: 'referenceQuestion', id: 'r.pedal', text: 'Again', referenceQuestionId: 'q.pedal' }

export const questions = ['q.pedal', 'q.cause', 'q.battery', 'q.note'] as const
export type QuestionId = (typeof questions)[number]
export const standardAnswers: Record<QuestionId, Json[]> = {
  'q.pedal': pedalAnswers,
  'q.cause': [],
  'q.battery': batteryAnswers,
  'q.note': [],
}

/** As an admin imports it. */
export function templateDocument(type: ModelType, mark: string): Json {
  return {
    id: templateIds[type],
    text: templateText(type, mark),
    surveyType: type,
    ...(type === 'health' ? { category: 'interactiveHandover' } : {}),
    conditions: { trouble: { anyStatus: ['red'] } },
    contents: [
      {
        category: 'section',
        id: 's.outer',
        text: 'Outer',
        contents: [
          { ...pedal(mark), answers: pedalAnswers },
          {
            category: 'section',
            id: 's.inner',
            text: 'Inner',
            contents: [cause, { ...battery, answers: batteryAnswers }],
          },
          again,
        ],
      },
      note,
    ],
  }
}

export interface ModelAnswer {
  id: string
  value?: string
  status?: string
  comment?: string
  selected: boolean
}

export type ModelAnswers = Record<QuestionId, ModelAnswer[]>

export const isAnswered = (answers: ModelAnswers, question: QuestionId) =>
  answers[question].some(({ selected }) => selected)

export const isElectric = (vehicle: Json | undefined) => vehicle?.fuelType === 'electric'

/** The questions that keep the survey from being completed (D5). */
export function unanswered(answers: ModelAnswers, vehicle: Json | undefined): QuestionId[] {
  const isTrouble = Object.values(answers)
    .flat()
    .some(({ selected, status }) => selected && status === 'red')
  const needed: QuestionId[] = ['q.pedal']
  if (isTrouble) needed.push('q.cause')
  if (isElectric(vehicle)) needed.push('q.battery')
  return needed.filter((question) => !isAnswered(answers, question))
}

/** `contents` of a survey as the interface must show them. */
export function shownContents(mark: string, answers: ModelAnswers, vehicle: Json | undefined): Json[] {
  const shown = (question: Json, id: QuestionId, visible: boolean) => ({
    ...question,
    visible,
    answers: [
      ...standardAnswers[id].map((answer) => ({ ...answer, selected: false })),
      ...answers[id].map((answer) => ({ ...answer, custom: true })),
    ],
  })
  return [
    {
      category: 'section',
      id: 's.outer',
      text: 'Outer',
      contents: [
        shown(pedal(mark), 'q.pedal', true),
        {
          category: 'section',
          id: 's.inner',
          text: 'Inner',
          contents: [shown(cause, 'q.cause', true), shown(battery, 'q.battery', isElectric(vehicle))],
        },
        again,
      ],
    },
    shown(note, 'q.note', isAnswered(answers, 'q.pedal')),
  ]
}
