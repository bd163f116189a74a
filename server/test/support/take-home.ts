// The client that integrators take home, connected to the application of the tests: every exchange is checked against the contract.
import type { InjectOptions } from 'fastify'
import { type Client, createClient } from '../../../clients/typescript/src/client.ts'
import { BASE_URL, request } from './api.ts'

const withoutBody = new Set([204, 304])

/** In process, in place of a network. */
export const fetchInProcess: typeof fetch = async (input, { method = 'GET', headers, body } = {}) => {
  const { pathname, search } = new URL(String(input))
  const response = await request({
    method: method as NonNullable<InjectOptions['method']>,
    url: pathname + search,
    headers: headers as Record<string, string>,
    ...(typeof body === 'string' ? { payload: body } : {}),
  })
  const told = new Headers()
  for (const [name, value] of Object.entries(response.headers)) told.set(name, String(value))
  const content = withoutBody.has(response.statusCode) ? null : new Uint8Array(response.rawPayload)
  return new Response(content, { status: response.statusCode, headers: told })
}

export const takeHomeClient = ({ id, key }: { id: string; key: string }): Client =>
  createClient({ baseUrl: BASE_URL, key, systemClientId: id, fetch: fetchInProcess })
