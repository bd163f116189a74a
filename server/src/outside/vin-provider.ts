// Asks a provider of vehicle data, when one is configured, what it knows of a VIN. Knows nothing of what the answer
// means, and never writes the VIN or the key into a log.
import { request } from 'node:https'

export interface VinProviderOptions {
  /** https://…, with {vin} where the VIN goes. */
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

/** The JSON it answers; undefined when it knows nothing, does not answer in time, or answers something else. */
export function createVinProvider({
  url,
  key,
  ca,
  onFailure = () => {},
  timeoutMs = TIMEOUT_MS,
}: VinProviderOptions): (vin: string) => Promise<unknown> {
  return async (vin) => {
    try {
      const address = new URL(url.replace('{vin}', encodeURIComponent(vin)))
      return await get(address, { key, ca, timeoutMs })
    } catch (error) {
      onFailure(reasonOf(error))
      return undefined
    }
  }
}

class Refusal extends Error {}

/** Messages of Node may carry addresses; codes and our own words do not. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const { code, name } = error as NodeJS.ErrnoException
  return name === 'TimeoutError' ? 'no answer in time' : (code ?? name)
}

function get(
  address: URL,
  { key, ca, timeoutMs }: { key: string | undefined; ca: string | undefined; timeoutMs: number },
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  // One clock for all of it: a peer that sends a byte a second is stopped as well.
  const signal = AbortSignal.timeout(timeoutMs)
  const call = request(address, {
    signal,
    ...(ca === undefined ? {} : { ca }),
    headers: { accept: 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
  })
  call.on('error', (error) => reject(signal.aborted ? signal.reason : error))
  call.on('response', (response) => {
    const status = response.statusCode ?? 0
    if (status === 404 || status === 204) {
      response.resume()
      resolve(undefined)
      return
    }
    // Redirects too: the key goes to the configured address alone.
    if (status !== 200) {
      reject(new Refusal(`status ${status}`))
      call.destroy()
      return
    }
    const chunks: Buffer[] = []
    let length = 0
    response.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > LONGEST_ANSWER) {
        reject(new Refusal(`more than ${LONGEST_ANSWER} bytes`))
        call.destroy()
      } else chunks.push(chunk)
    })
    response.on('error', (error) => reject(signal.aborted ? signal.reason : error))
    response.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      } catch {
        reject(new Refusal('the answer is not JSON'))
      }
    })
  })
  call.end()
  return promise
}
