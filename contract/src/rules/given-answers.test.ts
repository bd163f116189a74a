import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AnsweredQuestion, findEmptyAnswer, readGiven } from './given-answers.ts'

const answers = [
  { id: 'ok', status: 'green' as const, unitOfMeasurement: 'mm' as const },
  { id: 'bad', status: 'red' as const },
]
const questions: Record<string, AnsweredQuestion> = {
  glass: { id: 'glass', questionCategory: 'valueSelection', answers },
  many: { id: 'many', questionCategory: 'valueSelection', multipleValueAnswer: true, answers },
  note: { id: 'note', questionCategory: 'valueEntry' },
  tread: {
    id: 'tread',
    answers,
    clientSettings: {
      bounds: [
        { lt: 2, status: 'red', answerId: 'bad' },
        { status: 'green', answerId: 'ok' },
      ],
    },
  },
}
const read = (...given: Parameters<typeof readGiven>[1]) =>
  readGiven(
    (id) => questions[id],
    given,
    () => 'new',
  )
const faultOf = (...given: Parameters<typeof readGiven>[1]) => {
  const reading = read(...given)
  return 'fault' in reading ? reading.fault.kind : undefined
}

describe('an answer given at the car', () => {
  test('selects a standard answer with the finding of its template', () => {
    assert.deepEqual(read({ questionId: 'glass', answerId: 'bad', comment: 'left' }), {
      said: [
        {
          questionId: 'glass',
          id: 'bad',
          custom: false,
          isOnlyOne: true,
          status: 'red',
          comment: 'left',
        },
      ],
    })
  })

  test('selects the answer of its band, and has its unit unless another is said', () => {
    const said = {
      questionId: 'tread',
      id: 'ok',
      custom: false,
      isOnlyOne: true,
      status: 'green',
      value: '2',
    }
    assert.deepEqual(read({ questionId: 'tread', value: '2' }), {
      said: [{ ...said, unitOfMeasurement: 'mm' }],
    })
    assert.deepEqual(read({ questionId: 'tread', value: '2', unitOfMeasurement: 'in' }), {
      said: [{ ...said, unitOfMeasurement: 'in' }],
    })
    assert.equal(faultOf({ questionId: 'tread', value: 'two' }), 'invalidArgument')
    assert.equal(faultOf({ questionId: 'tread' }), 'invalidArgument')
  })

  test('is entered under its own id, or under a new one', () => {
    const said = { questionId: 'note', custom: true, isOnlyOne: false, value: 'later' }
    assert.deepEqual(read({ questionId: 'note', value: 'later' }), { said: [{ ...said, id: 'new' }] })
    assert.deepEqual(read({ questionId: 'note', value: 'later', custom: true, answerId: 'own' }), {
      said: [{ ...said, id: 'own' }],
    })
  })

  test('is refused where it means nothing', () => {
    assert.equal(faultOf({ questionId: 'none', answerId: 'ok' }), 'noSuchResource')
    assert.equal(faultOf({ questionId: 'glass', answerId: 'none' }), 'noSuchResource')
    assert.equal(faultOf({ questionId: 'glass', value: 'words' }), 'invalidArgument')
    assert.equal(faultOf({ questionId: 'note', value: '' }), 'emptyAnswer')
    assert.equal(faultOf({ questionId: 'glass', custom: true, answerId: 'ok', value: 'x' }), 'idTaken')
    assert.equal(findEmptyAnswer({ comment: 'x' }), undefined)
  })

  test('given twice at once is one answer; two of a question that takes one are refused', () => {
    const twice = read(
      { questionId: 'glass', answerId: 'ok', comment: 'left' },
      { questionId: 'glass', answerId: 'ok', value: 'v' },
    )
    assert.deepEqual('said' in twice && twice.said.map(({ comment, value }) => [comment, value]), [
      ['left', 'v'],
    ])
    const ok = { questionId: 'many', answerId: 'ok' }
    assert.equal(faultOf(ok, { ...ok, answerId: 'bad' }), undefined)
    assert.equal(
      faultOf({ ...ok, questionId: 'glass' }, { questionId: 'glass', answerId: 'bad' }),
      'invalidArgument',
    )
  })
})
