// A client's own texts for its messages, as one document: exported together with the delivered ones in use, imported as a whole.

import { LONGEST_MESSAGE_TEXT } from '@walkaround/contract/app/message-texts.ts'
import {
  type ChannelName,
  channelNames,
  type TemplateName,
  templateNames,
} from '@walkaround/contract/messages.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { recordEvents } from '../../db/events.ts'
import { isStorable } from '../../lib/texts.ts'
import { problemOf, type Violation } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { whyRefused } from './render.ts'
import { listTemplateRows, replaceTemplateRows, type TemplateRow } from './template-store.ts'
import { findDelivered } from './texts.ts'

interface TemplateText {
  subject?: string
  text: string[]
}
/** language → message → channel → text. */
type MessageTemplates = Partial<
  Record<Language, Partial<Record<TemplateName, Partial<Record<ChannelName, TemplateText>>>>>
>

/** All texts in use, or only the client's own. */
export async function exportMessageTemplates(
  scope: Scope,
  { isOwnOnly = false } = {},
): Promise<MessageTemplates> {
  const own = await listTemplateRows(scope)
  const all: MessageTemplates = {}
  for (const language of languages) {
    for (const name of templateNames) {
      for (const channel of channelNames) {
        const row = own.find(
          (one) => one.language === language && one.type === name && one.channel === channel,
        )
        const delivered = findDelivered(language, name, channel)
        if (!row && (isOwnOnly || !delivered)) continue
        const subject = row?.subject ?? delivered?.subject
        const text = (row?.text ?? delivered?.text ?? '').split('\n')
        const messages = all[language] ?? {}
        const template = { subject: subject || undefined, text }
        all[language] = { ...messages, [name]: { ...messages[name], [channel]: template } }
      }
    }
  }
  return all
}

/** Replaces all the client had. */
export async function importMessageTemplates(scope: Scope, document: unknown): Promise<{ own: number }> {
  const rows = readTemplates(document)
  const before = await listTemplateRows(scope)
  await replaceTemplateRows(scope, rows)
  recordChange(scope, {
    kind: 'messageTemplates.imported',
    subject: `client/${scope.clientId}`,
    before: textsOf(before),
    after: textsOf(rows),
  })
  await recordEvents(scope, [
    { kind: 'messageTemplates.imported', subject: `client/${scope.clientId}`, payload: { own: rows.length } },
  ])
  return { own: rows.length }
}

const textsOf = (rows: readonly TemplateRow[]) =>
  Object.fromEntries(
    rows.map(({ language, type, channel, subject, text }) => [
      `${type} ${channel} ${language}`,
      { subject, text },
    ]),
  )

/** A text equal to the delivered one is left out, so that it follows later changes of it. Throws if the document is wrong. */
export function readTemplates(document: unknown): TemplateRow[] {
  const violations: Violation[] = []
  const rows: TemplateRow[] = []
  for (const [language, messages] of entriesOf(document, '', violations)) {
    if (!isOneOf(language, languages, violations)) continue
    for (const [name, channels] of entriesOf(messages, language, violations)) {
      if (!isOneOf(name, templateNames, violations)) continue
      for (const [channel, template] of entriesOf(channels, `${language}.${name}`, violations)) {
        if (!isOneOf(channel, channelNames, violations)) continue
        const row = readTemplate({ language, type: name, channel }, template, violations)
        if (row && !isDelivered(row)) rows.push(row)
      }
    }
  }
  if (violations.length > 0) throw problemOf(violations)
  return rows
}

function entriesOf(value: unknown, where: string, violations: Violation[]): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  violations.push({ kind: 'invalidArgument', info: `${where || 'document'}: must be an object` })
  return []
}

function isOneOf<T extends string>(name: string, known: readonly T[], violations: Violation[]): name is T {
  if ((known as readonly string[]).includes(name)) return true
  violations.push({
    kind: 'invalidArgument',
    info: `${JSON.stringify(name)} is not one of ${known.join(', ')}`,
  })
  return false
}

interface Draft {
  language: string
  message: string
  channel: string
  subject?: string | undefined
  text: string
}

/**
 * Single texts as they would be stored; those that equal the delivered ones are left out. Throws if one is wrong: `of` says whether what is
 * wrong names the text among others, or only its field.
 */
export function readDrafts(drafts: readonly Draft[], of: 'many' | 'one' = 'many'): TemplateRow[] {
  const violations: Violation[] = []
  const rows = drafts.flatMap(({ language, message: type, channel, subject, text }) => {
    const key = { language, type, channel }
    const row = readTemplate(key, { subject: subject || undefined, text }, violations, of === 'many')
    return row && !isDelivered(row) ? [row] : []
  })
  if (violations.length > 0) throw problemOf(violations)
  return rows
}

function readTemplate(
  key: Pick<TemplateRow, 'language' | 'type' | 'channel'>,
  template: unknown,
  violations: Violation[],
  isNamed = true,
): TemplateRow | undefined {
  const where = isNamed ? `${key.language}.${key.type}.${key.channel}: ` : ''
  const refuse = (field: 'subject' | 'text', rule: string) => {
    // A line of a file is named by its number; the field goes without saying.
    const place = isNamed && /^line \d/.test(rule) ? where : `${where}${field}: `
    violations.push({ kind: 'invalidArgument', info: `${place}${rule}` })
    return undefined
  }
  const { subject, text } = (template ?? {}) as { subject?: unknown; text?: unknown }
  const lines = typeof text === 'string' ? text : Array.isArray(text) ? text.join('\n') : undefined
  if (lines === undefined || lines.trim() === '')
    return refuse('text', 'must be a string or an array of lines, and not empty')
  if (subject !== undefined && typeof subject !== 'string') return refuse('subject', 'must be a string')
  if (`${subject ?? ''}${lines}`.length > LONGEST_MESSAGE_TEXT)
    return refuse('text', `has with its subject more than ${LONGEST_MESSAGE_TEXT} characters`)
  if (!isStorable(`${subject ?? ''}${lines}`)) return refuse('text', 'holds NUL or a lone surrogate')
  const why = whyRefused({ subject, text: lines }, neededIn(key.type))
  return why === undefined ? { ...key, subject: subject ?? null, text: lines } : refuse(why.field, why.rule)
}

const neededIn = (type: string) =>
  type === 'decisionCode' ? 'code' : type === 'workReminder' ? 'stop' : 'link'

function isDelivered({ language, type, channel, subject, text }: TemplateRow): boolean {
  const delivered = findDelivered(language, type as TemplateName, channel as ChannelName)
  return delivered?.text === text && (delivered.subject ?? null) === subject
}
