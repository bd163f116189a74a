// The one way to call the service: cookie, CSRF header, timeout, and every failure as Unreachable, Refused or SignedOut. Keeps no
// data and retries nothing; the caller decides that.
import { type Call, createCall, pathOf } from '@walkaround/contract/client.ts'
import { problemKindOf } from '@walkaround/contract/problem-kinds.ts'
import { LoginDisabled, Refused, SignedOut, Unreachable } from './problem.ts'

export interface Ask {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  bytes?: ArrayBuffer
  headers?: Record<string, string>
  /** Milliseconds; hanging Wi-Fi must not look like work. */
  timeout?: number
  signal?: AbortSignal
}

export interface Requester {
  /** `path` is relative to the prefix of the app's operations. */
  send(path: string, ask?: Ask): Promise<Response>
  call: Call<Omit<Ask, 'method' | 'body'>>
}

interface RequesterOptions {
  fetch: typeof fetch
  /** For a path relative to the prefix, or a complete URL. */
  toUrl: (path: string) => string
  csrf: () => string | undefined
  /** The service's time, and the device's before and after the request. */
  onTime?: (serviceTime: string | null, sentAt: number, receivedAt: number) => void
}

const defaultTimeout = 20_000
/** Statuses that mean "not now": the same request may succeed later. */
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
    await fail(path, response)
    throw new Unreachable('unreachable')
  }
  return {
    send,
    call: createCall(async (path, ask) => {
      const response = await send(path, ask)
      const json = () =>
        response.json().catch(() => {
          // Cut off in transit, or a captive portal that answers everything with its own page.
          throw new Unreachable('not JSON')
        })
      return { status: response.status, json }
    }),
  }
}

/** On these paths too many attempts are shown to the person, not retried. */
const signInPaths = [pathOf('createSession', {}), pathOf('changeOwnPassword', {}), pathOf('unlockTablet', {})]

async function fail(path: string, response: Response): Promise<never> {
  const seconds = Number(response.headers.get('retry-after'))
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
  const body = await response.json().catch(() => undefined)
  const isOurs = typeof body === 'object' && body !== null && 'errorCode' in body
  const kind = isOurs ? problemKindOf(body.errorCode as number) : undefined
  // Without our error body it was a captive portal, which knows nothing about sessions. A wrong password is 401 too, but signs
  // nobody out.
  if (response.status === 401 && isOurs && kind !== 'signInFailed')
    throw kind === 'loginDisabled' ? new LoginDisabled() : new SignedOut()
  if (passing.has(response.status) && !(response.status === 429 && signInPaths.includes(path)))
    throw new Unreachable(String(response.status), retryAfter)
  // Without our error body something else answered: a proxy or a captive portal.
  if (!isOurs) throw new Unreachable(`HTTP ${response.status}`, retryAfter)
  throw new Refused(response.status, (body ?? {}) as object, retryAfter)
}

/** AbortSignal.any came with Safari 17.4; the app supports 16. */
function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if (typeof AbortSignal.any === 'function') return AbortSignal.any([...signals])
  const controller = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
  }
  return controller.signal
}
