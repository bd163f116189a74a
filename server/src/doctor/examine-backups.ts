// The part of doctor that checks what a backup made today would reveal.
import type { Config } from '../config/config.ts'
import { whyNotPublic } from '../outside/public-address.ts'
import { findKeyIds, keyFile } from '../outside/secret-key.ts'

interface BackupFinding {
  state: 'ok' | 'warn'
  text: string
  next?: string
}

/** The loopback address of this machine: nobody else can reach the service, so it is probably a trial. */
const isHere = (host: string) => host === 'localhost' || whyNotPublic(host) === 'loopback'

export async function examineBackups(
  config: Pick<Config, 'backup' | 'secretKey' | 'dataDir' | 'host' | 'proxy'>,
): Promise<BackupFinding> {
  const { backup, secretKey, dataDir, host } = config
  if (backup.passphrase !== undefined || backup.key !== undefined) {
    return {
      state: 'ok',
      text: `encrypted with the ${backup.key === undefined ? 'passphrase' : 'key'} from the settings`,
    }
  }
  if (secretKey !== undefined)
    return { state: 'ok', text: "not encrypted, and without the installation's key" }
  if (isHere(host) && config.proxy === undefined)
    return { state: 'ok', text: 'encrypted when the command asks for it' }
  // If the file cannot be read, the check that needs it reports that.
  const ids = await findKeyIds(config).catch(() => [])
  if (ids.length === 0) return { state: 'ok', text: 'encrypted when the command asks for it' }
  return {
    state: 'warn',
    text: `not encrypted unless the command asks for it, and they hold ${keyFile(dataDir)}, which opens owners' links and keys of callbacks`,
    next: 'set WALKAROUND_BACKUP_PASSPHRASE_FILE, or make them with --without-key and keep that file elsewhere',
  }
}
