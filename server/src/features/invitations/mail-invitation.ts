// The job that mails the link of an invitation. No transaction is open while it sends. The link is forgotten once it was sent.

import { formatsOf } from '@walkaround/contract/rules/formats.ts'
import { sharedWordsOf } from '@walkaround/contract/rules/shared-words.ts'
import { fill, findLanguage } from '@walkaround/contract/rules/texts.ts'
import type { Database } from '../../db/database.ts'
import type { JobKind } from '../../jobs/job.ts'
import { getClient } from '../../organisation/clients.ts'
import { SendFailure } from '../../outside/channel.ts'
import { readTexts } from '../../outside/language-files.ts'
import { type SecretBox, SecretBoxError } from '../../outside/secret-box.ts'
import type { ClientSettings } from '../../scope.ts'
import type { ChannelFor } from '../messages/channels.ts'
import { linkPurpose } from './invite.ts'
import type { InvitationRow } from './model.ts'
import * as store from './store.ts'

/** About an hour with the pauses of the queue: whoever invited somebody looks at the list meanwhile. */
const ATTEMPTS = 8

interface MailOptions {
  database: Database
  box: SecretBox
  clock: () => Date
  channelFor: ChannelFor
}

interface Words {
  subject: string
  /** Paragraphs. */
  text: string[]
}

export function mailInvitationJob({ database: db, box, clock, channelFor }: MailOptions): JobKind {
  const end = (
    clientId: string,
    { id, sealedLink }: { id: string; sealedLink: Buffer },
    failure: string | null,
  ) =>
    store.setMailed({ db, clientId }, id, sealedLink, { mail: failure === null ? 'sent' : 'failed', failure })
  return {
    attempts: ATTEMPTS,
    async work({ clientId, payload, signal }) {
      const row = await store.findMail({ db, clientId }, (payload as { id: string }).id)
      if (!row?.email) return
      const client = await getClient(
        { db, actor: { kind: 'system', id: 'invitations' }, now: clock() },
        clientId,
      )
      const channel = await channelFor({ db, clientId, client }, 'email')
      if (!channel) return end(clientId, row, 'no mail server is set up')
      let link: string
      try {
        link = await box.open(row.sealedLink, linkPurpose(clientId, row.id))
      } catch (error) {
        if (!(error instanceof SecretBoxError)) throw error
        return end(clientId, row, "the installation's key was changed; make the link anew")
      }
      try {
        const { id, email: address, name } = row
        await channel.send(
          { id, address, name, sender: client.name, hasSecret: true, ...write(row, client, link) },
          signal,
        )
      } catch (error) {
        if (!(error instanceof SendFailure) || !error.isPermanent) throw error
        return end(clientId, row, error.message)
      }
      await end(clientId, row, null)
    },
    async onGivenUp({ clientId, payload }, failure) {
      const row = await store.findMail({ db, clientId }, (payload as { id: string }).id)
      if (row) await end(clientId, row, failure)
    },
  }
}

function write(row: InvitationRow, client: ClientSettings, link: string): { subject: string; text: string } {
  const language = findLanguage(row.language) ?? 'en'
  const words = readTexts<Record<InvitationRow['kind'], Words>>('invitations', language)[row.kind]
  const { date } = formatsOf(language, client.timeZone, sharedWordsOf(language))
  const values = {
    name: row.name,
    client: client.name,
    login: row.login,
    link,
    day: date(row.expiresAt.toISOString()),
  }
  return { subject: fill(words.subject, values), text: fill(words.text.join('\n\n'), values) }
}
