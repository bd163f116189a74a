import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Binding, changesBy, keyOf, toInstruction } from './rules.ts'

const binding = (answerId: string, packageIds: string[], more: Partial<Binding> = {}): Binding => ({
  questionId: 'q',
  answerId,
  siteId: '',
  branchId: '',
  packageIds,
  ...more,
})

describe('E6: instructions', () => {
  test('set what they name, a later one over an earlier one', () => {
    const changes = changesBy(
      [binding('bad', ['a', 'b']), binding('adv', ['a'])],
      [binding('bad', ['c']), binding('bad', ['b', 'd', 'd'])],
    )
    assert.deepEqual(changes, [{ binding: binding('bad', ['b', 'd']), gains: ['d'], loses: ['a'] }])
  })

  test('that say what is so already change nothing, but another order does', () => {
    assert.deepEqual(changesBy([binding('bad', ['a'])], [binding('bad', ['a', 'a']), binding('ok', [])]), [])
    const [turned] = changesBy([binding('bad', ['a', 'b'])], [binding('bad', ['b', 'a'])])
    assert.deepEqual([turned?.binding.packageIds, turned?.gains, turned?.loses], [['b', 'a'], [], []])
  })

  test('of another place are another matter', () => {
    const changes = changesBy([binding('bad', ['a'])], [binding('bad', ['a'], { siteId: 's' })])
    assert.deepEqual(changes[0]?.gains, ['a'])
  })

  const bindings = fc.array(
    fc
      .record({
        answerId: fc.constantFrom('ok', 'bad'),
        siteId: fc.constantFrom('', 's'),
        packageIds: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
      })
      .map(({ answerId, siteId, packageIds }) => binding(answerId, packageIds, { siteId })),
    { maxLength: 6 },
  )

  /** The simple way: one map, one instruction after the other. */
  const applied = (before: readonly Binding[], instructions: readonly Binding[]) => {
    const state = new Map(before.map((one) => [keyOf(one), one.packageIds]))
    for (const one of instructions) {
      if (one.packageIds.length === 0) state.delete(keyOf(one))
      else state.set(keyOf(one), [...new Set(one.packageIds)])
    }
    return state
  }

  test('written as changes come to the same as one after the other, and then change nothing more', () => {
    fc.assert(
      fc.property(bindings, bindings, (setUp, instructions) => {
        const before = changesBy([], setUp).map((change) => change.binding)
        const expected = applied(before, instructions)
        const after = applied(
          before,
          changesBy(before, instructions).map((change) => change.binding),
        )
        assert.deepEqual(new Map([...after].sort()), new Map([...expected].sort()))
        const rows = [...after].map(([key, packageIds]) => {
          const [questionId, answerId, siteId, branchId] = JSON.parse(key)
          return { questionId, answerId, siteId, branchId, packageIds }
        })
        assert.deepEqual(changesBy(rows, instructions), [])
      }),
    )
  })
})

test('a binding is shown with the places it has', () => {
  const siteOf = (id: string) => `site of ${id}`
  const at = { questionId: 'q', answerId: 'bad', packageIds: ['a'] }
  assert.deepEqual(toInstruction(binding('bad', ['a']), siteOf), at)
  assert.deepEqual(toInstruction(binding('bad', ['a'], { siteId: 's' }), siteOf), { ...at, siteId: 's' })
  assert.deepEqual(toInstruction(binding('bad', ['a'], { branchId: 'b' }), siteOf), {
    ...at,
    siteId: 'site of b',
    branchId: 'b',
  })
})
