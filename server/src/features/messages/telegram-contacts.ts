// Who may be written to by Telegram (G4): people who opened a link that staff made for them, until they say stop.
import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { recordEvents } from '../../db/events.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { TelegramUpdate } from '../../outside/telegram.ts'
import type { Scope } from '../../scope.ts'
import { getSubject } from './compose.ts'
import { getRecipient, type PartnerRole, personKeyOf } from './rules.ts'
import * as store from './telegram-store.ts'

const DAY_MS = 86_400_000
/** 192 bits; Telegram accepts words of up to 64 characters. */
const WORD_BYTES = 24
const START = /^\/start(?:@\w+)? ([\w-]{16,64})$/
const STOP = /^\/stop(?:@\w+)?$/

const hashOf = (word: string): Buffer => hash('sha256', word, 'buffer')

/** The token in the link; valid for a day, for one person, once. */
export async function inviteToTelegram(
  scope: Scope,
  surveyId: string,
  { recipient: role, contactId }: { recipient: PartnerRole; contactId?: string | undefined },
): Promise<string> {
  const { header } = await getSubject(scope, surveyId)
  const personKey = personKeyOf(getRecipient(header, role, contactId), surveyId)
  const word = randomBytes(WORD_BYTES).toString('base64url')
  const expiresAt = new Date(scope.now.getTime() + DAY_MS)
  await store.insertInvitation(scope, { wordHash: hashOf(word), personKey, expiresAt })
  await recordEvents(scope, [
    { kind: 'telegram.invited', subject: `survey/${surveyId}`, payload: { recipient: role } },
  ])
  return word
}

/**
 * Handles what somebody wrote to a bot; without an id it is the installation's. May be called twice for the same text: a word works
 * once, for one chat.
 */
export async function hear(database: Database, update: TelegramUpdate, now: Date, botId = ''): Promise<void> {
  const chat = { chatId: update.chatId, botId }
  const text = update.text.trim()
  if (STOP.test(text)) return store.deleteChat(database, chat)
  const word = START.exec(text)?.[1]
  if (word === undefined) return
  await inTransaction(database, async (db) => {
    const invitation = await store.takeInvitation(db, hashOf(word), now)
    if (!invitation) return
    const { clientId, personKey } = invitation
    await store.saveContact({ db, clientId, now }, personKey, chat)
    await recordEvents({ db, clientId, actor: { kind: 'system', id: 'telegram' }, now }, [
      { kind: 'telegram.started', subject: `client/${clientId}` },
    ])
  })
}
