// Changes the installation's key and seals everything anew that the former one sealed. The key is changed first and the former
// one kept beside it, so that everything opens at any moment: whoever is killed in the middle runs it again and goes on.
import { listClients } from './access/clients.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { resealCallbacks } from './features/callbacks/reseal.ts'
import { renewLinkSecret } from './features/media/link-secret.ts'
import { failLinksThatWait, resealLinks } from './features/messages/reseal-links.ts'
import { endAllLinks, keepViewingLinks } from './features/owner-links/change-key.ts'
import { openSecretBox, type Resealed } from './outside/secret-box.ts'
import { addKey, dropFormerKeys, findKeyIds, keyChangedAt } from './outside/secret-key.ts'
import { problem } from './problems.ts'
import type { Actor } from './scope.ts'

type KeyConfig = Pick<Config, 'dataDir' | 'secretKey'>

export interface KeyChange {
  database: Database
  config: KeyConfig
  actor: Actor
  now: Date
  progress(text: string): void
  /** Keep what is out; or end it, for a key that others may have. */
  links: 'keep' | 'end'
}

export interface ChangedKey {
  /** A change that was interrupted, or begun in the setting, goes on with its key. */
  key: 'new' | 'begun before'
  /** Where the former one is still, and for how long. */
  former: 'file' | 'setting'
  callbacks: Resealed
  messages: Resealed
  /** Links whose viewing address is kept; all others are known by their hash alone. */
  viewing: Resealed
  ended: number
  /** Messages that did not go out because their link ended. */
  unsent: number
  clients: number
}

/** So long a former key stays: whoever had sealed something in the moment of the change has written it by then. */
export const FORMER_MS = 24 * 3_600_000

export async function changeSecretKey(change: KeyChange): Promise<ChangedKey> {
  const { database, config, progress, links } = change
  const isSet = config.secretKey !== undefined
  if (isSet && (await findKeyIds(config)).length < 2) throw problem('invalidArgument', SETTING_FIRST)
  const box = openSecretBox(config)
  // There must be one to be changed; and one that cannot be read must not be buried under a new one.
  await box.unlock()
  const key = isSet ? 'under way' : await addKey(config.dataDir)
  progress('the key is changed; sealing anew')
  const ended = links === 'end' ? await endLinks(change) : { ended: 0, unsent: 0 }
  const sealed = await resealAll(database, config, change)
  await renewLinkSecret(database)
  return {
    key: key === 'added' ? 'new' : 'begun before',
    former: isSet ? 'setting' : 'file',
    ...sealed,
    ...ended,
  }
}

const SETTING_FIRST =
  'the key is given by WALKAROUND_SECRET_KEY, which no command can change. Make a new one (openssl rand -base64 32) and put it ' +
  'there before the former one, with a space between: the first seals, both open. Restart every process with that, then run ' +
  'this again; a day later take the former one out'

/** Client by client, each batch in a statement of its own: nobody waits, and what is done stays done. */
async function resealAll(
  database: Database,
  config: KeyConfig,
  { actor, now, progress }: Pick<KeyChange, 'actor' | 'now' | 'progress'>,
) {
  const box = await openSecretBox(config).unlock()
  const none = (): Resealed => ({ resealed: 0, unopened: 0 })
  const all = { callbacks: none(), messages: none(), viewing: none() }
  const add = (to: Resealed, { resealed, unopened }: Resealed) => {
    to.resealed += resealed
    to.unopened += unopened
  }
  const clients = await listClients({ db: database, actor, now })
  for (const { clientId } of clients) {
    progress(`sealing anew: ${clientId}`)
    const scope = { db: database, clientId, now }
    add(all.callbacks, await resealCallbacks(scope, box))
    add(all.messages, await resealLinks(scope, box))
    add(all.viewing, await keepViewingLinks(scope, box))
  }
  return { ...all, clients: clients.length }
}

async function endLinks({
  database,
  actor,
  now,
  progress,
}: KeyChange): Promise<{ ended: number; unsent: number }> {
  let [ended, unsent] = [0, 0]
  for (const { clientId } of await listClients({ db: database, actor, now })) {
    progress(`ending links: ${clientId}`)
    const scope = { db: database, clientId, actor, now }
    ended += await endAllLinks(scope)
    unsent += await failLinksThatWait(scope)
  }
  return { ended, unsent }
}

/** For upkeep: a former key that is a day old goes, after what was left of it is sealed anew. */
export async function forgetFormerKey(database: Database, config: KeyConfig, now: Date): Promise<void> {
  if (config.secretKey !== undefined || (await findKeyIds(config)).length < 2) return
  const changedAt = await keyChangedAt(config.dataDir)
  if (!changedAt || now.getTime() - changedAt.getTime() < FORMER_MS) return
  const actor: Actor = { kind: 'system', id: 'upkeep' }
  const { callbacks, messages, viewing } = await resealAll(database, config, {
    actor,
    now,
    progress: () => {},
  })
  const found = callbacks.resealed + messages.resealed + viewing.resealed
  // Somebody still seals with it; the next time looks again.
  if (found === 0) await dropFormerKeys(config.dataDir)
}
