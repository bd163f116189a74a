// The other way round: plays the service against a receiver of callbacks and grades it. Every id that is sent begins with `test-`.
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import { toldTypeNames } from '@walkaround/contract/messages.ts'
import { signatureHeaders } from '../lib/webhook-signature.ts'
import { Answer, type Reply, type Request, type Send, Skipped, Unmet } from './exchange.ts'
import { outcomeOf } from './run.ts'
import type { Finding, Sheet } from './sheet.ts'
import { placeOf, type Where } from './where.ts'

export interface ReceiverOptions {
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
  only?: readonly string[]
  progress?: (text: string) => void
}

interface Check {
  id: string
  title: string
  where: Where
  /** What to do if the receiver fails. */
  mend: string
  isSigned?: boolean
  steps: (desk: Desk) => Promise<void>
}

/** The service gives up after this time (G2). */
const LONGEST_MS = 10_000
/** The service sends no more at once to one receiver. */
const AT_ONCE = 4
const MANY = 40
/** More than any message of the service has. */
const LARGE = 256 * 1024
/** Standard Webhooks allow five minutes of difference; a receiver must not allow an hour. */
const HOUR_MS = 3_600_000
const FEW_MINUTES_MS = 2 * 60_000

const wait = 'Reply with any 2XX, 204 is enough, as soon as the message is stored, and within 10 seconds.'

interface Message {
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
class Desk {
  readonly options: ReceiverOptions
  readonly #check: string
  #count = 0

  constructor(options: ReceiverOptions, check: string) {
    this.options = options
    this.#check = check
  }

  newId(): string {
    this.#count += 1
    return `test-conformance-${this.options.run}-${this.#check}-${this.#count}`
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

const withHeaders =
  (more: Record<string, string | undefined>) =>
  (request: Request): Request => {
    const all = Object.entries({ ...request.headers, ...more })
    const given = all.filter((entry): entry is [string, string] => entry[1] !== undefined)
    return { ...request, headers: Object.fromEntries(given) }
  }

const unsigned = withHeaders({
  'webhook-id': undefined,
  'webhook-timestamp': undefined,
  'webhook-signature': undefined,
})

const signature = (request: Request) => request.headers['webhook-signature'] ?? ''

const checks: Check[] = [
  ...toldTypeNames.map(
    (outputType, index): Check => ({
      id: `R1.${index + 1}`,
      title: `Takes a message of type ${outputType}`,
      where: 'receiver',
      mend: `${wait} Read the log of the receiver for the reason.`,
      steps: async (desk) => {
        await desk.accepts({ body: { outputType } })
      },
    }),
  ),
  {
    id: 'R1.6',
    title: 'Takes messages of every channel: email, sms, telegram, delayedEmail',
    where: 'G1',
    mend: 'Accept each value of outputCategory; for a review it is delayedEmail.',
    steps: async (desk) => {
      for (const outputCategory of ['email', 'sms', 'telegram', 'delayedEmail'] as const)
        await desk.accepts({ body: { outputCategory } })
    },
  },
  {
    id: 'R1.7',
    title: 'Replies itself: no redirect and no web page',
    where: 'receiver',
    mend: 'Point the address at the receiver itself, not at a sign-in or a page; the service follows no redirect.',
    steps: async (desk) => {
      const answer = await desk.accepts()
      const isPage =
        /^text\/html/i.test(answer.headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(answer.text)
      answer.expect(!isPage, 'no web page')
    },
  },
  {
    id: 'R2.1',
    title: 'Refuses a body that was changed after it was signed',
    where: 'G3',
    isSigned: true,
    mend: 'Compute HMAC-SHA256 over id, timestamp and body, with dots between them, and compare it with webhook-signature.',
    steps: (desk) =>
      desk.refuses({
        forge: (request) => ({ ...request, body: request.body?.replace('test-survey', 'test-forged') }),
      }),
  },
  {
    id: 'R2.2',
    title: 'Refuses a signature of another secret',
    where: 'G3',
    isSigned: true,
    mend: 'Use the secret of this receiver: the bytes of the Base64 after whsec_.',
    steps: (desk) => desk.refuses({ secrets: [desk.options.otherSecret] }),
  },
  {
    id: 'R2.3',
    title: 'Refuses a request without a signature, even with the right key',
    where: 'G3',
    isSigned: true,
    mend: 'Once you have a secret, refuse what has no webhook-signature, with 401.',
    steps: async (desk) => {
      await desk.refuses({ forge: unsigned })
      await desk.refuses({ forge: withHeaders({ 'webhook-signature': '' }) })
    },
  },
  {
    id: 'R2.4',
    title: 'Refuses a signature that belongs to another message',
    where: 'G3',
    isSigned: true,
    mend: 'Sign the value of webhook-id too; compare the whole text id.timestamp.body.',
    steps: (desk) => desk.refuses({ forge: withHeaders({ 'webhook-id': desk.newId() }) }),
  },
  {
    id: 'R2.5',
    title: 'Refuses signatures that are no Base64, too short or empty, without falling over',
    where: 'G3',
    isSigned: true,
    mend: 'Compare lengths before you compare bytes, and treat every failure to read a signature as a refusal.',
    steps: async (desk) => {
      for (const wrong of ['v1,', 'v1,???', 'v1,AAAA', 'nonsense', 'v1'])
        await desk.refuses({ forge: withHeaders({ 'webhook-signature': wrong }) })
    },
  },
  {
    id: 'R3.1',
    title: 'Refuses a timestamp of an hour ago, although the signature is right',
    where: 'signedReceiver',
    isSigned: true,
    mend: 'Compare webhook-timestamp (seconds since 1970) with your clock; refuse a difference of more than five minutes.',
    steps: (desk) => desk.refuses({ at: new Date(desk.options.clock().getTime() - HOUR_MS) }),
  },
  {
    id: 'R3.2',
    title: 'Refuses a timestamp of an hour ahead',
    where: 'signedReceiver',
    isSigned: true,
    mend: 'Compare the difference in both directions.',
    steps: (desk) => desk.refuses({ at: new Date(desk.options.clock().getTime() + HOUR_MS) }),
  },
  {
    id: 'R3.3',
    title: 'Refuses a timestamp that is no number',
    where: 'signedReceiver',
    isSigned: true,
    mend: 'A timestamp that is no number must not pass the comparison: refuse it.',
    steps: (desk) => desk.refuses({ forge: withHeaders({ 'webhook-timestamp': 'soon' }) }),
  },
  {
    id: 'R3.4',
    title: 'Takes a timestamp of two minutes ago: clocks differ',
    where: 'signedReceiver',
    isSigned: true,
    mend: 'Allow five minutes of difference; check the clock of the receiver.',
    steps: async (desk) => {
      await desk.accepts({ at: new Date(desk.options.clock().getTime() - FEW_MINUTES_MS) })
    },
  },
  {
    id: 'R4.1',
    title: 'Takes the same message again, with 2XX',
    where: 'receiver',
    mend: 'Keep the id of each message; if you know it already, do nothing and reply with 2XX.',
    steps: async (desk) => {
      const id = desk.newId()
      for (let repeat = 0; repeat < 3; repeat += 1) await desk.accepts({ id })
    },
  },
  {
    id: 'R4.2',
    title: 'Takes the same message several times at the same moment',
    where: 'receiver',
    mend: 'Let a unique key on the id decide; the request that loses replies with 2XX too.',
    steps: async (desk) => {
      const id = desk.newId()
      await Promise.all(Array.from({ length: AT_ONCE }, () => desk.accepts({ id })))
    },
  },
  {
    id: 'R5.1',
    title: `Takes ${MANY} messages, ${AT_ONCE} at a time, each within 10 seconds`,
    where: 'receiver',
    mend: 'Store the message and reply; do slow work afterwards.',
    steps: async (desk) => {
      let left = MANY
      const lane = async () => {
        while (left-- > 0) await desk.accepts()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
    },
  },
  {
    id: 'R6.1',
    title: 'Takes a message that comes after a later one',
    where: 'receiver',
    mend: 'Order messages by outputTimestamp, not by arrival; never refuse an older one.',
    steps: async (desk) => {
      const now = desk.options.clock().getTime()
      const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
      await desk.accepts({ body: { outputType: 'customerDecisionNotification', outputTimestamp: at(1) } })
      await desk.accepts({ body: { outputType: 'vcApproval', outputTimestamp: at(60 * 24) } })
    },
  },
  {
    id: 'R7.1',
    title: 'Takes two signatures while the secret is changed, wherever its own stands',
    where: 'signedReceiver',
    isSigned: true,
    mend: 'Split webhook-signature at spaces; accept if any of them matches.',
    steps: async (desk) => {
      const { secret = '', otherSecret } = desk.options
      await desk.accepts({ secrets: [otherSecret, secret] })
      await desk.accepts({ secrets: [secret, otherSecret] })
    },
  },
  {
    id: 'R7.2',
    title: 'Passes over signatures of a version that it does not know',
    where: 'signedReceiver',
    isSigned: true,
    mend: 'Look only at signatures that begin with v1, and ignore the others.',
    steps: async (desk) => {
      await desk.accepts({
        forge: (request) => withHeaders({ 'webhook-signature': `v2,AAAA ${signature(request)}` })(request),
      })
    },
  },
  {
    id: 'R8.1',
    title: 'Takes fields that it does not know',
    where: 'receiver',
    mend: 'Ignore unknown fields, in the message and inside its objects: new ones may be added.',
    steps: async (desk) => {
      const id = desk.newId()
      const { customer, ...rest } = desk.sample(id)
      const more = { unknownText: 'x', unknownObject: { deep: [1, 2, { three: true }] }, unknownNumber: 1.5 }
      await desk.accepts({
        id,
        raw: () => JSON.stringify({ ...rest, ...more, customer: { ...(customer as object), ...more } }),
      })
    },
  },
  {
    id: 'R8.2',
    title: 'Takes a message that has only what is required',
    where: 'G1',
    mend: 'Expect every other field to be absent: linkUrl, vin, customer, owner, driver and the order.',
    steps: async (desk) => {
      const id = desk.newId()
      const body = desk.sample(id)
      const required = [
        'id',
        'systemClientId',
        'surveyId',
        'outputId',
        'outputCategory',
        'outputType',
        'outputTimestamp',
      ]
      const least = Object.fromEntries(required.map((name) => [name, body[name]]))
      await desk.accepts({
        id,
        raw: () => JSON.stringify({ ...least, destinations: [{ address: 'test@example.com' }] }),
      })
    },
  },
  {
    id: 'R8.3',
    title: 'Takes the message of a lead, which names no order',
    where: 'G1',
    mend: 'Without referenceObjectCategory and referenceObjectId the message belongs to a lead; find it by surveyId.',
    steps: async (desk) => {
      await desk.accepts({
        body: {
          referenceObjectCategory: undefined,
          referenceObjectId: undefined,
          outputCategory: 'delayedEmail',
        },
      })
    },
  },
  {
    id: 'R8.4',
    title: 'Takes a message to staff, whose recipient is no customer',
    where: 'G1',
    mend: 'Expect destinations without sourcePartnerType.',
    steps: async (desk) => {
      const destinations = [{ id: 'test-staff', address: 'advisor@example.com', name: 'Test' }]
      await desk.accepts({ body: { outputType: 'videoRecordedNotification', destinations } })
    },
  },
  {
    id: 'R9.1',
    title: 'Takes a large message',
    where: 'receiver',
    mend: `Allow bodies of ${LARGE / 1024} KiB at least.`,
    steps: async (desk) => {
      const one = {
        address: 'test@example.com',
        name: 'Test '.repeat(100),
        sourcePartnerType: 'customer' as const,
      }
      const count = Math.ceil(LARGE / JSON.stringify(one).length)
      await desk.accepts({
        body: { destinations: Array.from({ length: count }, (_, id) => ({ ...one, id: `${id}` })) },
      })
    },
  },
  {
    id: 'R9.2',
    title: 'Takes text of every script',
    where: 'receiver',
    mend: 'Read the body as UTF-8, and compute the signature over its bytes.',
    steps: async (desk) => {
      const person = { id: 'тест', firstName: 'Zoë', lastName: 'Жукова 車 🚗', email: 'test@example.com' }
      await desk.accepts({
        body: { customer: { category: 'person', ...person }, driver: person, outputId: 'тест/1' },
      })
    },
  },
  {
    id: 'R9.3',
    title: 'Compares the bytes that came, not JSON that was written again',
    where: 'signedReceiver',
    isSigned: true,
    mend: 'Keep the body as it came, and compute the signature before you parse it.',
    steps: async (desk) => {
      const raw = (id: string) =>
        JSON.stringify(desk.sample(id), undefined, 3).replace(
          '"Test Test"',
          '"\\u0054est \\u005a\\u006f\\u00eb"',
        )
      await desk.accepts({ raw })
    },
  },
  {
    id: 'R10.1',
    title: 'Refuses a wrong key',
    where: 'G2',
    mend: 'Compare the header X-Api-Key with the key you gave; refuse another with 401. Better: set a secret.',
    steps: async (desk) => {
      if (desk.options.secret !== undefined)
        throw new Skipped('the signature proves the sender, so the key need not')
      await desk.refuses({ key: 'conformance-wrong-key' })
    },
  },
]

const isNamed = ({ id }: Check, only: readonly string[]) =>
  only.some((name) => id === name || id.startsWith(`${name}.`))

/** Names of `only` that no check has. */
export const unknownChecks = (only: readonly string[]): string[] =>
  only.filter((name) => !checks.some((check) => isNamed(check, [name])))

export async function examineReceiver(options: ReceiverOptions): Promise<Sheet> {
  const { only = [], progress = () => {}, url, secret, run } = options
  const chosen = checks.filter((check) => only.length === 0 || isNamed(check, only))
  const findings: Finding[] = []
  for (const { id, title, where, mend, isSigned, steps } of chosen) {
    progress(`${findings.length} of ${chosen.length} checks`)
    const began = performance.now()
    const outcome = await outcomeOf(async () => {
      if (isSigned && secret === undefined)
        throw new Skipped('nothing is signed without a secret: --secret whsec_…')
      await steps(new Desk(options, id.toLowerCase().replace('.', '-')))
    })
    const milliseconds = Math.round(performance.now() - began)
    const common = { id, title, chapter: chapterOf(id), place: placeOf(where), isOurs: false, milliseconds }
    findings.push({ ...common, ...outcome, ...(outcome.state === 'failed' ? { mend } : {}) })
  }
  const isRepeated = findings.some(({ id, state }) => id === 'R4.1' && state === 'passed')
  const notes = isRepeated
    ? [
        `Look in your DMS: the message test-conformance-${run}-r4-1-1 was sent three times and must be there once. From outside only your replies can be seen.`,
      ]
    : []
  return { subject: `Conformance of the receiver ${url}`, findings, left: [], notes }
}

/** No reply to the first request at all: nothing can be examined. */
export async function reachReceiver(options: ReceiverOptions): Promise<void> {
  const answer = await new Desk(options, 'r0').put()
  if (answer.status === 0) throw new Unmet(answer.text, answer)
}

const chapterTitles: [from: number, title: string][] = [
  [1, 'Messages'],
  [2, 'Forged and late requests'],
  [4, 'Repeats, many at once, out of order'],
  [7, 'A change of the secret'],
  [8, 'Bodies of all kinds'],
  [10, 'The key'],
]

function chapterOf(id: string): string {
  const number = Number(/\d+/.exec(id)?.[0])
  return chapterTitles.findLast(([from]) => from <= number)?.[1] ?? ''
}
