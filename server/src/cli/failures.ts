// What can fail on the command line, and the exit code of each failure.
import { isDiskFull, isUnavailable } from '../db/errors.ts'
import { Problem, problem } from '../problems.ts'

export const exitCodes = { ok: 0, refused: 1, misuse: 2, unreachable: 3, interrupted: 130 } as const

/** Commands whose result is shown in full although they failed: scripts look only at the exit code. */
// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
const hasFailed: Record<string, (result: any) => boolean> = {
  // A callback that still waits in the queue of the running service has not failed yet.
  'callback test': ({ state, failure }) => state === 'givenUp' || (state === 'waiting' && Boolean(failure)),
}

export const exitCodeOf = (name: string, result: unknown): number =>
  hasFailed[name]?.(result) ? exitCodes.refused : exitCodes.ok

/** The command line was used wrongly; `hint` names the help to read. */
export class Misuse extends Error {
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.name = 'Misuse'
    this.hint = hint
  }
}

/** Neither the database nor a running service could be reached. */
export class Unreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unreachable'
  }
}

export interface Failure {
  exitCode: number
  body: { errorCode: number; error: string; errorInfo: string }
  hint?: string | undefined
  /** For unexpected errors: the place in the code helps the reader of a report. */
  stack?: string | undefined
}

// Settings, versions and permissions: for the operator, with their own message.
const operatorErrors = new Set([
  'ConfigError',
  'LockedError',
  'SchemaTooNew',
  'MigrationWaits',
  'CertificateError',
  'PoolerError',
])

export function toFailure(error: unknown): Failure {
  if (error instanceof Problem) return { exitCode: exitCodes.refused, body: error.toBody() }
  if (error instanceof Misuse) {
    return {
      exitCode: exitCodes.misuse,
      body: problem('invalidArgument', error.message).toBody(),
      hint: error.hint,
    }
  }
  const { name, message, stack, body } = error as Error & { body?: Failure['body'] }
  if (name === 'RefusedByService' && body) return { exitCode: exitCodes.refused, body }
  if (name === 'ConfigError') {
    return { exitCode: exitCodes.misuse, body: problem('invalidArgument', message).toBody() }
  }
  if (error instanceof Unreachable || isUnavailable(error) || isDiskFull(error) || operatorErrors.has(name)) {
    return { exitCode: exitCodes.unreachable, body: problem('unavailable', message).toBody() }
  }
  return { exitCode: exitCodes.refused, body: problem('internal', message).toBody(), stack }
}
