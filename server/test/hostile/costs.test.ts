// What a stranger can make the service compute: the most expensive body each path without a key accepts, in processor time of the
// event loop, compared with the same request without a body.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { appInterface } from '@walkaround/contract/openapi.ts'
import { testApp } from '../support/api.ts'
import { makeOwnerScene } from '../support/owner.ts'

const KiB = 1024
/** Of processor time, for each 64 KiB that were begun. */
const MOST_MS = 5
/** A busy machine may need them; the work itself is seen in the best one. */
const MOST_ROUNDS = 20

const repeat = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length)).slice(0, bytes)
const names = (bytes: number) => {
  let text = ''
  for (let n = 0; text.length < bytes; n++) text += `f${n}=${n}&`
  return text.slice(0, bytes)
}

const forms: [string, (bytes: number) => string][] = [
  ['one name again and again', (bytes) => repeat('a&', bytes)],
  ['ever new names', names],
  ['names without end', (bytes) => repeat('a', bytes)],
  ['percent-encoding', (bytes) => repeat('%41', bytes)],
  ['broken percent-encoding', (bytes) => repeat('%', bytes)],
  ['bytes that are no text', (bytes) => repeat('%ff', bytes)],
  ['spaces', (bytes) => repeat('+', bytes)],
  ['equals signs', (bytes) => repeat('=', bytes)],
]

const documents: [string, (bytes: number) => string][] = [
  ['a word that is none, at the end', (bytes) => `[${repeat('1,', bytes - 4)}x]`],
  ['brackets', (bytes) => repeat('[', bytes)],
  ['escapes', (bytes) => `{"login":"${repeat('\\u0041', bytes - 30)}"`],
  ['digits', (bytes) => `{"login":${repeat('9', bytes - 20)}}`],
  ['names', (bytes) => `{${repeat('"a":1,', bytes - 20)}"b":x}`],
]

async function processorMs(url: string, type: string, body: string): Promise<{ ms: number; status: number }> {
  const { app } = await testApp()
  const before = process.threadCpuUsage()
  const reply = await app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: body })
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1000, status: reply.statusCode }
}

/** The cheapest of several rounds, three or until one costs little: what is left is the work, not the machine's other business. */
async function cheapest(
  url: string,
  type: string,
  body: string,
  enough = Number.POSITIVE_INFINITY,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 || (least > enough && round < MOST_ROUNDS); round++) {
    const { ms, status } = await processorMs(url, type, body)
    assert.ok(status >= 200 && status < 500, `${url}: ${status}`)
    least = Math.min(least, ms)
  }
  return least
}

const withoutBody = new Map<string, number>()

async function costOf(url: string, type: string, body: string, allowed: number): Promise<number> {
  if (!withoutBody.has(url)) withoutBody.set(url, await cheapest(url, type, ''))
  const empty = withoutBody.get(url) ?? 0
  return (await cheapest(url, type, body, allowed + empty)) - empty
}

async function assertCheap(url: string, type: string, what: string, body: string): Promise<void> {
  const allowed = MOST_MS * Math.ceil(body.length / (64 * KiB))
  const cost = await costOf(url, type, body, allowed)
  assert.ok(
    cost <= allowed,
    `${url}, ${what}, ${body.length} bytes: ${cost.toFixed(1)} ms, allowed ${allowed}`,
  )
}

describe('a body that anyone may send costs little', () => {
  const form = 'application/x-www-form-urlencoded'
  const acts = ['/review', '/edit', '/decide', '/feedback', '/ask', '/opened', '/videos/v/watched']

  test('to the pages of owners, with a link and without one', async () => {
    const scene = await makeOwnerScene()
    for (const [what, make] of forms) {
      for (const bytes of [128 * KiB, 256 * KiB]) await assertCheap('/o/x/review', form, what, make(bytes))
      await assertCheap(`${scene.path}/review`, form, what, make(128 * KiB))
    }
    const [what, make] = forms[0] as (typeof forms)[number]
    for (const act of acts) await assertCheap(`/o/x${act}`, form, what, make(128 * KiB))
  })

  test('to every operation of the app that asks for no session', async () => {
    const open = appInterface.operations.filter(({ right, body }) => right === 'none' && body !== undefined)
    assert.ok(open.length > 0)
    for (const { path } of open) {
      for (const [what, make] of documents) {
        for (const bytes of [16 * KiB, 1024 * KiB]) {
          await assertCheap(`${appInterface.prefix}${path}`, 'application/json', what, make(bytes))
        }
      }
    }
  })

  test('and a path is never answered with many times its length', async () => {
    const { app } = await testApp()
    const short = (await app.inject('/nowhere')).body.length
    for (const path of [
      '/'.repeat(8000),
      '/a'.repeat(4000),
      `/o/${'a/'.repeat(4000)}`,
      '/%3C'.repeat(2000),
    ]) {
      const { length } = (await app.inject(path)).body
      assert.ok(length <= short + 4 * KiB, `${path.slice(0, 20)}…: ${length} bytes`)
    }
  })
})
