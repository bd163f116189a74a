// Asks a configured provider of vehicle data about a VIN. Does not interpret the reply, and never writes the VIN or the key into a
// log.
import { callHttp, NoAnswer } from './http-call.ts'
import { codeOf, OutOfTime } from './http-failures.ts'

export interface VinProviderOptions {
  /** https://…, with {vin} in place of the VIN. */
  url: string
  /** Sent as X-API-Key. */
  key?: string | undefined
  /** A reason without personal data, for the log. */
  onFailure?: (reason: string) => void
  /** Authorities to trust instead of the public ones. */
  ca?: string | undefined
  timeoutMs?: number
}

const TIMEOUT_MS = 5_000
const LONGEST_ANSWER = 20_000

/** The JSON of the reply; undefined if the provider knows nothing, is too slow, or replies with something else. */
export function createVinProvider({
  url,
  key,
  ca,
  onFailure = () => {},
  timeoutMs = TIMEOUT_MS,
}: VinProviderOptions): (vin: string) => Promise<unknown> {
  return async (vin) => {
    try {
      const { status, body } = await callHttp({
        url: url.replace('{vin}', encodeURIComponent(vin)),
        method: 'GET',
        headers: { accept: 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
        timeoutMs,
        ca,
        longest: LONGEST_ANSWER + 1,
      })
      if (status === 404 || status === 204) return undefined
      // Includes redirects: the key goes only to the configured address.
      if (status !== 200) throw new Refusal(`status ${status}`)
      if (Buffer.byteLength(body) > LONGEST_ANSWER) throw new Refusal(`more than ${LONGEST_ANSWER} bytes`)
      return parse(body)
    } catch (error) {
      onFailure(reasonOf(error))
      return undefined
    }
  }
}

class Refusal extends Error {}

/** Error messages of Node may contain addresses; codes and our own words do not. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const { cause, name } = error as Error
  if (!(error instanceof NoAnswer)) return name
  return cause instanceof OutOfTime ? 'no answer in time' : codeOf(cause) || error.message
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Refusal('the answer is not JSON')
  }
}
