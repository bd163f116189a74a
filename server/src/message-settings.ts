// The settings of the ways messages go out by; a part of the table in settings.ts.
import { Type } from 'typebox'
import { setting, toHeaderValue, toPemPath } from './setting.ts'

export const messageSettings = {
  WALKAROUND_SMTP_URL: setting(
    Type.String({
      description:
        'Mail server that e-mail goes out by: smtps:// for TLS from the start (465), smtp:// for STARTTLS (587), with user and password where it wants them, percent-encoded. Without it e-mail stays in the built-in outbox.',
      examples: ['smtps://user:password@mail.example.com'],
    }),
    {
      rule: 'an smtp:// or smtps:// address without path and query',
      unset: 'outbox',
      secret: 'within an address',
      accept: toSmtpUrl,
    },
  ),
  WALKAROUND_MAIL_FROM: setting(
    Type.String({
      description:
        'Sender of e-mail: an address, or a name and an address. Without a name the dealership is named.',
      examples: ['service@example.com'],
    }),
    { rule: 'name@example.com, or Name <name@example.com>', unset: 'none', accept: toMailFrom },
  ),
  WALKAROUND_SMTP_CA: setting(
    Type.String({
      minLength: 1,
      description:
        'Path of a PEM file: an authority that the mail server may be certified by, beside the public ones. For mail servers with a certificate of the company.',
      examples: ['/etc/walkaround/company-ca.pem'],
    }),
    { rule: 'the path of a PEM file', unset: 'public authorities', accept: toPemPath },
  ),
  WALKAROUND_SMTP_ALLOW_OPEN: setting(
    Type.Boolean({
      description:
        'Lets mails that hold a link or a code of an owner go over a line without TLS when the mail server offers no STARTTLS. Whoever listens on that line can then decide in their place.',
      examples: [0],
    }),
    { rule: '0 or 1', unset: '0' },
  ),
  WALKAROUND_SMS_PRESET: setting(
    Type.Enum(['twilio'], {
      type: 'string',
      description:
        'A gateway for SMS whose interface is known: twilio needs WALKAROUND_SMS_ACCOUNT, WALKAROUND_SMS_KEY and WALKAROUND_SMS_FROM; WALKAROUND_SMS_URL then only names another host.',
      examples: ['twilio'],
    }),
    { rule: 'twilio', unset: 'as the other settings say' },
  ),
  WALKAROUND_SMS_URL: setting(
    Type.String({
      description:
        'Address of an HTTP gateway for SMS, asked once per message; {to}, {text}, {from} and {id} may stand in it. Without it and without a preset SMS stay in the built-in outbox.',
      examples: ['https://sms.example.com/send'],
    }),
    {
      rule: 'an absolute https:// address (http:// for a gateway on this machine)',
      unset: 'outbox',
      accept: toGatewayUrl,
    },
  ),
  WALKAROUND_SMS_METHOD: setting(
    Type.Enum(['POST', 'PUT', 'GET'], {
      type: 'string',
      default: 'POST',
      description: 'Method of the requests to WALKAROUND_SMS_URL.',
      examples: ['PUT'],
    }),
    { rule: 'POST, PUT or GET' },
  ),
  WALKAROUND_SMS_HEADERS: setting(
    Type.String({
      description:
        'Headers of the requests to WALKAROUND_SMS_URL as a JSON object. The Content-Type, application/json unless named, decides how values are put into the body.',
      examples: ['{"Authorization":"Bearer secret"}'],
    }),
    { rule: 'a JSON object of texts', unset: 'none', secret: true, accept: toHeaders },
  ),
  WALKAROUND_SMS_BODY: setting(
    Type.String({
      default: '{"to":"{to}","text":"{text}"}',
      description:
        'Body of the requests to WALKAROUND_SMS_URL, with {to}, {text}, and {from} and {id} if wanted.',
      examples: ['{"recipient":"{to}","body":"{text}"}'],
    }),
    { rule: 'a text that names {to} and {text}', accept: toSmsBody },
  ),
  WALKAROUND_SMS_FROM: setting(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Sender of SMS: a number or a name, as the gateway allows.',
      examples: ['+15005550006'],
    }),
    { rule: 'up to 40 characters', unset: 'none' },
  ),
  WALKAROUND_SMS_ACCOUNT: setting(
    Type.String({
      minLength: 1,
      description: 'Account at the gateway of WALKAROUND_SMS_PRESET.',
      examples: ['AC123'],
    }),
    { rule: 'printable ASCII characters without spaces', unset: 'none', accept: toHeaderValue },
  ),
  WALKAROUND_SMS_KEY: setting(
    Type.String({ minLength: 1, description: 'Secret of WALKAROUND_SMS_ACCOUNT.', examples: ['secret'] }),
    { rule: 'printable ASCII characters without spaces', unset: 'none', secret: true, accept: toHeaderValue },
  ),
  WALKAROUND_SMS_CA: setting(
    Type.String({
      minLength: 1,
      description:
        'Path of a PEM file: an authority that the gateway for SMS may be certified by, beside the public ones.',
      examples: ['/etc/walkaround/company-ca.pem'],
    }),
    { rule: 'the path of a PEM file', unset: 'public authorities', accept: toPemPath },
  ),
  WALKAROUND_TELEGRAM_TOKEN: setting(
    Type.String({
      description:
        'Token of a Telegram bot, as BotFather gives it. People start the bot by a link staff show them. Without it Telegram is not offered.',
      examples: ['123456:secret'],
    }),
    { rule: 'digits, a colon and the secret', unset: 'none', secret: true, accept: toBotToken },
  ),
}

// Function declarations, so that the table above can name them.

function toSmtpUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url) throw new Error('it is not an absolute address')
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') throw new Error(`it starts with ${url.protocol}`)
  if (url.hostname === '') throw new Error('it names no host')
  if ((url.pathname !== '' && url.pathname !== '/') || url.search || url.hash)
    throw new Error('it carries a path, a query or a fragment')
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    throw new Error('its user or password is not percent-encoded')
  }
  return given
}

function toMailFrom(given: string): string {
  if (!/^(?:[^\p{C}<>"]*<[^\s@<>\p{C}]+@[^\s@<>\p{C}]+>|[^\s@<>\p{C}]+@[^\s@<>\p{C}]+)$/u.test(given))
    throw new Error('it is neither')
  return given
}

function toGatewayUrl(given: string): string {
  const address = given.replaceAll(/\{(to|text|from|id)\}/g, '0')
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) throw new Error('it is not an absolute address')
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:'))
    throw new Error(`it starts with ${url.protocol}`)
  if (url.username || url.password) throw new Error('it carries a user or a password')
  if (url.hash) throw new Error('it carries a fragment')
  return given.replace(/\/+$/, '')
}

function toHeaders(given: string): string {
  let headers: unknown
  try {
    headers = JSON.parse(given)
  } catch {
    throw new Error('it is no JSON')
  }
  const isGood =
    typeof headers === 'object' &&
    headers !== null &&
    !Array.isArray(headers) &&
    Object.entries(headers).every(
      ([name, value]) => /^[\w-]+$/.test(name) && typeof value === 'string' && /^[\x20-\x7e]*$/.test(value),
    )
  if (!isGood) throw new Error('it holds something else')
  return given
}

function toSmsBody(given: string): string {
  if (!given.includes('{to}') || !given.includes('{text}')) throw new Error('one of the two is missing')
  return given
}

function toBotToken(given: string): string {
  if (!/^\d{3,20}:[\w-]{6,200}$/.test(given)) throw new Error('it is not that')
  return given
}
