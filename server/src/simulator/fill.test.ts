// Values in the open places of a scenario, and paths into replies.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judge } from './expect.ts'
import { fill, find, has, NothingThere } from './fill.ts'

describe('fill', () => {
  const values = { run: 'K7F2', km: 48_200, found: [{ questionId: 'q' }], no: '01' }

  test('a value alone keeps its type, inside a text it becomes part of it', () => {
    assert.deepEqual(fill({ id: 'SIM-{run}-{no}', km: '{km}', list: '{found}', also: ['{km} km'] }, values), {
      id: 'SIM-K7F2-01',
      km: 48_200,
      list: [{ questionId: 'q' }],
      also: ['48200 km'],
    })
  })

  test('parts come first, and what the object says itself counts more', () => {
    const parts = { order: { closed: false, plate: 'WA {run}', inner: { a: 1 } } }
    assert.deepEqual(fill({ '...': 'order', closed: true }, values, parts), {
      closed: true,
      plate: 'WA K7F2',
      inner: { a: 1 },
    })
  })

  test('a name without a value is refused by its name', () => {
    assert.throws(() => fill({ deep: ['x {nobody}'] }, values), new NothingThere('{nobody} has no value'))
  })

  test('braces that are no name, and values with braces, stay as they are', () => {
    assert.equal(fill('{ } {1} {A}', values), '{ } {1} {A}')
    assert.equal(fill('{text}!', { text: '{run}' }), '{run}!')
  })
})

const survey = {
  contents: [
    { id: 's', contents: [{ id: 'q1', answers: [{ id: 'ok' }, { id: 'bad', selected: true }] }] },
    { id: 'q2', answers: [] },
  ],
}

describe('find', () => {
  test('goes by field, place, entry with fields, and anywhere below', () => {
    assert.equal(find(survey, ['contents', 1, 'id']), 'q2')
    assert.equal(find(survey, ['**', { id: 'q1' }, 'answers', { selected: true }, 'id']), 'bad')
    assert.equal(
      find(
        [
          { kind: 'a', n: 1 },
          { kind: 'b', n: 2 },
        ],
        [{ kind: 'b' }, 'n'],
      ),
      2,
    )
  })

  test('is undefined where the path leads nowhere', () => {
    for (const path of [['contents', 9], ['contents', 'id'], ['nothing'], ['**', { id: 'q3' }], [0]]) {
      assert.equal(find(survey, path), undefined, JSON.stringify(path))
    }
  })
})

test('has compares the named fields, and lists as a whole', () => {
  assert.ok(has({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 2 } }))
  assert.ok(!has({ a: 1 }, { a: '1' }))
  assert.ok(!has([1, 2], [1]))
  assert.ok(has([], []))
})

describe('judge', () => {
  const refused = { status: 400, data: { errorCode: 40061, errorInfo: 'x' } }

  test('expects a success unless told otherwise', () => {
    assert.deepEqual(judge({ status: 204, data: undefined }), [])
    assert.deepEqual(judge(refused), ['400 came, and a success was expected'])
    assert.deepEqual(judge(refused, { status: 400, errorCode: 40061 }), [])
  })

  test('names each difference, with what came and what was expected', () => {
    const expected = {
      status: 200,
      errorCode: 1,
      values: [
        { at: ['contents', { id: 'q2' }, 'id'], is: 'q2' },
        { at: ['contents', 0, 'id'], is: 'q1' },
      ],
      absent: [['contents', 1], ['nothing']],
    }
    assert.deepEqual(judge({ status: 201, data: survey }, expected), [
      '201 came, and 200 was expected',
      'errorCode is nothing, and 1 was expected',
      'contents › 0 › id is "s", and "q1" was expected',
      'contents › 1 is {"id":"q2","answers":[]}, and nothing was expected',
    ])
  })
})
