// Requests to an application of this process, without a network: they pass every hook and every check that other requests pass.
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

interface Sent {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

export const sendInto =
  (inject: (options: InjectOptions) => Promise<LightMyRequestResponse>) =>
  async ({ method, path, headers, body }: Sent) => {
    const reply = await inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: { ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    const told = Object.entries(reply.headers).map(([name, value]) => [name, String(value)])
    return {
      status: reply.statusCode,
      headers: Object.fromEntries(told) as Record<string, string>,
      body: reply.rawPayload,
    }
  }
