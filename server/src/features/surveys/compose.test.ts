// Composes a survey from its template version and the answers, compared with a simple implementation.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { KeptAnswer } from '@walkaround/contract/rules/answering.ts'
import type {
  TemplateDocument,
  TemplateElement,
  TemplateQuestion,
} from '@walkaround/contract/template-document.ts'
import fc from 'fast-check'
import type { TemplateVersion } from '../templates/versions.ts'
import { composeContents, factsOf, type GivenAnswers, toGivenAnswers } from './compose.ts'
import { visibilityNow, visibilityThen } from './frozen.ts'

const versionOf = (contents: TemplateElement[]): TemplateVersion => ({
  masterClientId: 'm',
  templateId: 't',
  version: 1,
  document: { id: 't', text: 'T', surveyType: 'health', contents } as TemplateDocument,
  questions: new Map(),
  answers: new Map(),
})

/** Texts that break careless concatenation of JSON. */
const words = fc.oneof(
  fc.string(),
  fc.constantFrom('"', '\\', '"},"answers":[', '\u2028', ',"visible":true', '💥'),
)

const questions: fc.Arbitrary<TemplateQuestion> = fc.record(
  {
    category: fc.constant('question' as const),
    id: words,
    text: words,
    questionCategory: fc.constant('valueSelection' as const),
    answerCategory: fc.constant('text' as const),
    visible: fc.boolean(),
    mandatory: fc.boolean(),
    clientSettings: fc.record({ visibleIf: fc.constant({ field: 'make', in: ['x'] }) }, { requiredKeys: [] }),
    answers: fc.uniqueArray(
      fc.record(
        { id: words, value: words, status: fc.constantFrom('green', 'red'), default: fc.boolean() },
        { requiredKeys: ['id'] },
      ),
      { maxLength: 3, selector: ({ id }) => id },
    ),
  },
  { requiredKeys: ['category', 'id', 'text', 'questionCategory', 'answerCategory'] },
) as fc.Arbitrary<TemplateQuestion>

const elements: fc.Arbitrary<TemplateElement[]> = fc.letrec<{
  elements: TemplateElement[]
  element: TemplateElement
}>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    questions,
    fc.record({
      category: fc.constant('referenceQuestion' as const),
      id: words,
      text: words,
      referenceQuestionId: words,
    }),
    fc.record({
      category: fc.constant('section' as const),
      id: words,
      text: words,
      contents: tie('elements'),
    }),
  ) as fc.Arbitrary<TemplateElement>,
  elements: fc.array(tie('element'), { maxLength: 4 }),
})).elements

const given: fc.Arbitrary<KeptAnswer> = fc.record(
  {
    id: words,
    custom: fc.boolean(),
    selected: fc.boolean(),
    value: words,
    status: fc.constantFrom('amber', 'red'),
    comment: words,
  },
  { requiredKeys: ['id', 'custom', 'selected'] },
)

const listQuestions = (contents: readonly TemplateElement[]): TemplateQuestion[] =>
  contents.flatMap((element) =>
    element.category === 'section'
      ? listQuestions(element.contents)
      : element.category === 'question'
        ? [element]
        : [],
  )

/** The simple way: objects only. */
function plainly(
  contents: readonly TemplateElement[],
  answers: GivenAnswers,
  isVisible: (q: TemplateQuestion) => boolean,
): unknown[] {
  return contents.map((element) => {
    if (element.category === 'section')
      return { ...element, contents: plainly(element.contents, answers, isVisible) }
    if (element.category === 'referenceQuestion') return element
    const { clientSettings, visible = true } = element
    const all = answers.get(element.id) ?? []
    const standard = (element.answers ?? []).map((answer) => {
      const { custom: _, ...choice } = all.find(({ custom, id }) => !custom && id === answer.id) ?? {
        custom: false,
        selected: false,
      }
      return { ...answer, ...choice }
    })
    return {
      ...element,
      visible: visible && (clientSettings?.visibleIf === undefined || isVisible(element)),
      answers: [...standard, ...all.filter(({ custom }) => custom)],
    }
  })
}

describe('composeContents', () => {
  test('is the template with what was answered, whatever the texts hold', () => {
    const scenes = elements.chain((contents) => {
      const ids = listQuestions(contents).map(({ id }) => id)
      const answered = fc.array(
        fc.tuple(fc.constantFrom('nobody', ...ids), fc.array(given, { maxLength: 3 })),
        { maxLength: 4 },
      )
      return fc.tuple(fc.constant(contents), answered, fc.boolean())
    })
    fc.assert(
      fc.property(scenes, ([contents, answered, isShown]) => {
        const answers = new Map(answered)
        const isVisible = () => isShown
        const json = composeContents(versionOf(contents), { answers, isVisible })
        assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(plainly(contents, answers, isVisible))))
      }),
      { numRuns: 300 },
    )
  })

  test('packages stand with their answers, standard and entered ones', () => {
    const question: TemplateQuestion = {
      category: 'question',
      id: 'q',
      text: 'Q',
      questionCategory: 'valueSelection',
      answerCategory: 'text',
      answers: [{ id: 'ok' }, { id: 'bad' }],
    }
    const answers = new Map([['q', [{ id: 'mine', custom: true, selected: true, value: 'v' }]]])
    const packages = new Map([
      [
        'q',
        new Map([
          ['bad', '[{"id":"P"}]'],
          ['mine', '[]'],
        ]),
      ],
      ['elsewhere', new Map([['ok', '[]']])],
    ])
    const json = composeContents(versionOf([question]), { answers, isVisible: () => true, packages })
    const [shown] = JSON.parse(json) as [{ answers: unknown[] }]
    assert.deepEqual(shown.answers, [
      { id: 'ok', selected: false },
      { id: 'bad', selected: false, packages: [{ id: 'P' }] },
      { id: 'mine', custom: true, selected: true, value: 'v', packages: [] },
    ])
  })

  test('words for customers stay in the template', () => {
    const question: TemplateQuestion = {
      category: 'question',
      id: 'q',
      text: 'Q (look closely)',
      customerText: 'Q',
      meanings: { red: 'Stop.' },
      questionCategory: 'valueSelection',
      answerCategory: 'text',
      answers: [{ id: 'bad', value: 'Bad: stop', customerText: 'Bad' }],
    }
    const section: TemplateElement = { category: 'section', id: 's', text: 'S', contents: [question] }
    const answers = new Map([['q', [{ id: 'bad', custom: false, selected: true }]]])
    for (const view of [{ answers }, { answers: new Map() }]) {
      const json = composeContents(versionOf([section]), { ...view, isVisible: () => true })
      assert.match(json, /Bad: stop/)
      assert.doesNotMatch(json, /customerText|meanings/)
    }
  })

  test('leaves the template as it was, and composes it again alike', () => {
    fc.assert(
      fc.property(elements, (contents) => {
        const before = JSON.stringify(contents)
        const version = versionOf(contents)
        const view = { answers: new Map(), isVisible: () => true }
        assert.equal(composeContents(version, view), composeContents(version, view))
        assert.equal(JSON.stringify(contents), before)
      }),
      { numRuns: 50 },
    )
  })
})

describe('toGivenAnswers', () => {
  test('groups rows by question, in their order, and leaves out what is null', () => {
    const rows = [
      ['q1', 'a', true, true, 'v', null, 'red', null],
      ['q2', 'b', false, false, null, 'mm', null, 'c'],
      ['q1', 'c', true, false, null, null, null, null],
    ]
    assert.deepEqual(
      [...toGivenAnswers(JSON.stringify(rows))],
      [
        [
          'q1',
          [
            { id: 'a', custom: true, selected: true, value: 'v', status: 'red' },
            { id: 'c', custom: true, selected: false },
          ],
        ],
        ['q2', [{ id: 'b', custom: false, selected: false, unitOfMeasurement: 'mm', comment: 'c' }]],
      ],
    )
    assert.equal(toGivenAnswers(null).size, 0)
  })
})

describe('factsOf', () => {
  test('D4: only selected answers count', () => {
    const answers = new Map<string, KeptAnswer[]>([
      ['q1', [{ id: 'a', custom: true, selected: false, status: 'red' }]],
      [
        'q2',
        [
          { id: 'b', custom: true, selected: true },
          { id: 'c', custom: false, selected: false },
        ],
      ],
    ])
    const { vehicle, answers: chosen } = factsOf({ make: 'M' }, answers)
    assert.deepEqual(vehicle, { make: 'M' })
    assert.deepEqual([...chosen], [['q2', [{ id: 'b', custom: true, selected: true }]]])
  })
})

describe('visibility', () => {
  const question = (id: string, more: Partial<TemplateQuestion> = {}) => ({ id, ...more }) as TemplateQuestion

  test('D2: now, it follows vehicle and answers; then, it is what was kept', () => {
    const version = versionOf([])
    const rule = question('q', { clientSettings: { visibleIf: { field: 'make', in: ['M'] } } })
    assert.equal(visibilityNow(version, { make: 'm' }, new Map())(rule), true)
    assert.equal(visibilityNow(version, { make: 'N' }, new Map())(rule), false)
    assert.equal(visibilityNow(version, undefined, new Map())(rule), false)
    assert.equal(visibilityNow(version, undefined, new Map())(question('q', { visible: false })), false)
    const then = visibilityThen({ language: 'en', hidden: ['q'], offers: {} })
    assert.equal(then(rule), false)
    assert.equal(then(question('other')), true)
  })
})
