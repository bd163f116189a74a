// Makes the database ready for this version: migrations, delivered templates and packages, the demo if wanted. When
// PostgreSQL is unreachable, the service starts anyway, replies 503, and this continues once the database is reachable.
import type { SetUpProgress } from '@walkaround/contract/set-up-page.ts'
import type { Logger } from 'pino'
import { baseUrlOf, type Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { isDiskFull, isUnavailable } from '../db/errors.ts'
import { migrate } from '../db/migrate.ts'
import { examineSchema } from '../db/schema-state.ts'
import { loadDefaultPackages } from '../features/assignment/default-packages.ts'
import type { Media } from '../features/media/media.ts'
import { loadDefaultTemplates } from '../features/templates/default-templates.ts'
import { progressInEnglish } from '../http/progress-words.ts'
import { SecretBoxError } from '../outside/secret-box.ts'
import { assertDemoMayBeSeen, type Demo, type DemoAccess } from './demo.ts'
import type { OpenedCallbacks } from './open-callbacks.ts'
import { planCleaningOfAll } from './upkeep.ts'

const LOOK_AGAIN_MS = 2_000

interface PrepareOptions {
  config: Config
  logger: Logger
  demo: Demo
  database: Database
  media: Media
  callbacks: OpenedCallbacks
  onProgress: (text: string) => void
  /** Called if the database became reachable late and cannot be prepared. */
  onFailure: () => void
}

export interface Preparation {
  isPrepared(): boolean
  isDemo(): boolean
  /** Keys and passwords of the demo, only at the start that made it. */
  demoAccess(): DemoAccess | undefined
  /** When somebody asks for it on the pages of the first start; undefined if it is there already. */
  makeDemo(onProgress: (progress: SetUpProgress) => void): Promise<DemoAccess | undefined>
  stop(): void
}

export async function startPreparing(options: PrepareOptions): Promise<Preparation> {
  const { logger, onProgress, onFailure } = options
  let done: { isDemo: boolean; access?: DemoAccess } | undefined
  let retry: NodeJS.Timeout | undefined
  const tryOnce = async () => {
    try {
      done = await prepare(options)
    } catch (error) {
      const isFull = isDiskFull(error)
      if (!isFull && !isUnavailable(error)) throw error
      onProgress(`the database ${isFull ? 'has no room on its disk' : 'cannot be reached'}; waiting for it`)
      retry = setTimeout(() => {
        tryOnce().catch((failure: unknown) => {
          const { name, message } = failure as Error
          logger.fatal({ failure: { name, message } }, 'the database cannot be prepared')
          onFailure()
        })
      }, LOOK_AGAIN_MS)
    }
  }
  await tryOnce()
  return {
    isPrepared: () => done !== undefined,
    isDemo: () => done?.isDemo ?? false,
    demoAccess: () => done?.access,
    async makeDemo(onProgress) {
      done = await ensureDemo(options, { wanted: true, isNewEmbedded: false }, onProgress)
      return done.access
    },
    stop: () => clearTimeout(retry),
  }
}

async function prepare(options: PrepareOptions): Promise<{ isDemo: boolean; access?: DemoAccess }> {
  const { config, database, onProgress } = options
  const applied = await migrate(database, { onProgress: (name) => onProgress(`schema: ${name}`) })
  // What a newer version delivered stays: an older process that starts beside it would take it back.
  if (!(await examineSchema(database)).isOlder) {
    await loadDefaultTemplates(database)
    await loadDefaultPackages(database)
  }
  const isNewEmbedded = applied.includes('0001_access.sql') && database.engine === 'embedded'
  // Checked before the demo is made: its keys are shown only once, and a failed start shows none.
  if (isNewEmbedded && config.demo === undefined) assertDemoMayBeSeen(config)
  return ensureDemo(options, { wanted: config.demo, isNewEmbedded }, (progress) =>
    onProgress(progressInEnglish(progress)),
  )
}

async function ensureDemo(
  options: PrepareOptions,
  wish: { wanted: boolean | undefined; isNewEmbedded: boolean },
  onProgress: (progress: SetUpProgress) => void,
): Promise<{ isDemo: boolean; access?: DemoAccess }> {
  const { config, demo, database, media } = options
  const made = await demo.ensure(database, {
    ...wish,
    media: async () => media,
    post: { box: options.callbacks.box, baseUrl: linkBaseOf(config) },
    onProgress,
  })
  if (made.isDemo) {
    assertDemoMayBeSeen(config)
    await openDemoReceiver(options, made.access !== undefined)
  }
  if (made.access) await demo.writePasswords(config.dataDir, made.access)
  await planCleaningOfAll(database, new Date())
  return made
}

/** Where the links in messages of the demo lead. */
const linkBaseOf = (config: Config): string =>
  config.localHttpPort > 0 ? `http://localhost:${config.localHttpPort}` : baseUrlOf(config)

/** A demo whose key cannot be sealed still starts: doctor and the log say what is wrong. */
async function openDemoReceiver(
  { demo, database, callbacks, config, logger }: PrepareOptions,
  isNew: boolean,
): Promise<void> {
  await callbacks.openDemo()
  await demo
    .addReceiver(database, callbacks, { now: new Date(), isNew, baseUrl: linkBaseOf(config) })
    .catch((error: unknown) => {
      if (!(error instanceof SecretBoxError)) throw error
      logger.warn(`the demo gets no receiver of callbacks: ${error.message}`)
    })
}
