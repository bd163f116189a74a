import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { problems } from '@walkaround/contract/problems.ts'
import { createRequester } from '../../workshop/api/request.ts'
import { createSessions } from './session.ts'

const session = {
  login: 'ruth',
  name: 'Ruth',
  expiresAt: '2027-01-01T00:00:00Z',
  csrf: 'proof',
  clients: [],
  version: '1',
  idleMinutes: 10,
}
const start = Date.parse('2026-11-18T08:00:00Z')

/** A service that answers each request with what stands next, and a clock that is moved. */
function makeOffice(...answers: (() => Response | Promise<Response>)[]) {
  const asked: string[] = []
  const clock = { now: start, usedAt: undefined as number | undefined }
  let mark: string | undefined
  const { call } = createRequester({
    fetch: (async (url: string, { method }: RequestInit) => {
      asked.push(`${method} ${url}`)
      const next = answers.shift()
      if (!next) throw new TypeError('no network')
      return next()
    }) as unknown as typeof fetch,
    toUrl: (path) => path,
    csrf: () => undefined,
  })
  const sessions = createSessions({
    call,
    now: () => clock.now,
    usedAt: { get: () => clock.usedAt, set: (at) => (clock.usedAt = at) },
    usedIn: {
      get: () => mark,
      set: (next) => {
        mark = next
      },
    },
  })
  return { sessions, asked, clock, shown: () => sessions.presence.get() }
}

const signedIn = () => Response.json(session)
const refused = (kind: 'notAuthorized' | 'loginDisabled') => () =>
  Response.json({ errorCode: problems[kind].errorCode, error: '' }, { status: problems[kind].status })

describe('who is in the office', () => {
  test('is asked of the service, which knows by the cookie', async () => {
    const { sessions, shown } = makeOffice(signedIn)
    await sessions.refresh()
    assert.deepEqual(shown(), { state: 'in', session })
  })

  test('is nobody at first, and nothing has ended then', async () => {
    const { sessions, shown } = makeOffice(refused('notAuthorized'))
    await sessions.refresh()
    assert.deepEqual(shown(), { state: 'out' })
  })

  test('is not known without a network; what is shown stays', async () => {
    const { sessions, shown } = makeOffice()
    await sessions.refresh()
    assert.deepEqual(shown(), { state: 'unreachable' })
    const later = makeOffice(signedIn)
    await later.sessions.refresh()
    await later.sessions.refresh()
    assert.equal(later.shown().state, 'in')
  })

  test('is nobody any more when a request is refused, and why is said', async () => {
    for (const [kind, why] of [
      ['notAuthorized', 'ended'],
      ['loginDisabled', 'disabled'],
    ] as const) {
      const { sessions, shown } = makeOffice(signedIn, refused(kind))
      await sessions.refresh()
      await sessions.refresh()
      assert.deepEqual(shown(), { state: 'out', why, of: 'ruth' })
    }
  })

  test('is hidden after the time that the service says, also over a reload', async () => {
    const { sessions, clock, shown } = makeOffice(signedIn, signedIn)
    await sessions.signIn('ruth', 'password')
    clock.now += 9 * 60_000
    sessions.use()
    clock.now += 9 * 60_000
    sessions.look()
    assert.equal(shown().state, 'in')
    clock.now += 60_000
    sessions.look()
    assert.deepEqual(shown(), { state: 'out', why: 'ended', of: 'ruth' })
    await sessions.refresh()
    assert.equal(shown().state, 'out')
  })

  test('is whoever comes back from a provider, however long nobody was here; not with a session that was hidden', async () => {
    const provider = { client: 'acme', id: 'dealer', label: 'Dealer account' }
    const first = { ...session, csrf: 'first of them', provider }
    const next = { ...first, csrf: 'next of them' }
    const { sessions, clock, shown } = makeOffice(
      () => Response.json(first),
      () => Response.json(first),
      () => Response.json(next),
    )
    await sessions.refresh()
    assert.equal(shown().state, 'in')
    clock.now += 11 * 60_000
    await sessions.refresh()
    assert.deepEqual(shown(), { state: 'out', why: 'ended', of: 'ruth' })
    await sessions.refresh()
    sessions.look()
    assert.deepEqual(shown(), { state: 'in', session: next })
  })

  test('is out at once, whatever the service says; a reply to an earlier request changes nothing', async () => {
    let answer: (response: Response) => void = () => {}
    const slow = new Promise<Response>((done) => {
      answer = done
    })
    const { sessions, asked, shown } = makeOffice(
      signedIn,
      () => slow,
      () => new Response(undefined, { status: 204 }),
    )
    await sessions.refresh()
    const reading = sessions.refresh()
    await sessions.signOut()
    answer(signedIn())
    await reading
    assert.deepEqual(shown(), { state: 'out' })
    assert.match(asked.at(-1) ?? '', /^DELETE /)
  })
})
