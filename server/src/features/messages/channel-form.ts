// A client's own channel as somebody typed it: what of it is kept, what is secret, and what is wrong with it. Pure.
import { X509Certificate } from 'node:crypto'
import type { MessageChannel, MessageChannelChange } from '@walkaround/contract/app/message-channels.ts'
import type { ChannelName } from '@walkaround/contract/messages.ts'
import { isEmail } from '@walkaround/contract/rules/contact-address.ts'
import {
  toBotToken,
  toGatewayUrl,
  toHeaders,
  toHeaderValue,
  toSmsBody,
  toSmtpUrl,
} from '@walkaround/contract/rules/message-channels.ts'
import { isStorable, shown, shownAddress } from '../../lib/texts.ts'
import { problemOf, type Violation } from '../../problems.ts'

export type MailSettings = NonNullable<MessageChannel['email']>
export type SmsSettings = NonNullable<MessageChannel['sms']>
export type ChannelSettings = MailSettings | SmsSettings | NonNullable<MessageChannel['telegram']>

export interface FormedChannel {
  settings: ChannelSettings
  secret: string | undefined
  /** The field of the secret; left out if these settings use none. */
  secretField: string | undefined
  botId: string | undefined
}

/** What stands in an SMS gateway's request if nobody says otherwise. */
export const USUAL_BODY = '{"to":"{to}","text":"{text}"}'

export const smtpUrlOf = ({ host, port, security }: MailSettings): string => {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${name}${port === undefined ? '' : `:${port}`}`
}

export const headersOf = ({ headers = [] }: SmsSettings): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name, value]))

/** Throws with the field, its value and the rule. */
export function formChannel(channel: ChannelName, change: MessageChannelChange): FormedChannel {
  const violations: Violation[] = []
  const refuse = (field: string, value: string | undefined, rule: string) => {
    const what = value === undefined ? '' : `${field === 'url' ? shownAddress(value) : shown(value)} `
    violations.push({ kind: 'channelRefused', info: `${channel}.${field}: ${what}${rule}` })
  }
  /** Headers may hold a key, and the key is one: they are refused without their value. */
  const check = (field: string, value: string | undefined, accept: (text: string) => unknown) => {
    if (value === undefined) return
    try {
      accept(value)
    } catch (error) {
      refuse(
        field,
        field === 'key' || field === 'headers' ? undefined : value,
        `cannot be used: ${(error as Error).message}`,
      )
    }
  }
  const others = Object.keys(change).filter((name) => name !== channel)
  for (const name of others)
    violations.push({ kind: 'channelRefused', info: `${name}: does not belong to the channel ${channel}` })
  const given = change[channel]
  if (given === undefined)
    refuse(channel, undefined, 'is missing: give the settings under the name of the channel')
  for (const text of textsIn(given))
    if (!isStorable(text)) refuse(channel, undefined, 'holds NUL or a lone surrogate')
  const formed = violations.length > 0 ? undefined : form()
  if (violations.length > 0 || !formed) throw problemOf(violations)
  return formed

  function form(): FormedChannel {
    if (channel === 'email') return formMail(change.email as NonNullable<MessageChannelChange['email']>)
    if (channel === 'sms') return formSms(change.sms ?? {})
    const { token } = change.telegram ?? {}
    if (token !== undefined && !isToken(token))
      refuse('token', undefined, 'does not look like a token from BotFather')
    const botId = token?.split(':', 1)[0] ?? ''
    return { settings: { botId }, secret: token, secretField: 'token', botId }
  }

  function formMail({ password, ...settings }: NonNullable<MessageChannelChange['email']>): FormedChannel {
    check('host', settings.host, () => {
      const url = new URL(toSmtpUrl(smtpUrlOf(settings)))
      if (url.username || url.password || /[/@?#\s]/.test(settings.host))
        throw new Error('it is not the name of a host')
    })
    if (!isEmail(settings.from)) refuse('from', settings.from, 'is not an e-mail address')
    if (settings.fromName !== undefined && /\p{C}/u.test(settings.fromName))
      refuse('fromName', settings.fromName, 'must be one line')
    check('authority', settings.authority, isCertificate)
    if (password !== undefined && settings.user === undefined)
      refuse('user', undefined, 'is missing beside a password')
    return {
      settings,
      secret: password,
      secretField: settings.user === undefined ? undefined : 'password',
      botId: undefined,
    }
  }

  function formSms({ key, ...settings }: NonNullable<MessageChannelChange['sms']>): FormedChannel {
    const { preset, account, url, method, body, from } = settings
    check('url', url, toGatewayUrl)
    check('authority', settings.authority, isCertificate)
    if (from !== undefined && (from === '' || /\p{C}/u.test(from)))
      refuse('from', from, 'must be one line, and not empty')
    if (preset) {
      for (const [field, value] of Object.entries({ account, from }))
        if (!value) refuse(field, undefined, `is missing: ${preset} needs it`)
      check('account', account, toHeaderValue)
      if (key !== undefined) check('key', key, (text) => void toHeaderValue(text))
      for (const [field, value] of Object.entries({ method, body, headers: settings.headers }))
        if (value !== undefined)
          refuse(field, undefined, `is what the preset ${preset} knows by itself: leave it out`)
      return { settings, secret: key, secretField: 'key', botId: undefined }
    }
    if (url === undefined) refuse('url', undefined, 'is missing: give the address of a gateway, or a preset')
    if (account !== undefined) refuse('account', account, 'belongs to a preset: leave it out')
    check('headers', settings.headers && JSON.stringify(headersOf(settings)), toHeaders)
    if (method === 'GET')
      check('url', url, (text) => {
        if (!text.includes('{to}') || !text.includes('{text}'))
          throw new Error('with GET it needs {to} and {text}')
      })
    else check('body', body, toSmsBody)
    const texts = [url, body, ...(settings.headers ?? []).map(({ value }) => value)]
    const usesKey = texts.some((text) => text?.includes('{key}'))
    if (key !== undefined && !usesKey)
      refuse('key', undefined, 'is used nowhere: write {key} where it belongs')
    return { settings, secret: key, secretField: usesKey ? 'key' : undefined, botId: undefined }
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

function isToken(token: string): boolean {
  try {
    toBotToken(token)
    return true
  } catch {
    return false
  }
}

function isCertificate(pem: string): void {
  try {
    new X509Certificate(pem)
  } catch {
    throw new Error('it is no certificate as PEM text')
  }
}

/**
 * How a secret leaves the service. If it would leave in another way than the one it was given for, it has to be given again: otherwise
 * somebody who may change settings could have it sent to themselves.
 */
export function wayOfSecret(channel: ChannelName, settings: ChannelSettings): string {
  if (channel === 'telegram') return 'telegram'
  if (channel === 'email') {
    const { host, port, security, user, authority } = settings as MailSettings
    return JSON.stringify([host.toLowerCase(), port, security, user, authority])
  }
  const { preset, account, url, method, headers, body, authority } = settings as SmsSettings
  return JSON.stringify([preset, account, url, method, headers, body, authority])
}
