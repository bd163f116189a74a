// Addresses that somebody types in. Each function returns the address, or throws the reason why it cannot be used. Pure.

/** The host is the machine that the service runs on: between the two nobody listens. */
export const isThisMachine = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

export function toUrl(given: string): URL {
  if (!URL.canParse(given)) throw new Error('it is not an absolute address')
  return new URL(given)
}

/** Keys and personal data may be sent there. */
export function toSafeUrl(given: string): URL {
  const url = toUrl(given)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine(url.hostname)))
    throw new Error(`it starts with ${url.protocol}`)
  if (url.username || url.password) throw new Error('it has a user or a password')
  if (url.hash) throw new Error('it has a fragment')
  return url
}
