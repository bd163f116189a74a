// Opens the channels for messages: those the operator set up, and those clients have of their own.
import { rootCertificates } from 'node:tls'
import type { Config } from '../config/config.ts'
import { type Channels, openChannels } from '../features/messages/channels.ts'
import { createAddressGuard } from '../outside/address-guard.ts'
import { createMail, type Mail } from '../outside/mail.ts'
import type { SecretBox } from '../outside/secret-box.ts'
import { createSms, type Sms, type SmsGateway, twilioGateway } from '../outside/sms.ts'
import { createTelegram, type Telegram } from '../outside/telegram.ts'
import { readAuthority } from './read-authority.ts'

type PostConfig = Pick<Config, 'mail' | 'sms' | 'telegramToken' | 'messageAllow'>

export interface OpenedPost {
  /** Of clients, and of the installation where they have none. */
  channels: Channels
  telegram: Telegram | undefined
}

/** The channels that are set up. */
export interface Ways {
  mail?: Mail | undefined
  sms?: Sms | undefined
  telegram?: Telegram | undefined
}

/** Those of the installation. */
export function openWays({ mail, sms, telegramToken }: Omit<PostConfig, 'messageAllow'>): Ways {
  const telegram = telegramToken === undefined ? undefined : createTelegram({ token: telegramToken })
  return {
    mail: mail && createMail({ ...mail, ...authorities('WALKAROUND_SMTP_CA', mail.caFile) }),
    sms: sms && createSms({ ...gatewayOf(sms), ...authorities('WALKAROUND_SMS_CA', sms.caFile) }),
    telegram,
  }
}

export function openPost({ messageAllow, ...config }: PostConfig, box: SecretBox): OpenedPost {
  const ways = openWays(config)
  const channels = openChannels({
    box,
    guard: createAddressGuard({ allow: messageAllow }),
    installation: { ...ways, email: ways.mail },
  })
  return {
    channels,
    telegram: ways.telegram,
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
