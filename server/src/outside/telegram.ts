// Telegram by the Bot API: sends texts, finds the bot's name, and reads what people wrote to it. Knows no customer. The address of
// every call contains the token, so addresses never appear in error messages.
import { type Channel, type Outgoing, type Probing, probeSteps, SendFailure } from './channel.ts'
import { callHttp, NoAnswer } from './http-call.ts'
import { statusFailure } from './sms.ts'

interface TelegramOptions {
  token: string
  /** Another server with the same API. */
  url?: string | undefined
  timeoutMs?: number
  ca?: string | undefined
}

export interface TelegramUpdate {
  id: number
  chatId: string
  text: string
}

export interface Telegram extends Channel, Probing {
  /** The number of the bot, the first half of its token. */
  botId: string
  /** Its name, without the @; asked for once. Rejects with a SendFailure. */
  botName(): Promise<string>
  /** The link that starts the bot with a word. */
  startLink(word: string): Promise<string>
  /** Waits up to `waitSeconds` for something to read. */
  listUpdates(
    next: number,
    waitSeconds: number,
    signal: AbortSignal,
  ): Promise<{ updates: TelegramUpdate[]; next: number }>
}

const TIMEOUT_MS = 15_000

interface Reply<T> {
  ok: boolean
  result?: T
  description?: string
}

export function createTelegram({
  token,
  url = 'https://api.telegram.org',
  timeoutMs = TIMEOUT_MS,
  ca,
}: TelegramOptions): Telegram {
  async function call<T>(method: string, body: unknown, signal?: AbortSignal, extraMs = 0): Promise<T> {
    try {
      const { status, body: text } = await callHttp({
        url: `${url}/bot${token}/${method}`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs: timeoutMs + extraMs,
        signal,
        ca,
      })
      const reply = parse<T>(text)
      if (status === 200 && reply?.ok) return reply.result as T
      // The person has stopped the bot and gets nothing more from it.
      if (status === 403) {
        throw new SendFailure('the recipient has stopped the bot', { isPermanent: true, code: 'botStopped' })
      }
      const why = reply?.description
        ? ` (${reply.description.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, 200)})`
        : ''
      throw statusFailure('Telegram', status, why)
    } catch (error) {
      if (error instanceof NoAnswer)
        throw new SendFailure(`Telegram: ${error.message}`, { isPermanent: false, code: error.code })
      throw error
    }
  }

  let name: Promise<string> | undefined
  const botName = () => {
    name ??= call<{ username: string }>('getMe', {}).then(
      ({ username }) => username,
      (error: unknown) => {
        name = undefined
        throw error
      },
    )
    return name
  }

  async function send(message: Outgoing, signal?: AbortSignal): Promise<void> {
    await call(
      'sendMessage',
      {
        chat_id: message.address,
        text: message.text,
        // A preview would open the link before its owner does.
        link_preview_options: { is_disabled: true },
        disable_web_page_preview: true,
      },
      signal,
    )
  }

  return {
    via: 'telegram',
    botId: token.split(':', 1)[0] ?? '',
    send,
    probe: (message) =>
      probeSteps(async (step) => {
        await step('signIn', botName, (found) => `@${found}`)
        if (message)
          await step(
            'send',
            () => send(message),
            () => 'ok',
          )
      }),
    botName,
    async startLink(word) {
      return `https://t.me/${await botName()}?start=${word}`
    },
    async listUpdates(next, waitSeconds, signal) {
      const found = await call<
        { update_id: number; message?: { text?: string; chat?: { id: number; type?: string } } }[]
      >(
        'getUpdates',
        { offset: next, timeout: waitSeconds, allowed_updates: ['message'] },
        signal,
        waitSeconds * 1000,
      )
      const updates = found.flatMap(({ update_id, message }) =>
        // In a group everybody would read a message meant for one person.
        message?.chat && (message.chat.type ?? 'private') === 'private'
          ? [{ id: update_id, chatId: String(message.chat.id), text: message.text ?? '' }]
          : [],
      )
      return { updates, next: found.reduce((most, { update_id }) => Math.max(most, update_id + 1), next) }
    },
  }
}

function parse<T>(text: string): Reply<T> | undefined {
  try {
    return JSON.parse(text) as Reply<T>
  } catch {
    return undefined
  }
}
