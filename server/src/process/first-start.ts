// The demo and the backup of the first start, begun on its pages. For a restore nobody else may use the database, so the service checks the
// whole file while it serves, then stops, restores, and starts again on the same port; meanwhile a page says how far it is.
import { timingSafeEqual } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SetUpProgress, SetUpState, SetUpWork } from '@walkaround/contract/set-up-page.ts'
import type { Config } from '../config/config.ts'
import { openLock } from '../db/backup-cipher.ts'
import { BackupError, readBackup } from '../db/backup-format.ts'
import { assertAlone, restoreBackup } from '../db/restore.ts'
import { hashToken } from '../features/owner-links/token.ts'
import type { CertificateChoice, FirstStart, RestoreWish } from '../features/set-up/first-start.ts'
import { toSecret } from '../features/set-up/take-upload.ts'
import { waitingServer } from '../http/waiting-pages.ts'
import type { Certificate } from '../outside/certificates.ts'
import { SecretBoxError } from '../outside/secret-key.ts'
import type { DemoAccess } from './demo.ts'
import { openDatabase } from './open-database.ts'
import { openStore, toBackupStore } from './open-media.ts'
import { createKeyFinder } from './restore-key.ts'

/** Work of the first start, as those see it who began it. */
export interface FirstWork {
  tokenHash: Buffer
  state: SetUpState
}

interface FirstStartOptions {
  config: Pick<Config, 'dataDir' | 'secretKey'>
  isDemoHidden: boolean
  certificate?: CertificateChoice | undefined
  /** What was done before this service started. */
  before?: FirstWork | undefined
  makeDemo: (onProgress: (progress: SetUpProgress) => void) => Promise<DemoAccess | undefined>
  /** Stops the service, restores and starts it again; undefined if whoever started it cannot. */
  onRestore: ((tokenHash: Buffer, wish: RestoreWish) => void) | undefined
}

const uploadsOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'set-up')

/** What a process that was killed left behind. */
export const removeUploads = (config: Pick<Config, 'dataDir'>): Promise<void> =>
  rm(uploadsOf(config), { recursive: true, force: true })

export function createFirstStart(options: FirstStartOptions): FirstStart {
  let work = options.before
  const begin = (token: string, kind: SetUpWork, run: (hash: Buffer) => Promise<SetUpState | undefined>) => {
    if (work?.state.state === 'working') return false
    const tokenHash = hashToken(token)
    work = {
      tokenHash,
      state: { state: 'working', kind, ...(kind === 'restore' ? { progress: { step: 'check' } } : {}) },
    }
    run(tokenHash).then(
      (state) => {
        if (state) work = { tokenHash, state }
      },
      (error: unknown) => {
        work = { tokenHash, state: failed(kind, error, options.isDemoHidden) }
      },
    )
    return true
  }
  return {
    isDemoHidden: options.isDemoHidden,
    certificate: options.certificate,
    uploads: uploadsOf(options.config),
    find: (token) => (work && timingSafeEqual(work.tokenHash, hashToken(token)) ? work.state : undefined),
    makeDemo: (token) =>
      begin(token, 'demo', async () => {
        const access = await options.makeDemo((progress) => {
          if (work) work = { ...work, state: { state: 'working', kind: 'demo', progress } }
        })
        return access ? { state: 'demoDone', key: access.key, logins: access.logins } : { state: 'over' }
      }),
    restore: (token, wish) =>
      begin(token, 'restore', async (tokenHash) => {
        try {
          await checkBackup(options.config, wish)
        } catch (error) {
          await rm(wish.file, { force: true })
          throw inOwnWords(error, wish)
        }
        options.onRestore?.(tokenHash, wish)
        return undefined
      }),
  }
}

/** Reads all of it: a damaged file is refused while the service still runs. */
async function checkBackup(config: FirstStartOptions['config'], wish: RestoreWish): Promise<void> {
  const key = keyFinder(config, wish)
  const lock = await openLock(wish.file, async (kind) => toSecret(kind, wish.secret))
  await readBackup(wish.file, { header: async (header) => void (await key.find(header)) }, lock)
}

const keyFinder = (config: FirstStartOptions['config'], { key, isWithoutKey }: RestoreWish) =>
  createKeyFinder(config, {
    given: key === undefined ? undefined : { text: key, where: 'the given key' },
    isWithoutKey,
  })

/** A file of the service says nothing to a person who has named another. */
function inOwnWords(error: unknown, { file, fileName }: RestoreWish): unknown {
  if (!(error instanceof BackupError)) return error
  return new BackupError(error.message.replaceAll(file, fileName).replaceAll(basename(file), fileName))
}

function failed(kind: SetUpWork, error: unknown, isDemoHidden: boolean): SetUpState {
  const isKnown = error instanceof BackupError || error instanceof SecretBoxError
  const words = isKnown ? error.message : `${(error as Error).name}: ${(error as Error).message}`
  return { state: 'choose', others: { isDemoHidden }, failure: { kind, words } }
}

interface RestoreOptions {
  config: Config
  port: number
  certificate: Certificate | undefined
  tokenHash: Buffer
  wish: RestoreWish
  isDemoHidden: boolean
}

/** While no service runs in this process. */
export async function restoreUploaded(options: RestoreOptions): Promise<FirstWork> {
  const { config, port, certificate, tokenHash, wish } = options
  let progress: SetUpProgress | undefined
  const waiting = await waitingServer({
    host: config.host,
    port,
    tls: certificate,
    state: (token) =>
      timingSafeEqual(tokenHash, hashToken(token))
        ? { state: 'working', kind: 'restore', progress }
        : undefined,
  })
  try {
    const state = await restore(config, wish, (now) => {
      progress = now
    })
    return { tokenHash, state }
  } catch (error) {
    return { tokenHash, state: failed('restore', inOwnWords(error, wish), options.isDemoHidden) }
  } finally {
    await waiting.close()
    await rm(wish.file, { force: true })
  }
}

async function restore(
  config: Config,
  wish: RestoreWish,
  onProgress: (progress: SetUpProgress) => void,
): Promise<SetUpState> {
  const opened = await openDatabase({ ...config, databasePool: 2 }, { purpose: 'walkaround restore' })
  const stored = openStore(config)
  try {
    await assertAlone(opened.database)
    const key = keyFinder(config, wish)
    const {
      rows,
      createdAt,
      stored: files,
    } = await restoreBackup({
      database: opened.database,
      dataDir: config.dataDir,
      file: wish.file,
      store: toBackupStore(stored),
      // Nobody has worked here yet: there are only the templates and packages that come with the service.
      replace: true,
      keepsOwnCertificate: true,
      secret: async (kind) => toSecret(kind, wish.secret),
      keyFor: key.find,
      onProgress,
    })
    return {
      state: 'restored',
      rows,
      createdAt,
      files: files.restored,
      missing: files.missing,
      isKeyMissing: key.isMissing(),
    }
  } finally {
    await stored.close()
    await opened.close()
  }
}
