// What a failed attempt means and what to do, by its status and the log's message. Pure.

export type Reason =
  | 'redirect'
  | 'key'
  | 'address'
  | 'gone'
  | 'body'
  | 'server'
  | 'slow'
  | 'name'
  | 'connection'
  | 'certificate'
  | 'guard'
  | 'other'

/** The log is in English, with few fixed phrases; the first match gives the reason. */
const signs: readonly (readonly [RegExp, Reason])[] = [
  [/is not public|is not allowed|refused by/, 'guard'],
  [/no answer within|in time/, 'slow'],
  [/name of the host/, 'name'],
  [/certificate|TLS/, 'certificate'],
  [/connection|cannot be reached|listening there/, 'connection'],
  [/key of the receiver/, 'key'],
]

export function explain(failure: string, status: number | undefined): Reason {
  if (status !== undefined) {
    if (status >= 500) return 'server'
    if (status >= 300 && status < 400) return 'redirect'
    if (status === 401 || status === 403) return 'key'
    if (status === 410) return 'gone'
    if (status === 404 || status === 405) return 'address'
    if (status >= 400) return 'body'
  }
  return signs.find(([sign]) => sign.test(failure))?.[1] ?? 'other'
}
