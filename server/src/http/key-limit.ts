// How many requests a minute a key may make. Each process counts for itself, in memory, before anything else is done for the request;
// every reply says what is left.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../identity/authenticate.ts'
import { toPrefix } from '../identity/keys.ts'
import { leftText, type Quota, quotaText, Rate } from '../lib/rate.ts'
import { problem } from '../problems.ts'

const WINDOW_SECONDS = 60
/** More keys than this are in use within a minute nowhere; a forgotten one begins anew. */
const MOST_KEYS = 50_000

/** By the name of their header. */
interface Told {
  'ratelimit-policy': string
  ratelimit: string
}

export interface KeyLimit {
  /** Refuses the request if its key has used up what it may. Sessions of people are not counted. */
  count(request: FastifyRequest, caller: Caller): void
  /** Adds what was counted to every reply, beside other limits that the reply tells of. */
  tell(app: FastifyInstance): void
}

/** `perMinute` is for keys without a limit of their own; 0 means none. */
export function createKeyLimit(perMinute: number, clock: () => Date): KeyLimit {
  const rate = new Rate(MOST_KEYS)
  const told = new WeakMap<FastifyRequest, Told>()
  return {
    count(request, { keyId, requestsPerMinute = perMinute }) {
      if (keyId === undefined || requestsPerMinute === 0) return
      const quota: Quota = { name: 'key', most: requestsPerMinute, windowSeconds: WINDOW_SECONDS }
      const use = rate.use(keyId, quota, clock().getTime())
      told.set(request, { 'ratelimit-policy': quotaText(quota), ratelimit: leftText(quota.name, use) })
      if (use.isWithin) return
      throw problem(
        'rateExceeded',
        `the key ${toPrefix(keyId)} has used up its ${requestsPerMinute} requests a minute; the next is free in ` +
          `${use.waitSeconds} seconds`,
        { 'retry-after': String(use.waitSeconds) },
      )
    },
    tell(app) {
      app.addHook('onSend', (request, reply, payload, done) => {
        for (const [name, value] of Object.entries(told.get(request) ?? {})) {
          const others = reply.getHeader(name)
          reply.header(name, others === undefined ? value : `${value}, ${others}`)
        }
        done(null, payload)
      })
    },
  }
}
