// The delivered texts of messages: messages.<language>.json.

import type { ChannelName, TemplateName } from '@walkaround/contract/messages.ts'
import { formatsOf } from '@walkaround/contract/rules/formats.ts'
import { sharedWordsOf } from '@walkaround/contract/rules/shared-words.ts'
import { findLanguage, type Language } from '@walkaround/contract/rules/texts.ts'
import { readTexts } from '../../outside/language-files.ts'
import type { Template } from './render.ts'

export interface Words {
  greeting: string
  greetingPlain: string
  vehicle: string
  someone: string
  /** Of a channel that is tried; `text` for all but mails. */
  test: { subject: string; mail: string; text: string }
}

interface DeliveredFile {
  words: Words
  messages: Record<
    TemplateName,
    { action: string } & Partial<Record<ChannelName, { subject?: string; text: string[] }>>
  >
}

const fileOf = (language: Language) => readTexts<DeliveredFile>('messages', language)

/** de-AT is German; a language without delivered texts becomes English. */
export const toMessageLanguage = (language: string): Language => findLanguage(language) ?? 'en'

export const getWords = (language: string): Words => fileOf(toMessageLanguage(language)).words

export const getAction = (language: string, name: TemplateName): string =>
  fileOf(toMessageLanguage(language)).messages[name].action

/** Undefined if a message has no text for a channel: staff get e-mail. */
export function findDelivered(
  language: string,
  name: TemplateName,
  channel: ChannelName,
): Template | undefined {
  const found = fileOf(toMessageLanguage(language)).messages[name][channel]
  return (
    found && {
      subject: found.subject,
      text: found.text.join('\n'),
    }
  )
}

/** In the format of the owner's page. */
export const dayOf = (at: Date, language: string, timeZone: string): string =>
  formatsOf(toMessageLanguage(language), timeZone, sharedWordsOf(language)).date(at)
