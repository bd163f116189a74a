// The Bot API as a real local server: keeps what was sent, and hands out what people write.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TelegramServer {
  url: string
  sent: { chat_id: string; text: string; link_preview_options?: { is_disabled: boolean } }[]
  /** Somebody writes to the bot. */
  write(chatId: number, text: string, type?: string): void
  /** The status of the next replies to sendMessage. */
  statuses: number[]
  close(): Promise<void>
}

export const TOKEN = '123456:test_token'

export async function startTelegramServer(): Promise<TelegramServer> {
  const updates: { update_id: number; message: unknown }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const method = request.url?.startsWith(`/bot${TOKEN}/`) ? request.url.split('/').at(-1) : undefined
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      const answer = (status: number, value: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (method === 'getMe') return answer(200, { ok: true, result: { username: 'garage_bot' } })
      if (method === 'getUpdates') {
        return answer(200, { ok: true, result: updates.filter(({ update_id }) => update_id >= body.offset) })
      }
      if (method !== 'sendMessage') return answer(404, { ok: false, description: 'Not Found' })
      const status = telegram.statuses.shift() ?? 200
      if (status !== 200)
        return answer(status, { ok: false, description: 'Forbidden: bot was blocked by the user' })
      telegram.sent.push(body)
      return answer(200, { ok: true, result: {} })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const telegram: TelegramServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: [],
    statuses: [],
    write: (chatId, text, type = 'private') =>
      void updates.push({ update_id: 100 + updates.length, message: { text, chat: { id: chatId, type } } }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return telegram
}
