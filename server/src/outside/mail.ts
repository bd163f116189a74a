// E-mail by SMTP. Addresses and names are passed separately, never as one header text, so that no name can add a recipient or a
// header. Keeps no connection and logs nothing.

import type { Socket } from 'node:net'
import type { ChannelFailure } from '@walkaround/contract/messages.ts'
import { isThisMachine } from '@walkaround/contract/rules/urls.ts'
import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { AddressGuard } from './address-guard.ts'
import { type Channel, type Outgoing, type Probing, probeSteps, SendFailure } from './channel.ts'
import { failureCode, failureInWords, OutOfTime, Refused } from './http-failures.ts'

interface MailOptions {
  /** smtp://… or smtps://…, with user and password if the server needs them. */
  url: string
  from: { address: string; name?: string | undefined }
  /** Authorities to trust instead of the public ones. */
  ca?: string | readonly string[] | undefined
  timeoutMs?: number
  /** Allows links and codes over a connection without TLS. */
  allowsOpen?: boolean | undefined
  /** A client set it up, not the operator: it is reached by this guard, and failures name no setting of the operator. */
  guard?: AddressGuard | undefined
}

export interface Mail extends Channel, Probing {
  /** Connects, negotiates TLS and signs in as for sending, but sends nothing. Rejects with a SendFailure. */
  check(): Promise<{ isSafe: boolean; isSignedIn: boolean }>
}

/** For each step: a message that is being sent is finished before the service stops. */
const TIMEOUT_MS = 20_000

export function createMail({
  url: text,
  from,
  ca,
  timeoutMs = TIMEOUT_MS,
  allowsOpen = false,
  guard,
}: MailOptions): Mail {
  const url = new URL(text)
  const toFailure = (error: unknown) => failureOf(error, { isOurs: guard === undefined })
  const isSecure = url.protocol === 'smtps:'
  const hasPassword = url.username !== ''
  const options = {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    // A password never goes over a connection without TLS, except to this machine; nor does anything by a server that a client set up.
    requireTLS: (hasPassword || guard !== undefined) && !isSecure && !isThisMachine(url.hostname),
    ...(ca === undefined ? {} : { tls: { ca: typeof ca === 'string' ? ca : [...ca] } }),
    auth: hasPassword
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : undefined,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Nothing in a message may make the library read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(guard ? { getSocket: socketBy(guard) } : {}),
  }
  const transport = createTransport(options)
  // Anybody who intercepts a link could decide with it.
  const isOpen = !isSecure && !isThisMachine(url.hostname) && !allowsOpen
  const safeOptions = isOpen ? { ...options, requireTLS: true } : options
  const safeTransport = isOpen ? createTransport(safeOptions) : transport
  return {
    via: 'smtp',
    async send(message, signal) {
      signal.throwIfAborted()
      try {
        await (message.hasSecret ? safeTransport : transport).sendMail(toMail(message, from))
      } catch (error) {
        throw toFailure(error)
      }
    },
    probe: (message) =>
      probeSteps(async (step) => {
        const heard: string[] = []
        const opened = guard ? { connection: await step('connect', () => reach(guard), whereTo) } : {}
        const connection = new SMTPConnection({ ...safeOptions, ...opened, ...listenTo(heard) })
        const said = () => heard.splice(0).join(' · ')
        try {
          await step(
            guard ? 'tls' : 'connect',
            () => asFailure(open(connection)),
            () => {
              const words = said()
              return `${connection.secure ? 'TLS' : 'without TLS'} · ${words}`
            },
          )
          const { auth } = options
          if (auth) await step('signIn', () => asFailure(signIn(connection, auth)), said)
          if (message) await step('send', () => asFailure(hand(connection, message)), said)
        } finally {
          connection.once('error', () => {})
          connection.close()
        }
      }),
    async check() {
      const connection = new SMTPConnection(options)
      try {
        await open(connection)
        const { auth } = options
        if (auth) await signIn(connection, auth)
        // Nothing can be intercepted between programs of one machine.
        return { isSafe: connection.secure || isThisMachine(url.hostname), isSignedIn: hasPassword }
      } catch (error) {
        throw toFailure(error)
      } finally {
        connection.once('error', () => {})
        connection.close()
      }
    },
  }

  function reach(by: AddressGuard): Promise<Socket> {
    return asFailure(by.connect(options, timeoutMs))
  }

  async function asFailure<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw toFailure(error)
    }
  }

  async function hand(connection: SMTPConnection, message: Outgoing): Promise<void> {
    const written = await createTransport({ streamTransport: true, buffer: true }).sendMail(
      toMail(message, from),
    )
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.send(
        { from: message.from ?? from.address, to: [message.address] },
        written.message,
        (error) => (error ? reject(error) : resolve()),
      )
    })
  }
}

const open = (connection: SMTPConnection) =>
  new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.connect((error) => (error ? reject(error) : resolve()))
  })

const signIn = (connection: SMTPConnection, credentials: { user: string; pass: string }) =>
  new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.login({ credentials }, (error) => (error ? reject(error) : resolve()))
  })

const whereTo = ({ remoteAddress = '', remotePort }: Socket) =>
  `${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`

/** The library tells its log every line; only those of the server are kept, in which there is no password. */
function listenTo(heard: string[]) {
  const hear = (entry: { tnx?: string }, line = '') => {
    if (entry.tnx === 'server') heard.push(oneLine(line))
  }
  const ignore = () => {}
  const logger = {
    level: ignore,
    trace: ignore,
    debug: hear,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
  }
  return { debug: true, logger }
}

const socketBy =
  (guard: AddressGuard) =>
  (
    {
      host = '',
      port,
      connectionTimeout,
    }: { host?: string; port?: number | string; connectionTimeout?: number },
    done: (error: Error | null, found?: { connection: Socket }) => void,
  ) => {
    guard.connect({ host, port: Number(port) }, connectionTimeout ?? TIMEOUT_MS).then(
      (connection) => done(null, { connection }),
      (error: Error) => done(error),
    )
  }

function toMail(message: Outgoing, from: MailOptions['from']) {
  const {
    id,
    address,
    name = '',
    sender,
    replyTo,
    subject = '',
    text,
    html,
    pictures = [],
    unsubscribe,
  } = message
  const sendingAddress = message.from ?? from.address
  return {
    from: { address: sendingAddress, name: oneLine(message.fromName ?? from.name ?? sender ?? '') },
    to: { address, name: oneLine(name) },
    ...(replyTo === undefined ? {} : { replyTo: { address: replyTo, name: '' } }),
    messageId: `<${id.replaceAll(/[^\w.-]/g, '_')}@${sendingAddress.split('@').at(-1)}>`,
    subject: oneLine(subject),
    text,
    ...(html === undefined ? {} : { html }),
    attachments: pictures.map(({ id: cid, bytes, contentType }) => ({
      cid,
      content: bytes,
      contentType,
      filename: `${cid}.${contentType.replace('image/', '')}`,
      contentDisposition: 'inline' as const,
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    textEncoding: 'base64' as const,
  }
}

interface SmtpError extends Error {
  code?: string
  /** The socket's own code, which the library replaced with its own. */
  originalCode?: string
  responseCode?: number
  response?: string
  command?: string
}

/** RFC 5321: 4xx may work later, 5xx will not. A refused sign-in is temporary: it works once the operator fixes it. */
function failureOf(error: unknown, { isOurs }: { isOurs: boolean }): SendFailure {
  if (error instanceof Refused)
    return new SendFailure(`the mail server may not be reached: ${error.message}`, {
      isPermanent: false,
      code: 'wronglySetUp',
    })
  const smtp = error as SmtpError
  const { code, responseCode, response } = smtp
  if (code === 'EAUTH') {
    const said = !isOurs && response ? `: ${oneLine(response)}` : ''
    return new SendFailure(
      `the mail server refused user and password${isOurs ? ' of WALKAROUND_SMTP_URL' : said}`,
      {
        isPermanent: false,
        code: 'wronglySetUp',
      },
    )
  }
  // Any failure of STARTTLS is temporary: it works once the operator fixes it.
  if (code === 'ETLS') return toConnectionFailure(smtp, isOurs)
  if (responseCode !== undefined) {
    const isPermanent = responseCode >= 500
    const why = oneLine(response ?? String(responseCode))
    return new SendFailure(`the mail server ${isPermanent ? 'refused it' : 'put it off'}: ${why}`, {
      isPermanent,
      code: codeOf(smtp, isPermanent),
    })
  }
  if (code === 'EENVELOPE') {
    return new SendFailure('the address cannot be used for e-mail', {
      isPermanent: true,
      code: 'addressRefused',
    })
  }
  return toConnectionFailure(smtp, isOurs)
}

/** By the enhanced status code (RFC 3463) if there is one, otherwise by the refused command. */
function codeOf({ responseCode, response = '', command }: SmtpError, isPermanent: boolean): ChannelFailure {
  const [, detail] = /^\d{3}[ -][45]\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  if (detail === '2.2' || (detail === undefined && responseCode === 552)) return 'mailboxFull'
  if (!isPermanent) return 'putOff'
  const isOfAddress =
    detail === undefined
      ? command === 'RCPT TO' && [550, 551, 553].includes(responseCode ?? 0)
      : detail.startsWith('1.') || detail === '2.1'
  return isOfAddress ? 'addressRefused' : 'refused'
}

function toConnectionFailure(error: SmtpError, isOurs: boolean): SendFailure {
  const { code = '', originalCode } = error
  // The socket's own code says more than ESOCKET.
  const cause = code === 'ESOCKET' && originalCode !== undefined ? originalCode : code
  const isTrust = cause === 'ETLS' || failureCode({ code: cause }) === 'notTrusted'
  const isLate = cause === 'ETIMEDOUT' || error instanceof OutOfTime
  const known = words[isLate ? 'ETIMEDOUT' : cause]
  const why = known
    ? isOurs
      ? known
      : known.replace(/: see WALKAROUND.*$/, '')
    : failureInWords({ code: cause }, 0, isOurs ? CA_SETTING : '')
  return new SendFailure(`the mail server: ${why}${cause === '' ? '' : ` (${cause})`}`, {
    isPermanent: false,
    code: isTrust ? 'notTrusted' : isLate ? 'noAnswer' : 'notReached',
  })
}

const CA_SETTING = 'WALKAROUND_SMTP_CA'

const words: Record<string, string> = {
  EDNS: 'the name of its host is unknown',
  ETIMEDOUT: 'it did not answer in time',
  ETLS: 'TLS could not be negotiated, and links and passwords are never sent unencrypted: see WALKAROUND_SMTP_ALLOW_OPEN',
  EPROTO: 'TLS could not be negotiated: does that port speak TLS from the start (smtps)?',
  ECONNECTION: 'it closed the connection',
}

const LONGEST_RESPONSE = 300
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_RESPONSE)
