// Opens the channels for messages that the operator set up. Messages without a channel stay in the outbox, and so does everything
// of the demo dealership and of sandboxes.
import { rootCertificates } from 'node:tls'
import type { Config } from '../config/config.ts'
import type { DeliverOptions } from '../features/messages/deliver-message.ts'
import type { Channel } from '../outside/channel.ts'
import { createMail, type Mail } from '../outside/mail.ts'
import { createSms, type Sms, type SmsGateway, twilioGateway } from '../outside/sms.ts'
import { createTelegram, type Telegram } from '../outside/telegram.ts'
import { sendsNothing } from '../scope.ts'
import { readAuthority } from './read-authority.ts'

type PostConfig = Pick<Config, 'mail' | 'sms' | 'telegramToken'>

export interface OpenedPost {
  channelFor: DeliverOptions['channelFor']
  telegram: Telegram | undefined
  /** The channels that are set up. */
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
    channelFor: (client, channel) => (sendsNothing(client) ? undefined : channels[channel]),
    telegram,
    ways,
  }
}

/** The company's own authority in addition to the public ones. */
const authorities = (setting: string, file: string | undefined) =>
  file === undefined ? {} : { ca: [...rootCertificates, readAuthority(setting, file)] }

function gatewayOf(sms: NonNullable<PostConfig['sms']>): SmsGateway {
  const { preset, url, account = '', key = '', from = '', caFile: _file, ...rest } = sms
  return preset === 'twilio'
    ? twilioGateway({ account, token: key, from, url })
    : { ...rest, from, url: url ?? '' }
}
