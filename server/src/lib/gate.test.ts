import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate } from './gate.ts'

function openGate() {
  const gate = createGate({ perOwner: 2, total: 3 })
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const come = (name: string, owner = name.charAt(0)) =>
    gate(owner, () => {
      begun.push(name)
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return end.promise
    })
  return { come, begun, end: (name: string) => ends.get(name) as PromiseWithResolvers<void> }
}

const settled = () => new Promise((done) => setImmediate(done))

test('a greedy owner waits for its own work, a modest one does not', async () => {
  const { come, begun, end } = openGate()
  const work = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => come(name))
  await settled()
  assert.deepEqual(begun, ['a1', 'a2', 'b1'])
  end('a1').resolve()
  await work[0]
  await settled()
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3'])
})

test('work that fails makes room, and its failure is told', async () => {
  const { come, begun, end } = openGate()
  const [failing] = ['a1', 'a2', 'a3'].map((name) => come(name))
  await settled()
  end('a1').reject(new Error('no'))
  await assert.rejects(failing as Promise<void>, /no/)
  await settled()
  assert.deepEqual(begun, ['a1', 'a2', 'a3'])
})
