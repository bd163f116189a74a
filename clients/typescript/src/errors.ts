// What a call throws: a refusal in the words of the service, or that no reply came.
import type { ApiError } from './interface.generated.ts'

/** A reply with a status of 400 or more. Decide by `errorCode`, show `errorInfo` to people. */
export class WalkaroundError extends Error implements ApiError {
  override readonly name = 'WalkaroundError'
  /** Which operation was refused, such as `putServiceOrder`. */
  readonly operation: string
  readonly status: number
  /** Of the catalogue; 0 if the reply is not one of the service, but of something in between. */
  readonly errorCode: number
  readonly error: string
  /** Names the field, the value and the rule. */
  readonly errorInfo: string
  /** Tell it to the operator, who finds the request by it. */
  readonly requestId: string | undefined
  /** When the service wants to be asked again, in seconds. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    refusal: ApiError & {
      operation: string
      status: number
      requestId?: string | undefined
      retryAfterSeconds?: number | undefined
    },
  ) {
    const { operation, status, errorCode, error, errorInfo } = refusal
    super(`${operation}: ${status}, ${errorCode} ${error}: ${errorInfo}`)
    this.operation = operation
    this.status = status
    this.errorCode = errorCode
    this.error = error
    this.errorInfo = errorInfo
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}

/** No reply came, or it broke off. A write may or may not have been carried out. The `cause` has what went wrong. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError'
  readonly operation: string
  readonly isTimeout: boolean
  /** The certificate of the service is not trusted here: sending again does not help. */
  readonly isUntrusted: boolean

  constructor(operation: string, cause: unknown, timeoutMs?: number) {
    const code = codeOf(cause)
    const isUntrusted = code !== undefined && untrusted.test(code)
    const why =
      timeoutMs === undefined ? (code ?? String(cause)) : `nothing came within ${timeoutMs / 1000} seconds`
    super(`${operation}: no reply, ${why}${isUntrusted ? HINT : ''}`, { cause })
    this.operation = operation
    this.isTimeout = timeoutMs !== undefined
    this.isUntrusted = isUntrusted
  }
}

const untrusted = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_|ERR_TLS_CERT/
const HINT =
  '. Its certificate is not trusted here: get the file from the operator or from /ca.crt, compare its SHA-256, and start Node ' +
  'with NODE_EXTRA_CA_CERTS=walkaround-ca.crt. Do not switch the check off'

/** `fetch` hides the reason in a chain of causes. */
function codeOf(error: unknown): string | undefined {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    const { code } = one as { code?: unknown }
    if (typeof code === 'string') return code
  }
  return undefined
}
