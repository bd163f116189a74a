// What the comparison of tablet and service draws: templates with conditions, bands, signatures and videos, and rounds of
// what a tablet does while others do something that it has not seen.
import type { Rule } from '@walkaround/contract/dms/client-settings.ts'
import type { TemplateDocument, TemplateQuestion } from '@walkaround/contract/template-document.ts'
import fc, { type Arbitrary } from 'fast-check'

export const questionIds = ['glass', 'padFL', 'padFR', 'fluid', 'note', 'deal'] as const
export type QuestionId = (typeof questionIds)[number]
export const answerIds = ['ok', 'adv', 'bad'] as const
export const packageIds = ['pads', 'flush'] as const
export const variantIds = ['petrol', 'any'] as const

const statuses = { ok: 'green', adv: 'amber', bad: 'red' } as const
const pick = <T>(values: readonly T[]) => fc.constantFrom(...values)
const maybe = <T>(value: Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

const leaf = (asked: readonly string[]): Arbitrary<Rule> =>
  fc.oneof(
    fc.record({
      field: fc.constant('fuelType'),
      in: fc.subarray(['petrol', 'electric', 'diesel'], { minLength: 1 }),
    }),
    fc.record({ field: fc.constant('modelYear'), notIn: fc.constant<number[]>([2020]) }),
    ...(asked.length === 0
      ? []
      : [
          fc.record({ answered: pick(asked) }),
          fc.record({ answered: fc.subarray([...asked], { minLength: 1 }) }),
          fc.record({
            anyStatus: fc.subarray(['green' as const, 'amber' as const, 'red' as const], { minLength: 1 }),
            questions: fc.subarray([...asked], { minLength: 1 }),
          }),
        ]),
  )

const rule = (asked: readonly string[]): Arbitrary<Rule> => {
  const one = leaf(asked)
  return fc.oneof(
    { weight: 3, arbitrary: one },
    { weight: 1, arbitrary: fc.record({ all: fc.array(one, { minLength: 1, maxLength: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ any: fc.array(one, { minLength: 1, maxLength: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ not: one }) },
  )
}

const kinds = {
  choice: { questionCategory: 'valueSelection', answerCategory: 'textAndComment' },
  several: {
    questionCategory: 'valueSelection',
    answerCategory: 'textAndComment',
    multipleValueAnswer: true,
  },
  either: { questionCategory: 'valueSelectionOrEntry', answerCategory: 'textAndComment' },
  measured: { questionCategory: 'valueSelectionOrEntry', answerCategory: 'length' },
  words: { questionCategory: 'valueEntry', answerCategory: 'text' },
} as const
type Kind = keyof typeof kinds

const kindsOf: Record<QuestionId, Kind[]> = {
  glass: ['choice', 'either'],
  padFL: ['measured'],
  padFR: ['measured', 'choice', 'several'],
  fluid: ['several', 'choice'],
  note: ['words', 'either'],
  deal: ['either', 'choice'],
}

const bounds = [
  { lt: 3, status: 'red' as const, answerId: 'bad' },
  { lte: 5, status: 'amber' as const, answerId: 'adv' },
  { status: 'green' as const, answerId: 'ok' },
]

function question(id: QuestionId): Arbitrary<TemplateQuestion> {
  const asked = questionIds.slice(0, questionIds.indexOf(id))
  return fc
    .record({
      kind: pick(kindsOf[id]),
      mandatory: pick([false, true, true, 'trouble', 'checked']),
      visibleIf: maybe(rule(asked)),
      isSigned: pick([false, false, true]),
      isFilmed: pick([false, false, true]),
      filmedAnswer: maybe(pick(answerIds)),
      isOut: fc.integer({ min: 0, max: 15 }).map((one) => one === 0),
      printAs: maybe(fc.constant('mileage' as const)),
    })
    .map(({ kind, mandatory, visibleIf, isSigned, isFilmed, filmedAnswer, isOut, printAs }) => ({
      category: 'question',
      id,
      text: `About ${id}`,
      ...kinds[kind],
      mandatory,
      ...(isSigned ? { answerSigned: true } : {}),
      ...(isFilmed ? { answerVideoMandatory: true } : {}),
      ...(isOut ? { visible: false } : {}),
      videoAllowed: true,
      photosAllowed: true,
      clientSettings: {
        ...(kind === 'measured' ? { bounds, unit: 'mm' as const } : {}),
        ...(visibleIf === undefined ? {} : { visibleIf }),
        ...(printAs !== undefined && id === 'note' ? { printAs } : {}),
      },
      ...(kind === 'words'
        ? {}
        : {
            answers: answerIds.map((answer) => ({
              id: answer,
              value: `It is ${answer}`,
              status: statuses[answer],
              ...(kind === 'measured' ? { unitOfMeasurement: 'mm' as const } : {}),
              ...(filmedAnswer === answer ? { videoMandatory: true } : {}),
            })),
          }),
    })) as Arbitrary<TemplateQuestion>
}

export const template: Arbitrary<TemplateDocument> = fc
  .record({
    questions: fc.tuple(...questionIds.map(question)),
    trouble: rule(questionIds),
    checked: fc.oneof(rule(questionIds), fc.constant({ not: 'trouble' })),
  })
  .map(({ questions, trouble, checked }) => {
    const [glass, padFL, padFR, fluid, note, deal] = questions as TemplateQuestion[]
    const section = (id: string, contents: unknown[]) => ({ category: 'section', id, text: id, contents })
    return {
      id: 'drawn',
      text: 'Drawn',
      surveyType: 'health',
      conditions: { trouble, checked },
      contents: [section('outer', [glass, section('brakes', [padFL, padFR]), fluid]), note, deal],
    } as TemplateDocument
  })

export const vehicle = fc.record({
  fuelType: pick(['petrol', 'electric']),
  modelYear: pick([2020, 2024]),
  warrantyOn: fc.boolean(),
})
export type DrawnVehicle = typeof vehicle extends Arbitrary<infer V> ? V : never

export interface DrawnAnswer {
  questionId: QuestionId
  /** A standard answer, a number, or words under an id of its own. */
  said: { answerId: string } | { value: string } | { words: string; id: string; status?: 'amber' | 'red' }
  comment?: string
}

const answer: Arbitrary<DrawnAnswer> = fc.record(
  {
    questionId: pick(questionIds),
    said: fc.oneof(
      { weight: 3, arbitrary: fc.record({ answerId: pick(answerIds) }) },
      { weight: 2, arbitrary: fc.record({ value: pick(['2.9', '3', '5', '5.01', ' 7 ', 'x']) }) },
      {
        weight: 2,
        arbitrary: fc.record(
          {
            words: pick(['scratched', 'later']),
            id: pick(['own-1', 'own-2']),
            status: pick(['amber', 'red'] as const),
          },
          { requiredKeys: ['words', 'id'] },
        ),
      },
    ),
    comment: pick(['left', 'right', '']),
  },
  { requiredKeys: ['questionId', 'said'] },
)

const place = { questionId: pick(questionIds), answerId: pick(answerIds) }
const offer = { ...place, packageId: pick(packageIds), variantId: pick(variantIds) }

/** What a person does on the tablet; which thing is meant by a number is found on the page. */
const act = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('answers' as const),
      given: fc.array(answer, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('clear' as const),
      questionId: pick(questionIds),
      answerId: maybe(pick([...answerIds, 'own-1'])),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'start' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('variant' as const),
      ...offer,
      selected: pick([true, true, false]),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('quote' as const),
      quoteId: pick(['own-a', 'own-b']),
      ...offer,
      isPackage: fc.boolean(),
      amount: pick([10, 0.1, 33.335]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('removeQuote' as const), quoteId: pick(['own-a', 'own-b']) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decision' as const),
      which: fc.nat(5),
      approvalStatus: pick(['approved', 'rejected', 'deferred'] as const),
      spokeWith: maybe(pick(['Ada Test', ' Ben '])),
      approvalMedium: maybe(pick(['phone', 'direct'] as const)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('removeDecision' as const), which: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('contact' as const),
      partner: pick(['customer', 'owner', 'driver'] as const),
      contactId: maybe(pick(['C-1', 'Cleo Contact', 'Nobody'])),
      email: maybe(pick(['new@example.org', ' other@example.org ', ''])),
      mobilePhone: maybe(pick(['+49 170 1', '', 'no number'])),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'complete' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      markId: pick(['m-1', 'm-2']),
      x: pick([100, 200]),
      isGone: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sign' as const), questionId: pick(questionIds) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('movePhoto' as const), which: fc.nat({ max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'deletePhoto' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'deleteVideo' as const }) },
)
export type Act = typeof act extends Arbitrary<infer A> ? A : never

/** What happens meanwhile without the tablet. */
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('others' as const),
      given: answer,
      isSeen: fc.boolean(),
      minutesAgo: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('othersClear' as const),
      questionId: pick(questionIds),
      minutesAgo: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('photo' as const), ...place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('video' as const),
      questionId: pick(questionIds),
      becomes: pick(['begun', 'waiting', 'original', 'failed', 'failed'] as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('order' as const), vehicle }) },
)
export type Event = typeof event extends Arbitrary<infer E> ? E : never

export interface Round {
  acts: Act[]
  meanwhile: Event[]
  minutesAgo: number
}

export const rounds: Arbitrary<Round[]> = fc.array(
  fc.record({
    acts: fc.array(act, { minLength: 1, maxLength: 4 }),
    meanwhile: fc.array(event, { maxLength: 2 }),
    minutesAgo: fc.nat(3),
  }),
  { minLength: 1, maxLength: 6 },
)

type Drawn = [TemplateDocument, DrawnVehicle, Round[]]

/** The only video of a question that needs one cannot be shown: completing still waits for another. */
export const failedVideo: Drawn = [
  {
    id: 'drawn',
    text: 'Drawn',
    surveyType: 'health',
    contents: [
      {
        category: 'question',
        id: 'note',
        text: 'About note',
        ...kinds.words,
        mandatory: true,
        answerVideoMandatory: true,
        videoAllowed: true,
      },
    ],
  },
  { fuelType: 'petrol', modelYear: 2024, warrantyOn: true },
  [
    {
      acts: [
        { kind: 'answers', given: [{ questionId: 'note', said: { words: 'later', id: 'own-1' } }] },
        { kind: 'complete' },
      ],
      meanwhile: [{ kind: 'video', questionId: 'note', becomes: 'failed' }],
      minutesAgo: 0,
    },
  ],
]
