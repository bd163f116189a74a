// What a receiver of callbacks is examined for, as a table: which messages it is sent, whether it must take or refuse them, and what to
// do if it does not.
import { toldTypeNames } from '@walkaround/contract/messages.ts'
import { Skipped } from './exchange.ts'
import type { Message } from './receiver-desk.ts'
import { AT_ONCE, refuses, repeated, type Steps, takes, takesAtOnce, withHeaders } from './receiver-steps.ts'
import type { Where } from './where.ts'

export interface Check {
  id: string
  title: string
  where: Where
  /** What to do if the receiver fails. */
  mend: string
  steps: Steps
}

const MANY = 40
/** More than any message of the service has. */
const LARGE = 256 * 1024
/** Standard Webhooks allow five minutes of difference; a receiver must not allow an hour. */
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const signedAs = (signature: string): Message => ({ forge: withHeaders({ 'webhook-signature': signature }) })

const unsigned: Message = {
  forge: withHeaders({
    'webhook-id': undefined,
    'webhook-timestamp': undefined,
    'webhook-signature': undefined,
  }),
}

const required = [
  'id',
  'systemClientId',
  'surveyId',
  'outputId',
  'outputCategory',
  'outputType',
  'outputTimestamp',
]

const unknownFields = {
  unknownText: 'x',
  unknownObject: { deep: [1, 2, { three: true }] },
  unknownNumber: 1.5,
}

const isPage = (type = '', text: string) => /^text\/html/i.test(type) || /^\s*<(!doctype|html)/i.test(text)

const wait = 'Reply with any 2XX, 204 is enough, as soon as the message is stored, and within 10 seconds.'

export const checks: readonly Check[] = [
  ...toldTypeNames.map(
    (outputType, index): Check => ({
      id: `R1.${index + 1}`,
      title: `Takes a message of type ${outputType}`,
      where: 'receiver',
      mend: `${wait} Read the log of the receiver for the reason.`,
      steps: takes(() => [{ body: { outputType } }]),
    }),
  ),
  {
    id: 'R1.6',
    title: 'Takes messages of every channel: email, sms, telegram, delayedEmail',
    where: 'G1',
    mend: 'Accept each value of outputCategory; for a review it is delayedEmail.',
    steps: takes(() =>
      (['email', 'sms', 'telegram', 'delayedEmail'] as const).map((outputCategory) => ({
        body: { outputCategory },
      })),
    ),
  },
  {
    id: 'R1.7',
    title: 'Replies itself: no redirect and no web page',
    where: 'receiver',
    mend: 'Point the address at the receiver itself, not at a sign-in or a page; the service follows no redirect.',
    steps: async (desk) => {
      const answer = await desk.accepts()
      answer.expect(!isPage(answer.headers['content-type'], answer.text), 'no web page')
    },
  },
  {
    id: 'R2.1',
    title: 'Refuses a body that was changed after it was signed',
    where: 'G3',
    mend: 'Compute HMAC-SHA256 over id, timestamp and body, with dots between them, and compare it with webhook-signature.',
    steps: refuses(() => [
      { forge: (request) => ({ ...request, body: request.body?.replace('test-survey', 'test-forged') }) },
    ]),
  },
  {
    id: 'R2.2',
    title: 'Refuses a signature of another secret',
    where: 'G3',
    mend: 'Use the secret of this receiver: the bytes of the Base64 after whsec_.',
    steps: refuses(({ options }) => [{ secrets: [options.otherSecret] }]),
  },
  {
    id: 'R2.3',
    title: 'Refuses a request without a signature, even with the right key',
    where: 'G3',
    mend: 'Once you have a secret, refuse what has no webhook-signature, with 401.',
    steps: refuses(() => [unsigned, signedAs('')]),
  },
  {
    id: 'R2.4',
    title: 'Refuses a signature that belongs to another message',
    where: 'G3',
    mend: 'Sign the value of webhook-id too; compare the whole text id.timestamp.body.',
    steps: refuses((desk) => [{ forge: withHeaders({ 'webhook-id': desk.newId() }) }]),
  },
  {
    id: 'R2.5',
    title: 'Refuses signatures that are no Base64, too short or empty, without falling over',
    where: 'G3',
    mend: 'Compare lengths before you compare bytes, and treat every failure to read a signature as a refusal.',
    steps: refuses(() => ['v1,', 'v1,???', 'v1,AAAA', 'nonsense', 'v1'].map(signedAs)),
  },
  {
    id: 'R3.1',
    title: 'Refuses a timestamp of an hour ago, although the signature is right',
    where: 'signedReceiver',
    mend: 'Compare webhook-timestamp (seconds since 1970) with your clock; refuse a difference of more than five minutes.',
    steps: refuses((desk) => [{ at: desk.after(-HOUR_MS) }]),
  },
  {
    id: 'R3.2',
    title: 'Refuses a timestamp of an hour ahead',
    where: 'signedReceiver',
    mend: 'Compare the difference in both directions.',
    steps: refuses((desk) => [{ at: desk.after(HOUR_MS) }]),
  },
  {
    id: 'R3.3',
    title: 'Refuses a timestamp that is no number',
    where: 'signedReceiver',
    mend: 'A timestamp that is no number must not pass the comparison: refuse it.',
    steps: refuses(() => [{ forge: withHeaders({ 'webhook-timestamp': 'soon' }) }]),
  },
  {
    id: 'R3.4',
    title: 'Takes a timestamp of two minutes ago: clocks differ',
    where: 'signedReceiver',
    mend: 'Allow five minutes of difference; check the clock of the receiver.',
    steps: takes((desk) => [{ at: desk.after(-2 * MINUTE_MS) }]),
  },
  {
    id: 'R4.1',
    title: 'Takes the same message again, with 2XX',
    where: 'receiver',
    mend: 'Keep the id of each message; if you know it already, do nothing and reply with 2XX.',
    steps: takes((desk) => repeated({ id: desk.newId() }, 3)),
  },
  {
    id: 'R4.2',
    title: 'Takes the same message several times at the same moment',
    where: 'receiver',
    mend: 'Let a unique key on the id decide; the request that loses replies with 2XX too.',
    steps: takesAtOnce((desk) => repeated({ id: desk.newId() }, AT_ONCE)),
  },
  {
    id: 'R5.1',
    title: `Takes ${MANY} messages, ${AT_ONCE} at a time, each within 10 seconds`,
    where: 'receiver',
    mend: 'Store the message and reply; do slow work afterwards.',
    steps: takesAtOnce(() => repeated({}, MANY)),
  },
  {
    id: 'R6.1',
    title: 'Takes a message that comes after a later one',
    where: 'receiver',
    mend: 'Order messages by outputTimestamp, not by arrival; never refuse an older one.',
    steps: takes((desk) => [
      {
        body: {
          outputType: 'customerDecisionNotification',
          outputTimestamp: desk.after(-MINUTE_MS).toISOString(),
        },
      },
      { body: { outputType: 'vcApproval', outputTimestamp: desk.after(-DAY_MS).toISOString() } },
    ]),
  },
  {
    id: 'R7.1',
    title: 'Takes two signatures while the secret is changed, wherever its own stands',
    where: 'signedReceiver',
    mend: 'Split webhook-signature at spaces; accept if any of them matches.',
    steps: takes(({ options: { secret = '', otherSecret } }) => [
      { secrets: [otherSecret, secret] },
      { secrets: [secret, otherSecret] },
    ]),
  },
  {
    id: 'R7.2',
    title: 'Passes over signatures of a version that it does not know',
    where: 'signedReceiver',
    mend: 'Look only at signatures that begin with v1, and ignore the others.',
    steps: takes(() => [
      {
        forge: withHeaders(({ headers }) => ({
          'webhook-signature': `v2,AAAA ${headers['webhook-signature'] ?? ''}`,
        })),
      },
    ]),
  },
  {
    id: 'R8.1',
    title: 'Takes fields that it does not know',
    where: 'receiver',
    mend: 'Ignore unknown fields, in the message and inside its objects: new ones may be added.',
    steps: takes((desk) => [
      {
        raw: (id) => {
          const { customer, ...rest } = desk.sample(id)
          return JSON.stringify({
            ...rest,
            ...unknownFields,
            customer: { ...(customer as object), ...unknownFields },
          })
        },
      },
    ]),
  },
  {
    id: 'R8.2',
    title: 'Takes a message that has only what is required',
    where: 'G1',
    mend: 'Expect every other field to be absent: linkUrl, vin, customer, owner, driver and the order.',
    steps: takes((desk) => [
      {
        raw: (id) => {
          const body = desk.sample(id)
          const least = Object.fromEntries(required.map((name) => [name, body[name]]))
          return JSON.stringify({ ...least, destinations: [{ address: 'test@example.com' }] })
        },
      },
    ]),
  },
  {
    id: 'R8.3',
    title: 'Takes the message of a lead, which names no order',
    where: 'G1',
    mend: 'Without referenceObjectCategory and referenceObjectId the message belongs to a lead; find it by surveyId.',
    steps: takes(() => [
      {
        body: {
          referenceObjectCategory: undefined,
          referenceObjectId: undefined,
          outputCategory: 'delayedEmail',
        },
      },
    ]),
  },
  {
    id: 'R8.4',
    title: 'Takes a message to staff, whose recipient is no customer',
    where: 'G1',
    mend: 'Expect destinations without sourcePartnerType.',
    steps: takes(() => [
      {
        body: {
          outputType: 'videoRecordedNotification',
          destinations: [{ id: 'test-staff', address: 'advisor@example.com', name: 'Test' }],
        },
      },
    ]),
  },
  {
    id: 'R9.1',
    title: 'Takes a large message',
    where: 'receiver',
    mend: `Allow bodies of ${LARGE / 1024} KiB at least.`,
    steps: takes(() => {
      const one = {
        address: 'test@example.com',
        name: 'Test '.repeat(100),
        sourcePartnerType: 'customer' as const,
      }
      const count = Math.ceil(LARGE / JSON.stringify(one).length)
      return [{ body: { destinations: Array.from({ length: count }, (_, id) => ({ ...one, id: `${id}` })) } }]
    }),
  },
  {
    id: 'R9.2',
    title: 'Takes text of every script',
    where: 'receiver',
    mend: 'Read the body as UTF-8, and compute the signature over its bytes.',
    steps: takes(() => {
      const person = { id: 'тест', firstName: 'Zoë', lastName: 'Жукова 車 🚗', email: 'test@example.com' }
      return [{ body: { customer: { category: 'person', ...person }, driver: person, outputId: 'тест/1' } }]
    }),
  },
  {
    id: 'R9.3',
    title: 'Compares the bytes that came, not JSON that was written again',
    where: 'signedReceiver',
    mend: 'Keep the body as it came, and compute the signature before you parse it.',
    steps: takes((desk) => [
      {
        raw: (id) =>
          JSON.stringify(desk.sample(id), undefined, 3).replace(
            '"Test Test"',
            '"\\u0054est \\u005a\\u006f\\u00eb"',
          ),
      },
    ]),
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
