// SMS by the HTTP gateway of a provider. The operator sets address, method, headers and body; a preset has those of one widespread
// gateway. Values are escaped for the type of the body. Logs nothing.
import type { AddressGuard } from './address-guard.ts'
import { type Channel, type Outgoing, type Probing, probeSteps, SendFailure } from './channel.ts'
import { callHttp, NoAnswer, reachHost } from './http-call.ts'

export interface SmsGateway {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  /** With {to}, {text} and, if the gateway needs it, {from}. */
  body: string
  from?: string | undefined
  timeoutMs?: number
  /** A GET that replies 2XX if we may send, and does nothing else. */
  checkUrl?: string | undefined
  ca?: string | readonly string[] | undefined
  /** Stands for {key} in headers, body and address. */
  key?: string | undefined
  /** A client set it up, not the operator: it is reached by this guard, and failures name no setting of the operator. */
  guard?: AddressGuard | undefined
}

export interface Sms extends Channel, Probing {
  /** Asks for the account if the gateway has such a request, otherwise only connects. Sends nothing. */
  check(): Promise<{ isSignedIn: boolean }>
}

const TIMEOUT_MS = 15_000
const FORM = 'application/x-www-form-urlencoded'

/** Account and token by Basic authentication, a form with To, From and Body. */
export function twilioGateway(of: {
  account: string
  token: string
  from: string
  /** Another host with the same API. */
  url?: string | undefined
}): SmsGateway {
  const base = of.url ?? 'https://api.twilio.com'
  return {
    url: `${base}/2010-04-01/Accounts/${encodeURIComponent(of.account)}/Messages.json`,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${of.account}:${of.token}`).toString('base64')}`,
      'content-type': FORM,
    },
    body: 'To={to}&From={from}&Body={text}',
    from: of.from,
    checkUrl: `${base}/2010-04-01/Accounts/${encodeURIComponent(of.account)}.json`,
  }
}

export function createSms(gateway: SmsGateway): Sms {
  const { url, method, timeoutMs = TIMEOUT_MS, ca, checkUrl, key = '', guard } = gateway
  const caSetting = guard ? '' : CA_SETTING
  const headers = Object.fromEntries(
    Object.entries(gateway.headers).map(([name, value]) => [
      name.toLowerCase(),
      value.replaceAll('{key}', () => key),
    ]),
  )
  headers['content-type'] ??= 'application/json'
  const encode = encoderFor(headers['content-type'], gateway.body)
  async function call(message: Outgoing, signal?: AbortSignal): Promise<{ status: number; body: string }> {
    const values = {
      to: toDialled(message.address),
      text: message.text,
      from: message.from ?? gateway.from ?? '',
      id: message.id,
      key,
    }
    const put = (text: string, by: (value: string) => string) =>
      text.replaceAll(/\{(to|text|from|id|key)\}/g, (_, name: keyof typeof values) => by(values[name]))
    return callHttp({
      url: put(url, encodeURIComponent),
      method,
      headers,
      body: method === 'GET' ? undefined : put(gateway.body, encode),
      timeoutMs,
      signal,
      ca,
      caSetting,
      guard,
    })
  }
  const reach = () => reachHost({ url: url.replaceAll(/\{\w+\}/g, '0'), timeoutMs, ca, caSetting, guard })
  return {
    via: 'gateway',
    async send(message, signal) {
      try {
        const { status } = await call(message, signal)
        if (status < 200 || status >= 300) throw statusFailure('the SMS gateway', status)
      } catch (error) {
        throw toFailure(error)
      }
    },
    probe: (message) =>
      probeSteps(async (step) => {
        await step(
          'connect',
          () => asFailure(reach()),
          () => new URL(url.replaceAll(/\{\w+\}/g, '0')).host,
        )
        if (!message) return
        await step(
          'send',
          () =>
            asFailure(
              call(message).then(({ status, body }) => {
                // A gateway may repeat what it was asked.
                const said = inOneLine(key === '' ? body : body.replaceAll(key, '…'))
                if (status >= 200 && status < 300) return { status, said }
                throw statusFailure('the SMS gateway', status, said === '' ? '' : ` · ${said}`)
              }),
            ),
          ({ status, said }) => (said === '' ? `status ${status}` : `status ${status} · ${said}`),
        )
      }),
    async check() {
      try {
        if (checkUrl === undefined) {
          await reach()
          return { isSignedIn: false }
        }
        const { authorization = '' } = headers
        const asked = { url: checkUrl, method: 'GET', headers: { authorization }, timeoutMs, ca }
        const { status } = await callHttp({ ...asked, caSetting, guard })
        if (status < 200 || status >= 300) throw statusFailure('the SMS gateway', status)
        return { isSignedIn: true }
      } catch (error) {
        throw toFailure(error)
      }
    },
  }
}

const CA_SETTING = 'WALKAROUND_SMS_CA'

const toFailure = (error: unknown) =>
  error instanceof NoAnswer
    ? new SendFailure(`the SMS gateway: ${error.message}`, { isPermanent: false, code: error.code })
    : error

async function asFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toFailure(error)
  }
}

const LONGEST_WORDS = 300
const inOneLine = (text: string) =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WORDS)

/** 429 and 5xx may pass; 401, 403 and 404 work once the operator fixes them. Anything else is the message's fault. */
export function statusFailure(who: string, status: number, why = ''): SendFailure {
  const isSetting = [401, 403, 404].includes(status)
  const isPermanent = status >= 400 && status < 500 && !isSetting && ![408, 425, 429].includes(status)
  const word = isPermanent ? 'refused it' : 'did not take it'
  const code = isSetting ? 'wronglySetUp' : isPermanent ? 'refused' : 'putOff'
  return new SendFailure(`${who} ${word}: status ${status}${why}`, { isPermanent, code })
}

/** A body that looks like XML is XML, even if the headers do not say so. */
function encoderFor(contentType: string, body: string): (value: string) => string {
  const type = contentType.toLowerCase()
  if (type.startsWith(FORM)) return encodeURIComponent
  if (/[/+]xml\b/.test(type) || body.trimStart().startsWith('<')) return escapeXml
  return (value) => JSON.stringify(value).slice(1, -1)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** For text and attributes. Characters that XML 1.0 cannot hold are left out; a line end is kept in an attribute too. */
const escapeXml = (value: string) =>
  value
    .replaceAll(/(?![\t\r\n])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
    .replaceAll(/[\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Digits, with the leading plus if there is one. */
const toDialled = (number: string) => number.replaceAll(/[^\d+]/g, '')
