import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditFields } from '@walkaround/contract/app/edits.ts'
import { applyEdits } from './apply-edits.ts'
import { listMissing } from './conditions.ts'
import { findQuestion, selectedAnswers, statusOf } from './survey-elements.ts'
import type { Change, MediaItem, MediaPlace } from './tables.ts'

const standard = [
  { id: 'ok', value: 'Fine', status: 'green', selected: false },
  { id: 'bad', value: 'Worn', status: 'red', selected: false },
]
const tread = {
  category: 'question',
  id: 'tread',
  mandatory: true,
  visible: true,
  clientSettings: {
    unit: 'mm',
    bounds: [
      { lt: 2, status: 'red', answerId: 'bad' },
      { status: 'green', answerId: 'ok' },
    ],
  },
  answers: [
    { id: 'ok', status: 'green', selected: false },
    { id: 'bad', status: 'red', selected: false },
  ],
}

function page(fields: Partial<SurveyPage> = {}): SurveyPage {
  return {
    survey: {
      id: 's1',
      surveyType: 'VC',
      templateId: 'vc',
      text: 'Check',
      branch: 'b',
      completed: false,
      closed: false,
      customer: { category: 'person', lastName: 'Berg', email: 'old@example.org' },
      surveyObject: { fuelType: 'petrol' },
      contents: [
        {
          category: 'section',
          id: 'sec',
          contents: [
            { category: 'question', id: 'glass', mandatory: true, visible: true, answers: standard },
            { category: 'question', id: 'many', multipleValueAnswer: true, visible: true, answers: standard },
            tread,
            {
              category: 'question',
              id: 'which',
              mandatory: true,
              visible: false,
              clientSettings: { visibleIf: { anyStatus: ['red'], questions: ['glass'] } },
              answers: standard,
            },
          ],
        },
      ],
    },
    lastVisit: [],
    damage: { bodyStyle: 'sedan', marks: [], earlier: [] },
    videos: [],
    quotes: [],
    signatures: [],
    markPhotos: [],
    missing: [],
    taps: [],
    rejectionReasons: [],
    receipts: [],
    sequence: '1',
    conditions: {},
    ...fields,
  } as unknown as SurveyPage
}

let count = 0
const edit = (fields: EditFields): Change => ({
  type: 'edit',
  edit: { ...fields, id: `e${++count}` },
})
const give = (questionId: string, fields: object): Change =>
  edit({ kind: 'answers', answers: [{ questionId, ...fields }] })
const chosen = (shown: SurveyPage, questionId: string) =>
  selectedAnswers(findQuestion(shown, questionId)!).map(({ id }) => id)

describe('what was done, laid over what the server said', () => {
  it('selects one standard answer at a time, several where the question takes them', () => {
    const shown = applyEdits(page(), [
      give('glass', { answerId: 'ok' }),
      give('glass', { answerId: 'bad' }),
      give('many', { answerId: 'ok' }),
      give('many', { answerId: 'bad' }),
    ])
    assert.deepEqual(chosen(shown, 'glass'), ['bad'])
    assert.deepEqual(chosen(shown, 'many'), ['ok', 'bad'])
    assert.equal(statusOf(findQuestion(shown, 'many')!), 'red')
  })

  it('finds the band of a number and keeps the number as its value', () => {
    const shown = applyEdits(page(), [give('tread', { value: '1.9' })])
    assert.deepEqual(selectedAnswers(findQuestion(shown, 'tread')!), [
      { id: 'bad', status: 'red', value: '1.9', selected: true },
    ])
    const better = applyEdits(shown, [give('tread', { value: '2' })])
    assert.deepEqual(chosen(better, 'tread'), ['ok'])
  })

  it('changes an entered answer by its id instead of adding it again, and never deselects others by it', () => {
    const entered = { answerId: 'own', custom: true, value: 'Chip left', status: 'amber' }
    const shown = applyEdits(page(), [
      give('glass', { answerId: 'ok' }),
      give('glass', entered),
      give('glass', { ...entered, value: 'Chip right' }),
    ])
    assert.deepEqual(chosen(shown, 'glass'), ['ok', 'own'])
    assert.equal(selectedAnswers(findQuestion(shown, 'glass')!)[1]?.value, 'Chip right')
  })

  it('takes answers back: one, or all of a question, with comment and measured value', () => {
    const before = [give('tread', { value: '1.2', comment: 'inner edge' }), give('many', { answerId: 'ok' })]
    const shown = applyEdits(page(), [...before, edit({ kind: 'clear', questionId: 'tread' })])
    const answer = findQuestion(shown, 'tread')!.answers!.find(({ id }) => id === 'bad')
    assert.deepEqual(answer, { id: 'bad', status: 'red', selected: false })
    assert.deepEqual(chosen(shown, 'many'), ['ok'])
  })

  it('shows and hides questions by the rules of the template, and knows what is missing', () => {
    const shown = applyEdits(page(), [give('glass', { answerId: 'bad' })])
    assert.equal(findQuestion(shown, 'which')!.visible, true)
    assert.deepEqual(
      shown.missing.map(({ questionId }) => questionId),
      ['tread', 'which'],
    )
    const healed = applyEdits(shown, [give('glass', { answerId: 'ok' })])
    assert.equal(findQuestion(healed, 'which')!.visible, false)
  })

  it('counts a video that is safe on the device, and not one that was refused', () => {
    const needing = page()
    findQuestion(needing, 'glass')!.answerVideoMandatory = true
    const shown = applyEdits(needing, [give('glass', { answerId: 'ok' }), give('tread', { value: '5' })])
    const video = { kind: 'video', questionId: 'glass', state: 'device' } as MediaItem
    assert.deepEqual(listMissing(shown), [{ questionId: 'glass', what: 'video' }])
    assert.deepEqual(listMissing(shown, [video]), [])
    assert.equal(listMissing(shown, [{ ...video, state: 'refused' }]).length, 1)
  })

  it('corrects contacts, decides quotes, sets and removes quote lines', () => {
    const quote = { category: 'quote', currency: 'EUR', questionId: 'glass', answerId: 'bad' } as const
    const shown = applyEdits(page(), [
      edit({ kind: 'contact', partner: 'customer', email: 'new@example.org' }),
      edit({ kind: 'quote', quoteId: 'q1', quote }),
      edit({ kind: 'quote', quoteId: 'q2', quote }),
      edit({ kind: 'decision', quoteId: 'q1', approvalStatus: 'rejected', rejectionReasonCode: 'other' }),
      edit({ kind: 'decision', quoteId: 'q1', approvalStatus: 'approved', approvalMedium: 'phone' }),
      edit({ kind: 'removeQuote', quoteId: 'q2' }),
    ])
    assert.equal((shown.survey.customer as { modifiedEmail?: string }).modifiedEmail, 'new@example.org')
    assert.deepEqual(
      shown.quotes.map(({ id, approvalStatus, rejectionReasonCode }) => [
        id,
        approvalStatus,
        rejectionReasonCode,
      ]),
      [['q1', 'approved', undefined]],
    )
  })

  it('corrects a contact person of a company, by id or by name, and nobody else', () => {
    const fleet = {
      category: 'legalEntity',
      name: 'Fleet Ltd',
      contactPersons: [
        { id: 'C-1', firstName: 'Eva' },
        { firstName: 'Karl', lastName: 'Ohne' },
      ],
    }
    const start = page()
    start.survey = { ...start.survey, customer: fleet } as typeof start.survey
    const shown = applyEdits(start, [
      edit({ kind: 'contact', partner: 'customer', contactId: 'C-1', email: 'eva@example.org' }),
      edit({ kind: 'contact', partner: 'customer', contactId: 'Karl Ohne', mobilePhone: '030 12345' }),
      edit({ kind: 'contact', partner: 'customer', contactId: 'nobody', email: 'x@example.org' }),
    ])
    assert.deepEqual(shown.survey.customer, {
      ...fleet,
      contactPersons: [
        { id: 'C-1', firstName: 'Eva', modifiedEmail: 'eva@example.org' },
        { firstName: 'Karl', lastName: 'Ohne', modifiedMobilePhone: '030 12345' },
      ],
    })
  })

  it('numbers damage marks, and a changed one keeps its place', () => {
    const mark = { kind: 'dent', x: 1, y: 2 } as const
    const shown = applyEdits(page(), [
      { type: 'putMark', markId: 'a', mark },
      { type: 'putMark', markId: 'b', mark },
      { type: 'putMark', markId: 'a', mark: { ...mark, kind: 'rust' } },
      { type: 'putMark', markId: 'c', mark },
      { type: 'deleteMark', markId: 'b' },
    ])
    assert.deepEqual(
      shown.damage.marks.map(({ id, kind, number }) => [id, kind, number]),
      [
        ['a', 'rust', 1],
        ['c', 'dent', 2],
      ],
    )
  })

  it('shows a moved photo at its new place alone, whatever the kind of place', () => {
    const photo = { id: 'p', contentType: 'image/jpeg', width: 4, height: 3 }
    const base = page()
    const start = applyEdits({ ...base, survey: { ...base.survey, photos: [photo] } }, [])
    const moved = (place: MediaPlace) => applyEdits(start, [{ type: 'movePhoto', photoId: 'p', place }])
    const placesOf = (shown: SurveyPage) => ({
      whole: shown.survey.photos?.length ?? 0,
      question: findQuestion(shown, 'glass')?.photos?.length ?? 0,
      answer: findQuestion(shown, 'glass')?.answers?.find(({ id }) => id === 'bad')?.photos?.length ?? 0,
      mark: shown.markPhotos.flatMap(({ photos }) => photos).length,
    })
    const none = { whole: 0, question: 0, answer: 0, mark: 0 }
    assert.deepEqual(placesOf(moved({})), { ...none, whole: 1 })
    assert.deepEqual(placesOf(moved({ questionId: 'glass' })), { ...none, question: 1 })
    assert.deepEqual(placesOf(moved({ questionId: 'glass', answerId: 'bad' })), { ...none, answer: 1 })
    assert.deepEqual(placesOf(moved({ markId: 'm' })), { ...none, mark: 1 })
    const unknown = applyEdits(start, [{ type: 'movePhoto', photoId: 'here', place: { markId: 'm' } }])
    assert.deepEqual(placesOf(unknown), { ...none, whole: 1 }, 'a photo of the device keeps its place there')
  })

  it('leaves the server’s page as it was, and untouched parts the same objects', () => {
    const base = page()
    const text = JSON.stringify(base)
    const shown = applyEdits(base, [give('glass', { answerId: 'ok' }), edit({ kind: 'complete' })])
    assert.equal(JSON.stringify(base), text)
    assert.equal(shown.survey.completed, true)
    assert.equal(findQuestion(shown, 'many'), findQuestion(base, 'many'))
    assert.equal(applyEdits(base, []), base)
  })
})
