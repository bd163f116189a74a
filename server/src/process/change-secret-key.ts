// Changes the installation's key and reseals everything that the former one sealed. The key is changed first and the former
// one kept beside it, so that everything can be opened at any moment: after an interruption, run it again and it continues.

import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { resealCallbacks } from '../features/callbacks/reseal.ts'
import { renewLinkSecret } from '../features/media/link-secret.ts'
import { resealChannels } from '../features/messages/reseal-channels.ts'
import { failLinksThatWait, resealLinks } from '../features/messages/reseal-links.ts'
import { endAllLinks, keepViewingLinks } from '../features/owner-links/change-key.ts'
import { resealReminderKey } from '../features/reminders/person.ts'
import { resealProviders } from '../features/single-sign-on/reseal.ts'
import { resealPins } from '../features/tablets/pins.ts'
import { listClients } from '../organisation/clients.ts'
import { openSecretBox, type Resealed } from '../outside/secret-box.ts'
import { addKey, dropFormerKeys, findKeyIds, keyChangedAt } from '../outside/secret-key.ts'
import { problem } from '../problems.ts'
import type { Actor } from '../scope.ts'

type KeyConfig = Pick<Config, 'dataDir' | 'secretKey'>

interface KeyChange {
  database: Database
  config: KeyConfig
  actor: Actor
  now: Date
  progress(text: string): void
  /** Keep the links owners have, or end them because others may have the key. */
  links: 'keep' | 'end'
}

export interface ChangedKey {
  /** A change that was interrupted, or started in the setting, continues with its key. */
  key: 'new' | 'begun before'
  /** Where the former key is still kept. */
  former: 'file' | 'setting'
  callbacks: Resealed
  messages: Resealed
  /** Links whose viewing address is kept; all others are known by their hash alone. */
  viewing: Resealed
  /** Keys from which ways out of reminders are derived. */
  reminders: Resealed
  /** Hashes of PINs. */
  pins: Resealed
  /** Secrets of sign-in providers. */
  providers: Resealed
  /** Secrets of channels that clients have of their own. */
  channels: Resealed
  ended: number
  /** Messages that did not go out because their link ended. */
  unsent: number
  clients: number
}

/** How long a former key stays: values sealed at the moment of the change are written by then. */
const FORMER_MS = 24 * 3_600_000

export async function changeSecretKey(change: KeyChange): Promise<ChangedKey> {
  const { database, config, progress, links } = change
  const isSet = config.secretKey !== undefined
  if (isSet && (await findKeyIds(config)).length < 2) throw problem('invalidArgument', SETTING_FIRST)
  const box = openSecretBox(config)
  // There must be a key to change, and an unreadable one must not be replaced.
  await box.unlock()
  const key = isSet ? 'under way' : await addKey(config.dataDir)
  progress('the key is changed; resealing')
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
  'the key comes from WALKAROUND_SECRET_KEY, which no command can change. Make a new key (openssl rand -base64 32) and put it ' +
  'before the former one, separated by a space: the first key seals, both open. Restart every process, then run this command ' +
  'again; remove the former key a day later'

/** Works client by client, each batch in its own statement, so that nobody waits and finished batches stay. */
async function resealAll(
  database: Database,
  config: KeyConfig,
  { actor, now, progress }: Pick<KeyChange, 'actor' | 'now' | 'progress'>,
) {
  const box = await openSecretBox(config).unlock()
  const none = (): Resealed => ({ resealed: 0, unopened: 0 })
  const all = {
    callbacks: none(),
    messages: none(),
    viewing: none(),
    reminders: none(),
    pins: none(),
    providers: none(),
    channels: none(),
  }
  const add = (to: Resealed, { resealed, unopened }: Resealed) => {
    to.resealed += resealed
    to.unopened += unopened
  }
  const clients = await listClients({ db: database, actor, now })
  for (const { clientId } of clients) {
    progress(`resealing: ${clientId}`)
    const scope = { db: database, clientId, now }
    add(all.callbacks, await resealCallbacks(scope, box))
    add(all.messages, await resealLinks(scope, box))
    add(all.viewing, await keepViewingLinks(scope, box))
    add(all.reminders, await resealReminderKey(scope, box))
    add(all.pins, await resealPins(scope, box))
    add(all.providers, await resealProviders(scope, box))
    add(all.channels, await resealChannels(scope, box))
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

/** For upkeep: removes a former key that is a day old, after resealing what still uses it. */
export async function forgetFormerKey(database: Database, config: KeyConfig, now: Date): Promise<void> {
  if (config.secretKey !== undefined || (await findKeyIds(config)).length < 2) return
  const changedAt = await keyChangedAt(config.dataDir)
  if (!changedAt || now.getTime() - changedAt.getTime() < FORMER_MS) return
  const actor: Actor = { kind: 'system', id: 'upkeep' }
  const { callbacks, messages, viewing, reminders, pins, providers, channels } = await resealAll(
    database,
    config,
    {
      actor,
      now,
      progress: () => {},
    },
  )
  const all = [callbacks, messages, viewing, reminders, pins, providers, channels]
  const found = all.reduce((sum, { resealed }) => sum + resealed, 0)
  // Another process still seals with it; the next run tries again.
  if (found === 0) await dropFormerKeys(config.dataDir)
}
