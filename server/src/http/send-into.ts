// Requests to an application of this process, without a network: they pass every hook and every check that other requests pass.
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

interface Sent {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  /** The other end of the connection on whose behalf it is sent; left out, this process. */
  remoteAddress?: string | undefined
}

export const sendInto =
  (inject: (options: InjectOptions) => Promise<LightMyRequestResponse>) =>
  async ({ method, path, headers, body, remoteAddress }: Sent) => {
    const reply = await inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: { ...headers },
      ...(body === undefined ? {} : { payload: body }),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    })
    const told = Object.entries(reply.headers).map(([name, value]) => [name, String(value)])
    return {
      status: reply.statusCode,
      headers: Object.fromEntries(told) as Record<string, string>,
      body: reply.rawPayload,
    }
  }
