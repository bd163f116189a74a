// Opens the ways messages go out by: those the operator set up. What has none stays in the outbox, and so does everything
// of the demo dealership.
import type { Config } from './config.ts'
import { DEMO_CLIENT } from './demo/dealership.ts'
import type { DeliverOptions } from './features/messages/deliver-message.ts'
import type { Channel } from './outside/channel.ts'
import { createMail } from './outside/mail.ts'
import { createSms, twilioGateway } from './outside/sms.ts'
import { createTelegram, type Telegram } from './outside/telegram.ts'

export type PostConfig = Pick<Config, 'mail' | 'sms' | 'telegramToken'>

export interface OpenedPost {
  channelFor: DeliverOptions['channelFor']
  telegram: Telegram | undefined
}

export function openPost({ mail, sms, telegramToken }: PostConfig): OpenedPost {
  const telegram = telegramToken === undefined ? undefined : createTelegram({ token: telegramToken })
  const channels: Record<'email' | 'sms' | 'telegram', Channel | undefined> = {
    email: mail && createMail(mail),
    sms: sms && createSms(gatewayOf(sms)),
    telegram,
  }
  return {
    channelFor: (clientId, channel) => (clientId === DEMO_CLIENT ? undefined : channels[channel]),
    telegram,
  }
}

function gatewayOf(sms: NonNullable<PostConfig['sms']>) {
  const { preset, url, account = '', key = '', from = '', ...rest } = sms
  return preset === 'twilio'
    ? twilioGateway({ account, token: key, from, url })
    : { ...rest, from, url: url ?? '' }
}
