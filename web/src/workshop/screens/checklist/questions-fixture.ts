// Questions as templates make them, for the tests in this folder. Not part of the app.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import type { Question, SurveyElement } from '../../store/survey-elements.ts'

export const threeAnswers = (): Answer[] => [
  { id: 'ok', value: 'Good', status: 'green', selected: false },
  { id: 'adv', value: 'Worn', status: 'amber', selected: false },
  { id: 'bad', value: 'Broken', status: 'red', selected: false },
]

export const makeQuestion = (id: string, fields: Partial<Question> = {}): Question => ({
  category: 'question',
  id,
  text: id,
  visible: true,
  questionCategory: 'valueSelectionOrEntry',
  fastAnswer: true,
  answers: threeAnswers(),
  ...fields,
})

export const makeTread = (id: string, fields: Partial<Question> = {}): Question =>
  makeQuestion(id, {
    questionCategory: 'valueEntry',
    answerCategory: 'length',
    fastAnswer: false,
    clientSettings: {
      unit: 'mm',
      decimals: 1,
      min: 0,
      max: 30,
      bounds: [
        { lt: 2, status: 'red', answerId: 'bad' },
        { lt: 4, status: 'amber', answerId: 'adv' },
        { status: 'green', answerId: 'ok' },
      ],
    },
    ...fields,
  })

export const withSelected = (
  question: Question,
  answerId: string,
  fields: Partial<Answer> = {},
): Question => ({
  ...question,
  answers: (question.answers ?? []).map((answer) =>
    answer.id === answerId ? { ...answer, ...fields, selected: true } : answer,
  ),
})

export const makePage = (contents: SurveyElement[], fields: Partial<SurveyPage> = {}): SurveyPage => ({
  survey: {
    id: 's1',
    surveyType: 'VC',
    templateId: 'vc',
    text: 'Check',
    branch: 'B',
    completed: false,
    closed: false,
    contents,
    surveyObject: { recordedMileage: 50_000 },
  },
  lastVisit: [],
  damage: { bodyStyle: 'saloon', marks: [], earlier: [] },
  videos: [],
  quotes: [],
  signatures: [],
  markPhotos: [],
  missing: [],
  conditions: {},
  taps: [],
  rejectionReasons: [],
  receipts: [],
  due: [],
  sequence: '1',
  ...fields,
})
