// The part of doctor that looks at what a backup made today would give away.
import type { Config } from './config.ts'
import { whyNotPublic } from './outside/public-address.ts'
import { findKeyIds, keyFile } from './outside/secret-key.ts'

export interface BackupFinding {
  state: 'ok' | 'warn'
  text: string
  next?: string
}

/** The address of this machine for itself: nobody else reaches the service, and it is likely a trial. */
const isHere = (host: string) => host === 'localhost' || whyNotPublic(host) === 'loopback'

export async function examineBackups(
  config: Pick<Config, 'backup' | 'secretKey' | 'dataDir' | 'host' | 'proxy'>,
): Promise<BackupFinding> {
  const { backup, secretKey, dataDir, host } = config
  if (backup.passphrase !== undefined || backup.key !== undefined) {
    return {
      state: 'ok',
      text: `encrypted with the ${backup.key === undefined ? 'passphrase' : 'key'} of the settings`,
    }
  }
  if (secretKey !== undefined)
    return { state: 'ok', text: "not encrypted, and without the installation's key" }
  if (isHere(host) && config.proxy === undefined)
    return { state: 'ok', text: 'encrypted where the command says so' }
  // Whoever cannot read it is told by the check that needs it.
  const ids = await findKeyIds(config).catch(() => [])
  if (ids.length === 0) return { state: 'ok', text: 'encrypted where the command says so' }
  return {
    state: 'warn',
    text: `not encrypted unless the command says so, and they hold ${keyFile(dataDir)}, which opens owners' links and keys of callbacks`,
    next: 'set WALKAROUND_BACKUP_PASSPHRASE_FILE, or make them with --without-key and keep that file elsewhere',
  }
}
