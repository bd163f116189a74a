// What can go wrong on the command line, and the exit code each gives.
import { isUnavailable } from '../db/errors.ts'
import { Problem, problem } from '../problems.ts'

export const exitCodes = { ok: 0, refused: 1, misuse: 2, unreachable: 3, interrupted: 130 } as const

/** What is told in full and yet did not work: scripts look at the exit code alone. */
// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
const hasFailed: Record<string, (result: any) => boolean> = {
  // One that is still in the queue, for the running service to send, has not failed yet.
  'callback test': ({ state, failure }) => state === 'givenUp' || (state === 'waiting' && Boolean(failure)),
}

export const exitCodeOf = (name: string, result: unknown): number =>
  hasFailed[name]?.(result) ? exitCodes.refused : exitCodes.ok

/** The command line itself was used wrongly; `hint` names the help that says how. */
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
  /** Nobody foresaw it: the place in the code helps whoever reads the report. */
  stack?: string | undefined
}

// Settings, versions and rights: for whoever runs the service, and with a message of their own.
const operatorErrors = new Set(['ConfigError', 'LockedError', 'SchemaTooNew', 'CertificateError'])

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
  if (error instanceof Unreachable || isUnavailable(error) || operatorErrors.has(name)) {
    return { exitCode: exitCodes.unreachable, body: problem('unavailable', message).toBody() }
  }
  return { exitCode: exitCodes.refused, body: problem('internal', message).toBody(), stack }
}
