// A listener to server-sent events over a real connection.
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { testApp } from './api.ts'

export interface Seen {
  id: string
  kind: string
  subject: string
  card?: string
  sequence: string
}

/** Of everything that has arrived. */
export function parseEvents(text: string): Seen[] {
  return text.split('\n\n').flatMap((block) => {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    if (fields.get('event') !== 'change') return []
    return [{ id: fields.get('id') ?? '', ...JSON.parse(fields.get('data') ?? '{}') }]
  })
}

export interface Listener {
  response: IncomingMessage
  events(): Seen[]
  text(): string
  isEnded(): boolean
  close(): void
}

export async function listen(
  path: string,
  headers: Record<string, string>,
  app?: FastifyInstance,
): Promise<Listener> {
  const served = app ?? (await testApp()).app
  if (!served.server.listening) await served.listen({ port: 0, host: '127.0.0.1' })
  const { port } = served.server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, resolve).on('error', reject)
  })
  let text = ''
  let isEnded = false
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
  })
  response.on('close', () => {
    isEnded = true
  })
  response.on('error', () => {})
  return {
    response,
    events: () => parseEvents(text),
    text: () => text,
    isEnded: () => isEnded,
    close: () => response.destroy(),
  }
}
