// Shows the texts of messages as people would read them, with an invented customer: those in use, or those of a file to be
// imported. Sends and stores nothing.

import {
  type ChannelName,
  channelNames,
  type Placeholder,
  type TemplateName,
  templateNames,
} from '@walkaround/contract/messages.ts'
import { fill, type Language, languages } from '@walkaround/contract/rules/texts.ts'
import { findSite, type Site } from '../../organisation/client-store.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { MailSettings, SmsSettings } from './channel-form.ts'
import { findChannelRow } from './channel-store.ts'
import { toMailFace } from './compose.ts'
import { readDrafts, readTemplates } from './message-templates.ts'
import { putLink, render, type Values } from './render.ts'
import { senderOf } from './sender.ts'
import { linkAsLong, measureSms } from './sms-length.ts'
import { listTemplateRows, type TemplateRow } from './template-store.ts'
import { dayOf, findDelivered, getAction, getWords } from './texts.ts'

interface TemplatePreview {
  language: Language
  message: TemplateName
  channel: ChannelName
  /** The client's own text, not the delivered one. */
  isOwn: boolean
  subject?: string
  text: string
  html?: string
  /** Of an SMS, as gateways count and charge it; the sample link is as long as a real one. */
  segments?: number
  characters?: number
  alphabet?: 'GSM-7' | 'UCS-2'
  /** Of an e-mail: the site whose logo and colours it has. */
  site?: string
  /** Of an e-mail or SMS: whom it comes from, as far as site and client say it. */
  sender?: string
}

export interface Wanted {
  language?: Language | undefined
  message?: TemplateName | undefined
  channel?: ChannelName | undefined
  /** In the form message-template import takes; if left out, the texts in use. */
  document?: unknown
  /** In place of single texts in use. */
  drafts?: readonly Draft[] | undefined
  /** Whose look and sender; otherwise those of the default site. */
  siteId?: string | undefined
}

interface Draft {
  language: Language
  message: TemplateName
  channel: ChannelName
  subject?: string | undefined
  text: string
}

export async function previewTemplates(
  scope: Scope,
  wanted: Wanted,
  baseUrl: string,
): Promise<TemplatePreview[]> {
  const own = await rowsOf(scope, wanted)
  const link = linkAsLong(baseUrl, scope.clientId)
  const shown: TemplatePreview[] = []
  const { siteId = scope.client.defaultSiteId } = wanted
  const site = await findSite(scope.db, scope.clientId, siteId)
  if (!site && wanted.siteId !== undefined)
    throw problem('invalidArgument', `siteId: ${JSON.stringify(siteId)} is not a site of the client`)
  const senders = await findSenders(scope, site)
  const face = { site, advisor: undefined, advisorPicture: undefined }
  for (const language of only(languages, wanted.language)) {
    for (const message of only(templateNames, wanted.message)) {
      for (const channel of only(channelNames, wanted.channel)) {
        const row = own.find(
          (one) => one.language === language && one.type === message && one.channel === channel,
        )
        const delivered = findDelivered(language, message, channel)
        const text = row?.text ?? delivered?.text
        if (text === undefined) continue
        const template = { subject: row?.subject ?? delivered?.subject, text }
        const isHtml = channel === 'email'
        const written = render(template, sampleOf(scope, language, site), {
          isHtml,
          action: getAction(language, message),
          language,
          face: isHtml ? toMailFace(scope, face, language) : undefined,
        })
        const content = putLink(written, message === 'decisionCode' ? SAMPLE_CODE : link, link)
        const length = channel === 'sms' ? measureSms(content.text) : {}
        const look = isHtml && site ? { site: site.id } : {}
        const { [channel]: sender } = senders
        shown.push({
          language,
          message,
          channel,
          isOwn: row !== undefined,
          ...content,
          ...length,
          ...look,
          ...(sender ? { sender } : {}),
        })
      }
    }
  }
  return shown
}

async function rowsOf(scope: Scope, { document, drafts = [] }: Wanted): Promise<TemplateRow[]> {
  const inUse = document === undefined ? await listTemplateRows(scope) : readTemplates(document)
  const drafted = readDrafts(drafts)
  const isDrafted = (row: TemplateRow) =>
    drafts.some(
      ({ language, message, channel }) =>
        row.language === language && row.type === message && row.channel === channel,
    )
  return [...drafted, ...inUse.filter((row) => !isDrafted(row))]
}

/** Only the client's own mail server and gateway name others than the operator. */
async function findSenders(
  scope: Scope,
  site: Site | undefined,
): Promise<Partial<Record<ChannelName, string>>> {
  const own = async <S>(channel: 'email' | 'sms') => {
    const row = await findChannelRow(scope, channel)
    if (!row) return undefined
    return { ...(JSON.parse(row.settings) as S), site: await senderOf(scope, site?.id ?? null, channel) }
  }
  const [mail, sms] = [await own<MailSettings>('email'), await own<SmsSettings>('sms')]
  const name = mail?.site.fromName ?? mail?.fromName ?? site?.name ?? scope.client.name
  const address = mail && (mail.site.from ?? mail.from)
  const number = sms && (sms.site.from ?? sms.from)
  return { email: address ? `${name} <${address}>` : name, ...(number ? { sms: number } : {}) }
}

const SAMPLE_CODE = '123456'
const DAYS_MS = 30 * 86_400_000

const only = <T>(all: readonly T[], one: T | undefined): readonly T[] => (one === undefined ? all : [one])

/** Obviously invented data, with a value for every placeholder, so that every line is shown. */
function sampleOf({ client, now }: Scope, language: Language, site: Site | undefined): Required<Values> {
  const name = 'Ada Sample'
  const values: Record<Placeholder, string> = {
    greeting: fill(getWords(language).greeting, { name }),
    name,
    vehicle: 'Ford Focus, B-AB 123',
    dealership: site?.name ?? client.name,
    phone: '+49 30 23125 000',
    advisor: 'Jo Sample',
    customer: name,
    order: '4711',
    // Within the SMS alphabet: another character would turn one SMS into two.
    note: '[...]',
    validUntil: dayOf(new Date(now.getTime() + DAYS_MS), language, client.timeZone),
    work: '[...]',
    booking: 'https://example.com/book',
    link: 'link',
    stop: 'stop',
    code: 'code',
  }
  return values
}
