// One way to ask the service: cookie, CSRF header, time-out, and every failure as Unreachable, Refused or SignedOut.
// Keeps no data and retries nothing; who calls decides that.
import { LoginDisabled, Refused, SignedOut, Unreachable } from './problem.ts'

export interface Ask {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  bytes?: ArrayBuffer
  headers?: Record<string, string>
  /** Milliseconds; a hanging Wi-Fi must not look like work. */
  timeout?: number
  signal?: AbortSignal
}

export interface Requester {
  /** `path` begins below /app. */
  send(path: string, ask?: Ask): Promise<Response>
  json<T>(path: string, ask?: Ask): Promise<T>
}

export interface RequesterOptions {
  fetch: typeof fetch
  /** Of a path below /app, or of a whole URL. */
  toUrl: (path: string) => string
  csrf: () => string | undefined
  /** What the service's clock said, and the device's before and after. */
  onTime?: (serviceTime: string | null, sentAt: number, receivedAt: number) => void
}

const defaultTimeout = 20_000
/** Statuses that say "not now": the same request may succeed later. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

export function createRequester({ fetch, toUrl, csrf, onTime }: RequesterOptions): Requester {
  const send = async (path: string, ask: Ask = {}): Promise<Response> => {
    const { method = 'GET', body, bytes, timeout = defaultTimeout } = ask
    const token = csrf()
    const signals = [AbortSignal.timeout(timeout), ...(ask.signal ? [ask.signal] : [])]
    const sentAt = Date.now()
    let response: Response
    try {
      response = await fetch(toUrl(path), {
        method,
        credentials: 'same-origin',
        cache: 'no-store',
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(method === 'GET' || method === 'HEAD' || token === undefined
            ? {}
            : { 'x-walkaround-csrf': token }),
          ...ask.headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(bytes === undefined ? {} : { body: bytes }),
        signal: anySignal(signals),
      })
    } catch (error) {
      throw new Unreachable((error as Error).name)
    }
    onTime?.(response.headers.get('x-walkaround-time'), sentAt, Date.now())
    if (response.ok) return response
    await fail(response)
    throw new Unreachable('unreachable')
  }
  return {
    send,
    json: async <T>(path: string, ask?: Ask): Promise<T> => {
      const response = await send(path, ask)
      try {
        return (await response.json()) as T
      } catch {
        // Cut off on the way, or a portal of the Wi-Fi that answers everything with its own page.
        throw new Unreachable('not JSON')
      }
    },
  }
}

async function fail(response: Response): Promise<never> {
  const seconds = Number(response.headers.get('retry-after'))
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
  const body = await response.json().catch(() => undefined)
  const isOurs = typeof body === 'object' && body !== null && 'errorCode' in body
  const { errorCode } = (isOurs ? body : {}) as { errorCode?: number }
  // Without the body of our errors it was a portal of the Wi-Fi, which knows nothing of sessions.
  if (response.status === 401 && isOurs && errorCode !== signInFailed)
    throw errorCode === loginDisabled ? new LoginDisabled() : new SignedOut()
  const isSignIn = /\/session(\/password)?$/.test(new URL(response.url || 'http://x/').pathname)
  if (passing.has(response.status) && !(isSignIn && response.status === 429))
    throw new Unreachable(String(response.status), retryAfter)
  // Without the body of our errors somebody else has answered: a proxy, a captive portal.
  if (!isOurs) throw new Unreachable(`HTTP ${response.status}`, retryAfter)
  throw new Refused(response.status, (body ?? {}) as object, retryAfter)
}

/** A wrong password is 401 too, with a code of its own; nobody was signed out by it. */
const signInFailed = 40101
const loginDisabled = 40102

/** AbortSignal.any came with Safari 17.4; the app promises 16. */
function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if (typeof AbortSignal.any === 'function') return AbortSignal.any([...signals])
  const controller = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
  }
  return controller.signal
}
