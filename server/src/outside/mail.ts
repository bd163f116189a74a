// E-mail by SMTP. Addresses and names are passed separately, never as one header text, so that no name can add a recipient or a
// header. Keeps no connection and logs nothing.
import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Channel, type FailureCode, type Outgoing, SendFailure } from './channel.ts'
import { failureCode, failureInWords } from './http-failures.ts'

interface MailOptions {
  /** smtp://… or smtps://…, with user and password if the server needs them. */
  url: string
  from: { address: string; name?: string | undefined }
  /** Authorities to trust instead of the public ones. */
  ca?: string | readonly string[] | undefined
  timeoutMs?: number
  /** Allows links and codes over a connection without TLS. */
  allowsOpen?: boolean | undefined
}

export interface Mail extends Channel {
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
}: MailOptions): Mail {
  const url = new URL(text)
  const isSecure = url.protocol === 'smtps:'
  const hasPassword = url.username !== ''
  const options = {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    // A password never goes over a connection without TLS, except to this machine.
    requireTLS: hasPassword && !isSecure && !isLoopback(url.hostname),
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
  }
  const transport = createTransport(options)
  // Anybody who intercepts a link could decide with it.
  const isOpen = !isSecure && !isLoopback(url.hostname) && !allowsOpen
  const safeTransport = isOpen ? createTransport({ ...options, requireTLS: true }) : transport
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
    async check() {
      const connection = new SMTPConnection(options)
      try {
        await new Promise<void>((resolve, reject) => {
          connection.once('error', reject)
          connection.connect((error) => (error ? reject(error) : resolve()))
        })
        const { auth } = options
        if (auth) {
          await new Promise<void>((resolve, reject) => {
            connection.once('error', reject)
            connection.login({ credentials: auth }, (error) => (error ? reject(error) : resolve()))
          })
        }
        // Nothing can be intercepted between programs of one machine.
        return { isSafe: connection.secure || isLoopback(url.hostname), isSignedIn: hasPassword }
      } catch (error) {
        throw toFailure(error)
      } finally {
        connection.once('error', () => {})
        connection.close()
      }
    },
  }
}

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

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
  return {
    from: { address: from.address, name: oneLine(from.name ?? sender ?? '') },
    to: { address, name: oneLine(name) },
    ...(replyTo === undefined ? {} : { replyTo: { address: replyTo, name: '' } }),
    messageId: `<${id.replaceAll(/[^\w.-]/g, '_')}@${from.address.split('@').at(-1)}>`,
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
function toFailure(error: unknown): SendFailure {
  const smtp = error as SmtpError
  const { code, responseCode, response } = smtp
  if (code === 'EAUTH') {
    return new SendFailure('the mail server refused user and password of WALKAROUND_SMTP_URL', {
      isPermanent: false,
      code: 'wronglySetUp',
    })
  }
  // Any failure of STARTTLS is temporary: it works once the operator fixes it.
  if (code === 'ETLS') return toConnectionFailure(smtp)
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
  return toConnectionFailure(smtp)
}

/** By the enhanced status code (RFC 3463) if there is one, otherwise by the refused command. */
function codeOf({ responseCode, response = '', command }: SmtpError, isPermanent: boolean): FailureCode {
  const [, detail] = /^\d{3}[ -][45]\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  if (detail === '2.2' || (detail === undefined && responseCode === 552)) return 'mailboxFull'
  if (!isPermanent) return 'putOff'
  const isOfAddress =
    detail === undefined
      ? command === 'RCPT TO' && [550, 551, 553].includes(responseCode ?? 0)
      : detail.startsWith('1.') || detail === '2.1'
  return isOfAddress ? 'addressRefused' : 'refused'
}

function toConnectionFailure({ code = '', originalCode }: SmtpError): SendFailure {
  // The socket's own code says more than ESOCKET.
  const cause = code === 'ESOCKET' && originalCode !== undefined ? originalCode : code
  const isTrust = cause === 'ETLS' || failureCode({ code: cause }) === 'notTrusted'
  const why = words[cause] ?? failureInWords({ code: cause }, 0, CA_SETTING)
  return new SendFailure(`the mail server: ${why}${cause === '' ? '' : ` (${cause})`}`, {
    isPermanent: false,
    code: isTrust ? 'notTrusted' : cause === 'ETIMEDOUT' ? 'noAnswer' : 'notReached',
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
