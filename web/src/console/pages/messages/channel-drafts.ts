// Channels as their forms hold them, and as they are sent.
import type { MessageChannel, MessageChannelChange } from '@walkaround/contract/app/message-channels.ts'
import { channelNames } from '@walkaround/contract/messages.ts'

export const channels = channelNames
export type ChannelName = (typeof channelNames)[number]

export interface ChannelDraft {
  // Of mail.
  host: string
  security: 'tls' | 'starttls'
  port: number | undefined
  user: string
  fromName: string
  // Of SMS.
  preset: 'twilio' | ''
  account: string
  url: string
  method: 'POST' | 'PUT' | 'GET'
  headers: string
  body: string
  // Of both.
  from: string
  authority: string
  /** Password, key or token; empty: stays. */
  secret: string
}

export const emptyChannel: ChannelDraft = {
  host: '',
  security: 'starttls',
  port: undefined,
  user: '',
  fromName: '',
  preset: '',
  account: '',
  url: '',
  method: 'POST',
  headers: '',
  body: '',
  from: '',
  authority: '',
  secret: '',
}

export function toChannelDraft({ source, email, sms }: MessageChannel): ChannelDraft {
  // What the installation has is not the client's to change.
  if (source !== 'client') return emptyChannel
  const { headers = [], ...gateway } = sms ?? {}
  return {
    ...emptyChannel,
    ...email,
    ...gateway,
    headers: headers.map(({ name, value }) => `${name}: ${value}`).join('\n'),
  }
}

/** A line each: `Authorization: Bearer {key}`. */
const toHeaders = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cut = line.indexOf(':')
      const [name, value] = cut < 0 ? [line, ''] : [line.slice(0, cut), line.slice(cut + 1)]
      return { name: name.trim(), value: value.trim() }
    })

type Filled<T> = { [K in keyof T]?: Exclude<T[K], '' | undefined> }

const filled = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined),
  ) as Filled<T>

export function toChannelChange(name: ChannelName, draft: ChannelDraft): MessageChannelChange {
  const { host, security, port, user, fromName, from, authority, secret } = draft
  if (name === 'telegram') return { telegram: filled({ token: secret }) }
  if (name === 'email') {
    const optional = filled({ port, user, fromName, authority, password: secret })
    return { email: { host, security, from, ...optional } }
  }
  const { preset, account, url, method, headers, body } = draft
  const listed = toHeaders(headers)
  return {
    sms: {
      ...filled({ preset, account, url, body, from, authority, key: secret }),
      ...(preset === '' && method !== 'POST' ? { method } : {}),
      ...(listed.length === 0 ? {} : { headers: listed }),
    },
  }
}
