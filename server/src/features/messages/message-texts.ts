// The words of messages one by one, for those who set them up on a page. The same checks as for a whole document.
import type { MessageText, MessageTextChange } from '@walkaround/contract/app/message-texts.ts'
import {
  type ChannelName,
  channelNames,
  isChannelName,
  isTemplateName,
  type TemplateName,
  templateNames,
} from '@walkaround/contract/messages.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { recordEvents } from '../../db/events.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { problem } from '../../problems.ts'
import type { Precondition, Scope } from '../../scope.ts'
import { readDrafts } from './message-templates.ts'
import {
  deleteTemplateRow,
  findTemplateRow,
  listTemplateRows,
  saveTemplateRow,
  type TemplateRow,
} from './template-store.ts'
import { findDelivered } from './texts.ts'

/** Which text, as a path names it. */
interface NamedText {
  language: string
  message: string
  channel: string
}

interface TextKey {
  language: Language
  message: TemplateName
  channel: ChannelName
}

export async function listMessageTexts(scope: Scope, wanted: Partial<TextKey>): Promise<MessageText[]> {
  const own = await listTemplateRows(scope)
  const shown: MessageText[] = []
  for (const language of wanted.language ? [wanted.language] : languages)
    for (const message of wanted.message ? [wanted.message] : templateNames)
      for (const channel of wanted.channel ? [wanted.channel] : channelNames) {
        const row = own.find(
          (one) => one.language === language && one.type === message && one.channel === channel,
        )
        const text = toText({ language, message, channel }, row)
        if (text) shown.push(text)
      }
  return shown
}

/** Undefined if there are neither delivered nor own words. */
function toText(key: TextKey, row: TemplateRow | undefined): MessageText | undefined {
  const delivered = findDelivered(key.language, key.message, key.channel)
  const text = row?.text ?? delivered?.text
  if (text === undefined) return undefined
  const subject = row ? row.subject : delivered?.subject
  return {
    ...key,
    text,
    ...(subject ? { subject } : {}),
    ...(row ? { isOwn: true } : {}),
    ...(row && delivered ? { deliveredText: delivered.text } : {}),
    ...(row && delivered?.subject ? { deliveredSubject: delivered.subject } : {}),
  }
}

/** Staff get e-mail alone, so not every message has a text for every channel. */
function toKey({ language, message, channel }: NamedText): TextKey {
  const known = languages.find((one) => one === language)
  if (!known || !isTemplateName(message) || !isChannelName(channel))
    throw problem(
      'noSuchResource',
      `text: there is no ${JSON.stringify(`${language}/${message}/${channel}`)}`,
    )
  return { language: known, message, channel }
}

const rowKeyOf = ({ language, message, channel }: TextKey) => ({ language, type: message, channel })

export async function findMessageText(scope: Scope, named: NamedText): Promise<MessageText | undefined> {
  const key = toKey(named)
  return toText(key, await findTemplateRow(scope, rowKeyOf(key)))
}

export async function getMessageText(scope: Scope, named: NamedText): Promise<MessageText> {
  const text = await findMessageText(scope, named)
  if (!text) throw noText(named)
  return text
}

const noText = ({ message, channel }: NamedText) =>
  problem('noSuchResource', `text: ${JSON.stringify(message)} is never sent by ${JSON.stringify(channel)}`)

export async function putMessageText(
  scope: Scope,
  named: NamedText,
  { subject, text }: MessageTextChange,
  precondition: Precondition,
): Promise<MessageText> {
  const key = toKey(named)
  if (!findDelivered(key.language, key.message, key.channel)) throw noText(named)
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  const [row] = readDrafts([{ ...key, subject, text }], 'one')
  const before = await findTemplateRow(scope, rowKeyOf(key))
  if (row) await saveTemplateRow(scope, row)
  else await deleteTemplateRow(scope, rowKeyOf(key))
  await recordText(scope, key, before, row)
  return getMessageText(scope, named)
}

export async function deleteMessageText(
  scope: Scope,
  named: NamedText,
  precondition: Precondition,
): Promise<void> {
  const key = toKey(named)
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  const before = await findTemplateRow(scope, rowKeyOf(key))
  if (!(await deleteTemplateRow(scope, rowKeyOf(key))))
    throw problem('noSuchResource', 'text: the client has no words of its own here')
  await recordText(scope, key, before, undefined)
}

interface Words {
  subject: string | null
  text: string
}

/** What is left out are the words as delivered. */
async function recordText(
  scope: Scope,
  { language, message, channel }: TextKey,
  before: Words | undefined,
  after: Words | undefined,
): Promise<void> {
  const kind = 'messageText.changed'
  const subject = `client/${scope.clientId}` as const
  const name = `${language}/${message}/${channel}`
  const wordsOf = (words: Words | undefined) => ({ subject: words?.subject ?? undefined, text: words?.text })
  recordChange(scope, { kind, subject, name, before: wordsOf(before), after: wordsOf(after) })
  await recordEvents(scope, [{ kind, subject, payload: { text: name, isOwn: after !== undefined } }])
}
