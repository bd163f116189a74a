// The process: what a person sees at the start, signals, exit codes. Started by main.ts or `walkaround serve`; the service
// itself is serve.ts.
import { loadConfig } from './config.ts'
import { makeLogger } from './log.ts'
import { serve } from './serve.ts'
import { describeFailure, printWelcome, startProgress } from './welcome.ts'

const REPEATED_MS = 1000

export async function main(): Promise<void> {
  // What the service makes is for its user alone, whatever library makes it.
  process.umask(0o077)
  const progress = startProgress()
  try {
    const config = loadConfig()
    for (const warning of config.warnings) console.error(`warning: ${warning}`)
    const logger = makeLogger(config.logLevel)
    const service = await serve({ config, logger, onProgress: progress.show })
    progress.end()

    let askedAt: number | undefined
    const stop = (signal: NodeJS.Signals) => {
      // Asked again, the patience is over; but Ctrl+C under npm arrives twice at once.
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
    // Last: who reads that it is up may stop it at once.
    printWelcome(service, config)
  } catch (error) {
    progress.end()
    console.error(describeFailure(error))
    process.exit(1)
  }
}
