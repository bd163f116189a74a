// Tells somebody by e-mail that their passkeys and recovery codes were removed: by whom, when, and what to do if they did not want it. It
// has no link: a mail of this kind is the first that others would imitate.
import { formatsOf } from '@walkaround/contract/rules/formats.ts'
import { sharedWordsOf } from '@walkaround/contract/rules/shared-words.ts'
import { fill, findLanguage } from '@walkaround/contract/rules/texts.ts'
import type { Database } from '../../db/database.ts'
import { findLoginById, type Login } from '../../identity/login-store.ts'
import { Hopeless, type JobKind } from '../../jobs/job.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import { SendFailure } from '../../outside/channel.ts'
import { readTexts } from '../../outside/language-files.ts'
import type { Actor, Scope } from '../../scope.ts'
import type { ChannelFor } from '../messages/channels.ts'
import { type ClearedMail, findAddress } from './clear-factors.ts'

/** About a day with the pauses of the queue: nobody looks whether it has arrived. */
const ATTEMPTS = 30

interface MailOptions {
  database: Database
  clock: () => Date
  channelFor: ChannelFor
}

interface Words {
  subject: string
  greeting: string
  by: Record<Actor['kind'], string>
  /** Paragraphs. */
  text: string[]
}

export function mailClearedJob({ database: db, clock, channelFor }: MailOptions): JobKind {
  return {
    attempts: ATTEMPTS,
    async work({ id, clientId, payload, signal }) {
      const { loginId, by, at } = payload as ClearedMail
      const actor: Actor = { kind: 'system', id: 'invitations' }
      const scope = await scopeOfClient({ db, actor, now: clock() }, clientId)
      const login = await findLoginById(db, loginId)
      const to = login && (await findAddress(scope, login))
      if (!login || !to) return
      const channel = await channelFor(scope, 'email')
      if (!channel) throw new Hopeless('no mail server is set up')
      const who = by.kind === 'system' ? undefined : await findLoginById(db, by.id)
      const { address, language } = to
      const { name: sender } = scope.client
      try {
        const written = write(scope, login, { who: who?.name ?? '', kind: by.kind, at, language })
        await channel.send({ id, address, name: login.name, sender, ...written }, signal)
      } catch (error) {
        if (error instanceof SendFailure && error.isPermanent) throw new Hopeless(error.message)
        throw error
      }
    },
  }
}

function write(
  { client }: Scope,
  { login, name }: Login,
  { who, kind, at, language: asked }: { who: string; kind: Actor['kind']; at: string; language: string },
): { subject: string; text: string } {
  const language = findLanguage(asked) ?? 'en'
  const { subject, greeting, by, text } = readTexts<Words>('cleared-factors', language)
  const { dateTime } = formatsOf(language, client.timeZone, sharedWordsOf(language))
  const values = { name, login, who, client: client.name, time: dateTime(at) }
  return { subject: fill(subject, values), text: fill([greeting, by[kind], ...text].join('\n\n'), values) }
}
