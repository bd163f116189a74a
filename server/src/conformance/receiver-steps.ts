// The kinds of steps that examine a receiver of callbacks: messages that it must take or refuse, one after the other or at once.
import type { Request } from './exchange.ts'
import type { Desk, Message } from './receiver-desk.ts'

export type Steps = (desk: Desk) => Promise<void>

/** The service sends no more at once to one receiver. */
export const AT_ONCE = 4

type MessagesOf = (desk: Desk) => readonly Message[]

/** One after the other. */
export const takes =
  (messagesOf: MessagesOf): Steps =>
  async (desk) => {
    for (const message of messagesOf(desk)) await desk.accepts(message)
  }

export const refuses =
  (messagesOf: MessagesOf): Steps =>
  async (desk) => {
    for (const message of messagesOf(desk)) await desk.refuses(message)
  }

/** As many at a time as the service sends. */
export const takesAtOnce =
  (messagesOf: MessagesOf): Steps =>
  async (desk) => {
    const left = messagesOf(desk).values()
    const lane = async () => {
      for (const message of left) await desk.accepts(message)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }

export const repeated = (message: Message, times: number): Message[] =>
  Array.from({ length: times }, () => message)

type Headers = Record<string, string | undefined>

/** Undefined takes a header away. */
export const withHeaders =
  (more: Headers | ((request: Request) => Headers)) =>
  (request: Request): Request => {
    const all = { ...request.headers, ...(typeof more === 'function' ? more(request) : more) }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return { ...request, headers: Object.fromEntries(given) }
  }
