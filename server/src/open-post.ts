// Opens the ways messages go out by: those the operator set up. What has none stays in the outbox, and so does everything
// of the demo dealership.
import { rootCertificates } from 'node:tls'
import type { Config } from './config.ts'
import { DEMO_CLIENT } from './demo/dealership.ts'
import type { DeliverOptions } from './features/messages/deliver-message.ts'
import type { Channel } from './outside/channel.ts'
import { createMail, type Mail } from './outside/mail.ts'
import { createSms, type Sms, type SmsGateway, twilioGateway } from './outside/sms.ts'
import { createTelegram, type Telegram } from './outside/telegram.ts'
import { readAuthority } from './read-authority.ts'

export type PostConfig = Pick<Config, 'mail' | 'sms' | 'telegramToken'>

export interface OpenedPost {
  channelFor: DeliverOptions['channelFor']
  isPlayed: DeliverOptions['isPlayed']
  telegram: Telegram | undefined
  /** Those that are set up, whoever sends by them. */
  ways: { mail?: Mail | undefined; sms?: Sms | undefined; telegram?: Telegram | undefined }
}

export function openPost({ mail, sms, telegramToken }: PostConfig): OpenedPost {
  const telegram = telegramToken === undefined ? undefined : createTelegram({ token: telegramToken })
  const ways = {
    mail: mail && createMail({ ...mail, ...authorities('WALKAROUND_SMTP_CA', mail.caFile) }),
    sms: sms && createSms({ ...gatewayOf(sms), ...authorities('WALKAROUND_SMS_CA', sms.caFile) }),
    telegram,
  }
  const channels: Record<'email' | 'sms' | 'telegram', Channel | undefined> = { ...ways, email: ways.mail }
  return {
    channelFor: (clientId, channel) => (isPlayed(clientId) ? undefined : channels[channel]),
    isPlayed,
    telegram,
    ways,
  }
}

/** Its people exist nowhere, so nothing goes out to them. */
const isPlayed = (clientId: string) => clientId === DEMO_CLIENT

/** The company's own beside the public ones. */
const authorities = (setting: string, file: string | undefined) =>
  file === undefined ? {} : { ca: [...rootCertificates, readAuthority(setting, file)] }

function gatewayOf(sms: NonNullable<PostConfig['sms']>): SmsGateway {
  const { preset, url, account = '', key = '', from = '', caFile: _file, ...rest } = sms
  return preset === 'twilio'
    ? twilioGateway({ account, token: key, from, url })
    : { ...rest, from, url: url ?? '' }
}
