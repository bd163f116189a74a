// What can go wrong between the app and the service, in the two kinds that matter: try later, or tell the person.

/** The service could not be asked, or could not answer: the same request may succeed later. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  readonly retryAfterSeconds: number | undefined
  constructor(why: string, retryAfterSeconds?: number) {
    super(why)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The service answered no. The same request will be refused again. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  /** Of the error catalogue. */
  readonly code: number
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
    this.info = body.errorInfo ?? ''
    this.retryAfterSeconds = retryAfter
  }
}

/** Nobody is signed in any more. Everything stays on the device until somebody is. */
export class SignedOut extends Error {
  override name: string = 'SignedOut'
}

/** … and this person will not be again: nothing but what is unsent may stay. */
export class LoginDisabled extends SignedOut {
  override name = 'LoginDisabled'
}
