import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { part, propertyOf, sql } from './sql.ts'

describe('parts of statements', () => {
  const inner = (id: string) => part`b = ${id}`
  const statement = (last: unknown) =>
    sql`select ${1} where ${part`a = ${2} and ${inner('x')}`} and c = ${last}`

  test('values are numbered and bound in the order of the whole', () => {
    const { text, values } = statement(3)
    assert.equal(text, 'select $1 where a = $2 and b = $3 and c = $4')
    assert.deepEqual(values, [1, 2, 'x', 3])
  })

  test('the same template with the same parts is one prepared statement, with another part it is another', () => {
    assert.equal(statement(3).name, statement(4).name)
    const other = statement(part`now()`)
    assert.notEqual(statement(3).name, other.name)
    assert.equal(other.text, 'select $1 where a = $2 and b = $3 and c = now()')
  })

  test('a statement is named by its text: no counter, which another process would give to another text', () => {
    const here = sql`select ${1} as one`
    const there = sql`select ${2} as one`
    assert.equal(here.name, there.name)
    assert.equal(here.name, sql`select ${part`${3}`} as one`.name)
    assert.notEqual(here.name, sql`select ${1} as two`.name)
    assert.match(here.name, /^[\w-]{22}$/)
  })

  test('a part at either end, and one beside another, leaves no gap', () => {
    const { text, values } = sql`${part`a`}${part`${1}`}${2}${part``}`
    assert.equal(text, 'a$1$2')
    assert.deepEqual(values, [1, 2])
  })

  test('arrays are one value', () => {
    assert.deepEqual(sql`${part`x`} = any(${[1, 2]})`.values, [[1, 2]])
  })
})

test('a row calls its columns as the code calls things', () => {
  assert.deepEqual(['due_at', 'id', 'vin_lookups_per_day', 'focus_x', 'sha256', 'line_2'].map(propertyOf), [
    'dueAt',
    'id',
    'vinLookupsPerDay',
    'focusX',
    'sha256',
    'line2',
  ])
})
