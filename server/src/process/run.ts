// The process: what a person sees at the start, signals, exit codes. Started by main.ts or `walkaround serve`; the service
// itself is serve.ts.
import { loadConfig } from '../config/config.ts'
import type { RestoreWish } from '../features/set-up/first-start.ts'
import { mayShowDemo } from './demo.ts'
import { type FirstWork, removeUploads, restoreUploaded } from './first-start.ts'
import { makeLogger } from './log.ts'
import { type Composition, type Service, serve } from './serve.ts'
import { describeFailure, printWelcome, startProgress } from './welcome.ts'

const REPEATED_MS = 1000

export async function run(composition: Composition): Promise<void> {
  // What the service makes is for its user alone, whatever library makes it.
  process.umask(0o077)
  const progress = startProgress()
  try {
    const config = loadConfig()
    for (const warning of config.warnings) console.error(`warning: ${warning}`)
    const logger = makeLogger(config.logLevel)
    let service: Service | undefined
    const start = async (firstWork?: FirstWork, port = config.port): Promise<Service> => {
      const given = { ...composition, config: { ...config, port }, logger, onProgress: progress.show }
      service = await serve({ ...given, firstWork, onRestore })
      return service
    }
    let askedAt: number | undefined
    /** The only way to a database that nobody else uses: the service ends in this process and starts again, on the same port. */
    const onRestore = (tokenHash: Buffer, wish: RestoreWish) => {
      restart(tokenHash, wish).catch((error: unknown) => {
        console.error(describeFailure(error))
        process.exit(1)
      })
    }
    const restart = async (tokenHash: Buffer, wish: RestoreWish) => {
      const former = service
      if (!former || askedAt !== undefined) return
      service = undefined
      logger.info('stopping for a restore')
      await former.stop()
      const { port, certificate } = former
      const isDemoHidden = !mayShowDemo(config)
      const work = await restoreUploaded({ config, port, certificate, tokenHash, wish, isDemoHidden })
      if (askedAt !== undefined) return
      await start(work, port)
      logger.info(work.state.state === 'restored' ? 'a backup was restored' : 'the backup was not restored')
    }

    const first = await start()
    await removeUploads(config)
    progress.end()

    const stop = (signal: NodeJS.Signals) => {
      // A second signal ends the process at once; but Ctrl+C under npm arrives twice in a moment.
      if (askedAt !== undefined) {
        if (performance.now() - askedAt > REPEATED_MS) process.exit(1)
        return
      }
      askedAt = performance.now()
      logger.info(`${signal}: finishing what is in flight`)
      // A restore is one transaction: broken off, it has changed nothing.
      if (!service) process.exit(0)
      service.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    process.on('SIGHUP', () => {
      service?.reloadCertificate().then(
        () => logger.info('the certificate was loaded again'),
        (error: Error) => logger.error(`the certificate was not loaded: ${error.message}`),
      )
    })
    // Last, because somebody who reads that it is up may stop it at once.
    printWelcome(first, config)
  } catch (error) {
    progress.end()
    console.error(describeFailure(error))
    process.exit(1)
  }
}
