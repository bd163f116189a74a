// Decides before a restore which key the rows need, and whether the installation will have it.
import type { Config } from '../config/config.ts'
import { BackupError, type BackupHeader } from '../db/backup-format.ts'
import { findKeyIds, idsOf, keyFile, toRing } from '../outside/secret-key.ts'

export const LOST =
  'Lost without it: the API keys and secrets of callbacks (set them again: walkaround callback set), waiting callbacks, ' +
  'the bodies of callbacks sent so far, messages with a link that have not gone out (send them again), and the QR codes of ' +
  'forms printed from now on, until a new link is sent. Links that owners already have keep working.'

interface KeyOptions {
  /** A key that somebody gave, and where it came from. */
  given: { text: string; where: string } | undefined
  isWithoutKey: boolean
}

const covers = (ids: readonly string[], needed: readonly string[]) => needed.every((id) => ids.includes(id))

export function createKeyFinder(
  config: Pick<Config, 'dataDir' | 'secretKey'>,
  { given, isWithoutKey }: KeyOptions,
) {
  let isMissing = false
  const givenIds = given === undefined ? [] : idsOf(toRing(given.text, given.where))
  async function find({ key }: BackupHeader): Promise<string | undefined> {
    if (given !== undefined) {
      if (key && !covers(givenIds, key.ids)) {
        throw new BackupError(
          `${given.where} is not the key of the installation that made this backup. Nothing was changed`,
        )
      }
      return `${given.text}\n`
    }
    if (!key || key.ids.length === 0) return undefined
    if (config.secretKey === undefined && key.place === 'backup') return undefined
    if (covers(await findKeyIds(config), key.ids)) return undefined
    if (isWithoutKey) {
      isMissing = true
      return undefined
    }
    throw new BackupError(
      (config.secretKey === undefined
        ? `the backup was made without the installation's key, and ${keyFile(config.dataDir)} is missing or holds another key. ` +
          'Give it with --installation-key-file, or set WALKAROUND_SECRET_KEY.'
        : 'the rows of the backup were sealed with a key other than WALKAROUND_SECRET_KEY. Set WALKAROUND_SECRET_KEY to that key.') +
        ` Nothing was changed. --without-key continues without it.\n${LOST}`,
    )
  }
  return { find, isMissing: () => isMissing }
}
