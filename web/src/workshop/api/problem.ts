// What can go wrong between the app and the service, in the two kinds that matter: try later, or show it to the person.
import { problemKindOf } from '@walkaround/contract/problem-kinds.ts'
import type { ProblemKind } from '@walkaround/contract/problems.ts'

/** The service could not be reached or could not answer: the same request may succeed later. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  readonly retryAfterSeconds: number | undefined
  constructor(why: string, retryAfterSeconds?: number) {
    super(why)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The service refused. The same request will be refused again. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  /** From the error catalogue; the kind is undefined if only a newer service knows it. */
  readonly code: number
  readonly kind: ProblemKind | undefined
  readonly info: string
  readonly retryAfterSeconds: number | undefined
  constructor(
    status: number,
    body: { errorCode?: number; error?: string; errorInfo?: string },
    retryAfter?: number,
  ) {
    super(body.error ?? `HTTP ${status}`)
    this.status = status
    this.code = body.errorCode ?? status
    this.kind = problemKindOf(body.errorCode)
    this.info = body.errorInfo ?? ''
    this.retryAfterSeconds = retryAfter
  }
}

/** Nobody is signed in. Everything stays on the device until somebody signs in. */
export class SignedOut extends Error {
  override name: string = 'SignedOut'
}

/** The login is disabled: only unsent work may stay on the device. */
export class LoginDisabled extends SignedOut {
  override name = 'LoginDisabled'
}
