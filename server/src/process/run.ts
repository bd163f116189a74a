// The process: what a person sees at the start, signals, exit codes. Started by main.ts or `walkaround serve`; the service
// itself is serve.ts.
import { loadConfig } from '../config/config.ts'
import { makeLogger } from './log.ts'
import { type Composition, serve } from './serve.ts'
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
    const service = await serve({ ...composition, config, logger, onProgress: progress.show })
    progress.end()

    let askedAt: number | undefined
    const stop = (signal: NodeJS.Signals) => {
      // A second signal ends the process at once; but Ctrl+C under npm arrives twice in a moment.
      if (askedAt !== undefined) {
        if (performance.now() - askedAt > REPEATED_MS) process.exit(1)
        return
      }
      askedAt = performance.now()
      logger.info(`${signal}: finishing what is in flight`)
      service.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    process.on('SIGHUP', () => {
      service.reloadCertificate().then(
        () => logger.info('the certificate was loaded again'),
        (error: Error) => logger.error(`the certificate was not loaded: ${error.message}`),
      )
    })
    // Last, because somebody who reads that it is up may stop it at once.
    printWelcome(service, config)
  } catch (error) {
    progress.end()
    console.error(describeFailure(error))
    process.exit(1)
  }
}
