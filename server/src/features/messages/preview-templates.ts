// Shows the words of messages as people would read them, with an invented customer: those in force, or those of a file
// that is to be imported. Sends and keeps nothing.
import type { Scope } from '../../scope.ts'
import { readTemplates } from './message-templates.ts'
import { type placeholders, putLink, render, type Values } from './render.ts'
import { type ChannelName, channelNames, type TemplateName, templateNames } from './rules.ts'
import { countSegments, linkAsLong } from './sms-length.ts'
import { listTemplateRows } from './template-store.ts'
import { dayOf, findDelivered, getAction, getWords, type MessageLanguage, messageLanguages } from './texts.ts'

export interface TemplatePreview {
  language: MessageLanguage
  message: TemplateName
  channel: ChannelName
  /** Not the delivered words. */
  isOwn: boolean
  subject?: string
  text: string
  html?: string
  /** Of an SMS, as gateways count and charge it; the link is as long as a real one. */
  segments?: number
}

export interface Wanted {
  language?: MessageLanguage | undefined
  message?: TemplateName | undefined
  channel?: ChannelName | undefined
  /** As message-template import takes it; left out: what is in force. */
  document?: unknown
}

export async function previewTemplates(
  scope: Scope,
  wanted: Wanted,
  baseUrl: string,
): Promise<TemplatePreview[]> {
  const own = wanted.document === undefined ? await listTemplateRows(scope) : readTemplates(wanted.document)
  const link = linkAsLong(baseUrl, scope.clientId)
  const shown: TemplatePreview[] = []
  for (const language of only(messageLanguages, wanted.language)) {
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
        const written = render(template, sampleOf(scope, language), {
          isHtml,
          action: getAction(language, message),
          language,
        })
        const content = putLink(written, message === 'decisionCode' ? SAMPLE_CODE : link)
        const segments = channel === 'sms' ? { segments: countSegments(content.text) } : {}
        shown.push({ language, message, channel, isOwn: row !== undefined, ...content, ...segments })
      }
    }
  }
  return shown
}

const SAMPLE_CODE = '123456'
const DAYS_MS = 30 * 86_400_000

const only = <T>(all: readonly T[], one: T | undefined): readonly T[] => (one === undefined ? all : [one])

/** Whoever reads it sees at once that nobody is meant; a value of every placeholder, so that every line is shown. */
function sampleOf({ client, now }: Scope, language: MessageLanguage): Required<Values> {
  const name = 'Ada Sample'
  const values: Record<(typeof placeholders)[number], string> = {
    greeting: getWords(language).greeting.replace('{name}', () => name),
    name,
    vehicle: 'Ford Focus, B-AB 123',
    dealership: client.name,
    phone: '+49 30 23125 000',
    advisor: 'Jo Sample',
    customer: name,
    order: '4711',
    // Of the alphabet of SMS: another would make two of one.
    note: '[...]',
    validUntil: dayOf(new Date(now.getTime() + DAYS_MS), language, client.timeZone),
    link: 'link',
    code: 'code',
  }
  return values
}
