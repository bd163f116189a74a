// Why a request got no reply, in words for people who read a delivery log. Pure.

/** Refused by our own rules; the message may be shown. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The caller's time limit has passed. */
export class OutOfTime extends Error {
  override name = 'OutOfTime'
}

const words: Record<string, string> = {
  ENOTFOUND: 'the name of the host is unknown',
  EAI_AGAIN: 'the name of the host could not be resolved: name resolution does not work',
  ECONNREFUSED: 'the connection was refused: nothing is listening there',
  ECONNRESET: 'the connection was closed without a reply',
  EPIPE: 'the connection was closed without a reply',
  ETIMEDOUT: 'no connection could be made in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed; {setting} can name an authority to trust',
  SELF_SIGNED_CERT_IN_CHAIN: 'the authority of the certificate is not trusted; {setting} can name it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate cannot be verified: its intermediates are missing, or {setting} must name its authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority of the certificate is not trusted; {setting} can name it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  HPE_HEADER_OVERFLOW: 'the headers of the reply are too long',
  EPROTO: 'TLS could not be negotiated: does that port speak https?',
}

/** `setting` names the private authority in the message; empty if there is none. */
export function failureInWords(
  error: unknown,
  timeoutMs: number,
  setting = 'WALKAROUND_CALLBACK_CA',
): string {
  if (error instanceof Refused) return error.message
  if (error instanceof OutOfTime) return `no answer within ${timeoutMs / 1000} s`
  const code = codeOf(error)
  if (code.startsWith('ERR_SSL')) return words.EPROTO as string
  if (code.startsWith('HPE_')) return words[code] ?? 'the answer is not HTTP'
  // Error messages of Node may contain what was sent; codes do not.
  const found = words[code] ?? `the connection failed${code === '' ? '' : ` (${code})`}`
  return setting === '' ? found.replace(/(?:;|, or) \{setting\}.*$/, '') : found.replace('{setting}', setting)
}

/** Which of three failures it is: cannot be reached, does not reply, cannot be trusted. */
export function failureCode(error: unknown): 'notReached' | 'noAnswer' | 'notTrusted' {
  const code = codeOf(error)
  if (error instanceof OutOfTime || code === 'ETIMEDOUT') return 'noAnswer'
  return /CERT|^UNABLE_TO|^ERR_SSL|^EPROTO$/.test(code) ? 'notTrusted' : 'notReached'
}

/** Whether either side closed the connection. */
export const isClosed = (error: unknown) => /^(?:ECONNRESET|EPIPE)$/.test(codeOf(error))

/** If several addresses failed, the first failure is reported. */
export function codeOf(error: unknown): string {
  const { code = '', errors } = error as NodeJS.ErrnoException & { errors?: unknown[] }
  return errors?.[0] === undefined ? code : codeOf(errors[0])
}
