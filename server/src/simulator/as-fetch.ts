// Lets the client that integrators take home send its requests another way than over the network of the runtime.
interface SentRequest {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

interface ReceivedReply {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

export type SendRequest = (request: SentRequest) => Promise<ReceivedReply>

const withoutBody = new Set([204, 205, 304])

export const asFetch =
  (send: SendRequest): typeof fetch =>
  async (input, { method = 'GET', headers = {}, body, signal } = {}) => {
    const { pathname, search } = new URL(String(input))
    const sending = send({
      method,
      path: pathname + search,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' ? { body } : {}),
    })
    const reply = await unlessEnded(sending, signal ?? undefined)
    const content = withoutBody.has(reply.status) ? null : new Uint8Array(reply.body)
    return new Response(content, { status: reply.status, headers: reply.headers })
  }

/** What is on its way goes on; nobody waits for it any more. */
async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, ended])
  } finally {
    signal.removeEventListener('abort', end)
    // Whoever lost the race is heard by nobody.
    work.catch(() => {})
    ended.catch(() => {})
  }
}
