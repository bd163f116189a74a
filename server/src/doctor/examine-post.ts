// The part of doctor that checks the channels of messages: reaches them, signs in, and sends nothing.

import { SendFailure } from '../outside/channel.ts'
import type { Ways } from '../process/open-post.ts'

interface PostFinding {
  state: 'ok' | 'warn' | 'fail'
  text: string
  next?: string
}

const kept = (what: string): PostFinding => ({
  state: 'ok',
  text: `not set up: ${what} stays in the built-in outbox`,
})

const advice = {
  mail: {
    notTrusted:
      'set WALKAROUND_SMTP_CA to the PEM file of its authority; for TLS from the start write smtps://, else smtp://',
    wronglySetUp: 'check user and password in WALKAROUND_SMTP_URL, percent-encoded',
    other: 'check host and port of WALKAROUND_SMTP_URL, name resolution and firewall',
  },
  sms: {
    notTrusted: 'set WALKAROUND_SMS_CA to the PEM file of its authority',
    wronglySetUp: 'check WALKAROUND_SMS_ACCOUNT and WALKAROUND_SMS_KEY',
    other: 'check WALKAROUND_SMS_URL, name resolution and firewall',
  },
  telegram: {
    notTrusted:
      'something between here and Telegram intercepts the connection: ask the people who run the network',
    wronglySetUp: 'check WALKAROUND_TELEGRAM_TOKEN: BotFather shows it and can make a new one',
    other: 'check name resolution and firewall: api.telegram.org must be reachable',
  },
} as const

async function look(of: keyof typeof advice, work: () => Promise<PostFinding>): Promise<PostFinding> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    const words: Readonly<Record<string, string>> = advice[of]
    return { state: 'fail', text: error.message, next: words[error.code] ?? advice[of].other }
  }
}

export function examineMail({ mail }: Pick<Ways, 'mail'>): Promise<PostFinding> {
  if (!mail) return Promise.resolve(kept('e-mail'))
  return look('mail', async () => {
    const { isSafe, isSignedIn } = await mail.check()
    const who = isSignedIn ? ', user and password are accepted' : ''
    if (isSafe) return { state: 'ok', text: `the mail server answers${who}; nothing was sent` }
    return {
      state: 'warn',
      text: 'the mail server offers no TLS: mails and the links in them can be read on the way',
      next: 'use a server with smtps:// or STARTTLS',
    }
  })
}

export function examineSms({ sms }: Pick<Ways, 'sms'>): Promise<PostFinding> {
  if (!sms) return Promise.resolve(kept('SMS'))
  return look('sms', async () => {
    const { isSignedIn } = await sms.check()
    const text = isSignedIn
      ? 'the gateway accepts the account; nothing was sent'
      : 'the gateway can be reached; the first message will show whether it accepts messages'
    return { state: 'ok', text }
  })
}

export function examineTelegram({ telegram }: Pick<Ways, 'telegram'>): Promise<PostFinding> {
  if (!telegram) return Promise.resolve({ state: 'ok', text: 'not set up: Telegram is not offered' })
  return look('telegram', async () => {
    return { state: 'ok', text: `the bot is @${await telegram.botName()}; nothing was sent` }
  })
}
