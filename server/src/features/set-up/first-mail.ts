// The mail server on a page of the first start. There are no rules of its own here: what the form says is sent to the operations of the
// console, in the name of the admin who has just signed in, and what they reply is shown.
import type { MessageChannelChange } from '@walkaround/contract/app/message-channels.ts'
import {
  methodOf,
  type OperationId,
  type ParamsOf,
  pathOf,
  type ReplyBodyOf,
} from '@walkaround/contract/client.ts'
import { isEmail } from '@walkaround/contract/rules/contact-address.ts'
import type { SetUpMail, SetUpRefusal, SetUpRefusals, SetUpState } from '@walkaround/contract/set-up-page.ts'
import type { Form } from '../../lib/form-body.ts'

interface Received {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}
export type SendInside = (request: {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  remoteAddress?: string | undefined
}) => Promise<Received>

/** In whose name requests are sent. */
interface Visitor {
  remoteAddress: string | undefined
  headers: Readonly<Record<string, string>>
}

interface FirstAdmin {
  login: string
  clientId: string
  client: string
  csrf: string
}

export type MailState = Extract<SetUpState, { state: 'mail' | 'mailWorks' }>

export function firstMail(send: SendInside, visitor: Visitor) {
  async function ask<I extends OperationId>(
    id: I,
    params: ParamsOf<I>,
    given: { body?: object; headers?: Readonly<Record<string, string>> } = {},
  ) {
    const { status, headers, body } = await send({
      method: methodOf(id),
      path: `/app${pathOf(id, params)}`,
      remoteAddress: visitor.remoteAddress,
      headers: {
        ...visitor.headers,
        ...given.headers,
        ...(given.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(given.body ? { body: JSON.stringify(given.body) } : {}),
    })
    const text = Buffer.from(body).toString('utf8')
    return status === 200
      ? { isGood: true as const, tag: headers.etag ?? '', value: JSON.parse(text) as ReplyBodyOf<I> }
      : { isGood: false as const, status, words: wordsOf(text) }
  }

  /** Undefined for everybody but an admin of one client, who is signed in. */
  async function findAdmin(): Promise<FirstAdmin | undefined> {
    const session = await ask('getSession', {})
    if (!session.isGood) return undefined
    const { login, csrf, clients } = session.value
    const [first, ...others] = clients
    if (first?.role !== 'admin' || others.length > 0) return undefined
    return { login, csrf, clientId: first.id, client: first.name }
  }

  const ofMail = ({ clientId }: FirstAdmin) => ({ system_client_id: clientId, channel: 'email' })

  /** Undefined if this service sends no messages. */
  async function read(admin: FirstAdmin): Promise<Extract<MailState, { state: 'mail' }> | undefined> {
    const found = await ask('getMessageChannel', ofMail(admin))
    if (!found.isGood) return undefined
    const { source, email, hasSecret = false } = found.value
    const { login, client, csrf } = admin
    return {
      state: 'mail',
      login,
      client,
      csrf,
      tag: found.tag,
      isInstalled: source === 'installation',
      hasSecret,
      mail: {
        host: email?.host ?? '',
        security: email?.security ?? 'starttls',
        port: email?.port === undefined ? '' : String(email.port),
        from: email?.from ?? '',
        fromName: email?.fromName ?? '',
        user: email?.user ?? '',
        authority: email?.authority ?? '',
        to: isEmail(login) ? login : '',
      },
    }
  }

  /** Sets the server unless that of the installation is to do, then tries it. What was typed is shown again, but for the password. */
  async function take(admin: FirstAdmin, form: Form): Promise<MailState | undefined> {
    const mail = readMail(form)
    const headers = { 'x-walkaround-csrf': form.get('csrf') ?? '' }
    const before = await read(admin)
    if (!before) return undefined
    if (mail.host !== '' || !before.isInstalled) {
      const put = await ask('putMessageChannel', ofMail(admin), {
        body: toChange(mail, form.get('mailPassword') ?? ''),
        headers: { ...headers, 'if-match': form.get('tag') ?? '' },
      })
      if (!put.isGood && put.status === 412) return { ...before, isChanged: true }
      if (!put.isGood) return refused({ ...before, mail }, put.words)
    }
    const now = { ...((await read(admin)) ?? before), mail }
    const test = await ask('testMessageChannel', ofMail(admin), { body: { to: mail.to }, headers })
    if (!test.isGood) return refused(now, test.words)
    const { isGood, steps } = test.value
    return isGood ? { state: 'mailWorks', to: mail.to, steps } : { ...now, failed: steps }
  }

  return { findAdmin, read, take }
}

function readMail(form: Form): SetUpMail {
  const field = (name: string) => (form.get(name) ?? '').trim()
  return {
    host: field('host'),
    security: field('security') === 'tls' ? 'tls' : 'starttls',
    port: field('port'),
    from: field('from'),
    fromName: field('fromName'),
    user: field('user'),
    authority: field('authority'),
    to: field('to'),
  }
}

/** A port that is no number is sent as it is, and refused by the operation. */
function toChange(
  { host, security, port, from, ...others }: SetUpMail,
  password: string,
): MessageChannelChange {
  const { user, fromName, authority } = others
  const optional = Object.entries({ user, fromName, authority, password }).filter(([, text]) => text !== '')
  const number = /^\d+$/.test(port) ? Number(port) : port
  return {
    email: {
      host,
      security,
      from,
      ...(port === '' ? {} : { port: number as number }),
      ...Object.fromEntries(optional),
    },
  }
}

const refusalByField: Readonly<Record<string, SetUpRefusal>> = {
  host: 'host',
  port: 'port',
  from: 'email',
  fromName: 'long',
  user: 'user',
  authority: 'authority',
  to: 'email',
}

/** A refusal names each field that is wrong, with its value: of the password only our own words are told. */
function refused<State extends object>(state: State, words: string) {
  const refusals: Record<string, SetUpRefusal> = {}
  for (const [, field = ''] of words.matchAll(/^(?:email\.)?(\w+):/gm)) {
    const refusal = refusalByField[field]
    if (refusal) refusals[field] = refusal
    else if (field === 'password') refusals.mailPassword = 'secret'
  }
  const told = words
    .split('\n')
    .filter((line) => !line.startsWith('email.password'))
    .join('\n')
  return { ...state, refused: told, refusals: refusals as SetUpRefusals }
}

function wordsOf(text: string): string {
  try {
    return String((JSON.parse(text) as { errorInfo?: unknown }).errorInfo ?? '')
  } catch {
    return ''
  }
}
