// The delivered words of messages: messages.<language>.json.
import { readTexts } from '../../outside/language-files.ts'
import type { Template } from './render.ts'
import type { ChannelName, TemplateName } from './rules.ts'

export const messageLanguages = ['en', 'de', 'ru'] as const
export type MessageLanguage = (typeof messageLanguages)[number]

export interface Words {
  greeting: string
  greetingPlain: string
  vehicle: string
  someone: string
}

interface DeliveredFile {
  words: Words
  messages: Record<
    TemplateName,
    { action: string } & Partial<Record<ChannelName, { subject?: string; text: string[] }>>
  >
}

const fileOf = (language: MessageLanguage) => readTexts<DeliveredFile>('messages', language)

/** de-AT is German; what is delivered in no language is English. */
export function toMessageLanguage(language: string): MessageLanguage {
  const base = language.toLowerCase().split(/[-_]/, 1)[0]
  return messageLanguages.find((known) => known === base) ?? 'en'
}

export const getWords = (language: string): Words => fileOf(toMessageLanguage(language)).words

export const getAction = (language: string, name: TemplateName): string =>
  fileOf(toMessageLanguage(language)).messages[name].action

/** Undefined where a message has no form for a channel: staff get e-mail. */
export function findDelivered(
  language: string,
  name: TemplateName,
  channel: ChannelName,
): Template | undefined {
  const found = fileOf(toMessageLanguage(language)).messages[name][channel]
  return (
    found && {
      ...(found.subject === undefined ? {} : { subject: found.subject }),
      text: found.text.join('\n'),
    }
  )
}

/** As the owner's page writes it. English without a country: 12 March is read right everywhere, 03/12 is not. */
export function dayOf(at: Date, language: string, timeZone: string): string {
  const known = toMessageLanguage(language)
  const locale = known === 'en' ? 'en-GB' : known
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at)
}
