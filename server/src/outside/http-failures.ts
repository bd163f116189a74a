// Why a request did not get an answer, in words for whoever reads a log of deliveries. Pure.

/** Refused by our own rules; the message is fit to be shown. */
export class Refused extends Error {
  override name = 'Refused'
}

const words: Record<string, string> = {
  ENOTFOUND: 'the name of the host is unknown',
  EAI_AGAIN: 'the name of the host could not be resolved: name resolution does not work',
  ECONNREFUSED: 'the connection was refused: nothing listens there',
  ECONNRESET: 'the connection was closed without an answer',
  EPIPE: 'the connection was closed without an answer',
  ETIMEDOUT: 'no connection came about in time',
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
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too long',
  EPROTO: 'TLS could not be agreed on: does that port speak https?',
}

/** The setting that names a private authority; where there is none, an empty text. */
export function failureInWords(
  error: unknown,
  isOutOfTime: boolean,
  timeoutMs: number,
  setting = 'WALKAROUND_CALLBACK_CA',
): string {
  if (error instanceof Refused) return error.message
  if (isOutOfTime) return `no answer within ${timeoutMs / 1000} s`
  const { code = '', errors } = error as NodeJS.ErrnoException & { errors?: unknown[] }
  const [first] = errors ?? []
  // Of several addresses each had its own failure; the first stands for them.
  if (first !== undefined) return failureInWords(first, false, timeoutMs, setting)
  if (code.startsWith('ERR_SSL')) return words.EPROTO as string
  if (code.startsWith('HPE_')) return words[code] ?? 'the answer is not HTTP'
  // Messages of Node may carry what was sent; codes do not.
  const found = words[code] ?? `the connection failed${code === '' ? '' : ` (${code})`}`
  return setting === '' ? found.replace(/(?:;|, or) \{setting\}.*$/, '') : found.replace('{setting}', setting)
}

/** Which of the three it is: nobody there, nobody who answers, nobody to be trusted. */
export function failureCode(error: unknown, isOutOfTime: boolean): 'notReached' | 'noAnswer' | 'notTrusted' {
  if (isOutOfTime) return 'noAnswer'
  const { code = '', errors } = error as NodeJS.ErrnoException & { errors?: unknown[] }
  const [first] = errors ?? []
  if (first !== undefined) return failureCode(first, false)
  if (code === 'ETIMEDOUT') return 'noAnswer'
  return /CERT|^UNABLE_TO|^ERR_SSL|^EPROTO$/.test(code) ? 'notTrusted' : 'notReached'
}
