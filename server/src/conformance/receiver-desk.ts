// Writes the messages that a receiver of callbacks is examined with, and sends them. Every id that is sent begins with `test-`.
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import { signatureHeaders } from '../lib/webhook-signature.ts'
import { Answer, type Reply, type Request, type Send } from './exchange.ts'

export interface DeskOptions {
  send: Send
  /** Address of the receiver without a slash at its end; the id of the message is added. */
  url: string
  key: string
  /** whsec_…; without it nothing is signed, and the key has to do. */
  secret?: string | undefined
  /** Another secret of the same form, for the receiver to refuse. */
  otherSecret: string
  run: string
  client: string
  clock: () => Date
}

/** The service gives up after this time (G2). */
const LONGEST_MS = 10_000

export interface Message {
  body?: Partial<WebhookOutputInfo> & Record<string, unknown>
  /** The bytes, instead of the body. */
  raw?: (id: string) => string
  id?: string
  at?: Date
  secrets?: readonly string[]
  /** Changes what is sent after it was signed. */
  forge?: (request: Request) => Request
  key?: string
}

/** Writes and sends messages; remembers what came back. */
export class Desk {
  readonly options: DeskOptions
  readonly #check: string
  #count = 0

  constructor(options: DeskOptions, check: string) {
    this.options = options
    this.#check = check
  }

  newId(): string {
    this.#count += 1
    return `test-conformance-${this.options.run}-${this.#check}-${this.#count}`
  }

  /** So long after now. */
  after(ms: number): Date {
    return new Date(this.options.clock().getTime() + ms)
  }

  /** Every field a message can have; addresses and names are from ranges reserved for examples. */
  sample(id: string, more: Message['body'] = {}): Record<string, unknown> {
    const now = this.options.clock().toISOString()
    const person = { id: 'test-customer', firstName: 'Test', lastName: 'Test', email: 'test@example.com' }
    const body: WebhookOutputInfo = {
      id,
      systemClientId: this.options.client,
      referenceObjectCategory: 'serviceOrder',
      referenceObjectId: 'test-order',
      surveyId: 'test-survey',
      outputId: id,
      outputCategory: 'email',
      outputType: 'surveyResultsEmail',
      outputTimestamp: now,
      destinations: [
        { id: 'test-destination', address: person.email, name: 'Test Test', sourcePartnerType: 'customer' },
      ],
      linkUrl: 'https://example.com/test',
      linkValidUntil: now,
      vin: 'TEST0000000000000',
      customer: { category: 'person', ...person },
      owner: { category: 'legalEntity', id: 'test-owner', name: 'Test', email: person.email },
      driver: person,
    }
    return { ...body, ...more }
  }

  async put({ body, raw, id = this.newId(), at, secrets, forge, key }: Message = {}): Promise<Answer> {
    const { url, secret, send, clock } = this.options
    const text = raw?.(id) ?? JSON.stringify(this.sample(id, body))
    const { pathname, search } = new URL(`${url}/${encodeURIComponent(id)}`)
    const signed = secrets ?? (secret === undefined ? [] : [secret])
    const request: Request = {
      method: 'PUT',
      path: pathname + search,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Walkaround-conformance',
        'x-api-key': key ?? this.options.key,
        ...signatureHeaders({ id, body: text, secrets: signed }, at ?? clock()),
      },
      body: text,
    }
    const sent = forge?.(request) ?? request
    const began = performance.now()
    const reply = await send(sent, this.#check).catch(
      (error): Reply => ({ status: 0, headers: {}, body: Buffer.from(String(error?.message ?? error)) }),
    )
    const answer = new Answer(sent, reply)
    answer.expect(performance.now() - began < LONGEST_MS, 'a reply within 10 seconds')
    return answer
  }

  async accepts(message: Message = {}): Promise<Answer> {
    const answer = await this.put(message)
    return answer.expect(answer.status >= 200 && answer.status < 300, 'any 2XX')
  }

  /** Another reply than 2XX, and not a failure of the receiver: 401 is best. */
  async refuses(message: Message): Promise<void> {
    const answer = await this.put(message)
    answer.expect(answer.status >= 400 && answer.status < 500, 'a refusal, such as 401')
  }
}
