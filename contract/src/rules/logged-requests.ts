// How entries of the log of requests are shown: repeats in a row as one, and a request as a command that sends it again.
import type { LoggedRequest } from '../app/requests.ts'

export interface RepeatedRequest {
  /** The newest of them. */
  request: LoggedRequest
  times: number
  /** When the oldest of them came. */
  firstAt: string
}

const isSame = (one: LoggedRequest, other: LoggedRequest): boolean =>
  one.dropped === undefined &&
  other.dropped === undefined &&
  one.operation === other.operation &&
  one.method === other.method &&
  one.keyId === other.keyId &&
  one.path === other.path &&
  one.status === other.status &&
  one.errorCode === other.errorCode

/** Requests of the same key on the same object with the same outcome, one right after the other. */
export function groupRepeats(requests: readonly LoggedRequest[]): RepeatedRequest[] {
  const groups: RepeatedRequest[] = []
  for (const request of requests) {
    const last = groups.at(-1)
    if (last && isSame(last.request, request)) {
      last.times++
      last.firstAt = request.at
    } else groups.push({ request, times: 1, firstAt: request.at })
  }
  return groups
}

/** What was called: the operation, or method and path if no operation takes them. */
export const calledOf = ({
  operation,
  method,
  path,
}: Pick<LoggedRequest, 'operation' | 'method' | 'path'>): string =>
  operation === '' ? `${method} /v1${path}` : operation

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** With `$KEY` in place of the key. Of personal fields the body has no values: they have to be filled in. */
export function toCurl(request: { method: string; path: string; body?: string }, baseUrl: string): string {
  const { method, path, body } = request
  const lines = [`curl -X ${method} ${quoted(`${baseUrl}/v1${path}`)}`, `-H "X-API-KEY: $KEY"`]
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json'`, `--data ${quoted(body)}`)
  return lines.join(' \\\n  ')
}
