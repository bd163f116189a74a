// The address a request comes from: the other end of the socket, or the address a trusted proxy names. Nobody else is believed.
import { type BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { networksOf } from '../lib/networks.ts'

export const isIn = (networks: BlockList, address: string): boolean =>
  networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** One household or workshop: a customer gets an IPv6 network of 64 bits and may use any address in it. */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const end = tail === '' ? 0 : tail.split(':').length
    while (groups.length < 8 - end) groups.push('0')
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

export type AddressReader = (request: FastifyRequest) => string

/** An address as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]:4711`. Undefined for anything else. */
function readNamed(text: string): string | undefined {
  const [, bracketed, plain = text] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  const address = bracketed ?? plain
  return isIP(address) === 0 ? undefined : address
}

/** The addresses a chain of proxies names, the nearest last; undefined for one that is hidden or cannot be read. */
type Named = (string | undefined)[]

function readForwardedFor(header: string): Named {
  return header.split(',').map((text) => readNamed(text.trim()))
}

/** RFC 7239: `for=192.0.2.1;proto=https, for="[2001:db8::1]:4711"`. */
function readForwarded(header: string): Named {
  return header.split(',').map((element) => {
    const pair = element.split(';').find((part) => /^\s*for\s*=/i.test(part))
    const value = pair?.slice(pair.indexOf('=') + 1).trim()
    return value === undefined ? undefined : readNamed(value.replace(/^"(.*)"$/, '$1'))
  })
}

/** The nearest address that is not our proxy. Anything before it, or before an unreadable one, could be forged. */
function nearestCaller(named: Named, trusted: BlockList, socket: string): string {
  let nearest = socket
  for (const address of named.toReversed()) {
    if (address === undefined) break
    nearest = address
    if (!isIn(trusted, address)) break
  }
  return nearest
}

/**
 * Behind proxies: the caller they name in X-Forwarded-For or Forwarded. A proxy writes one of the two and may pass the other on
 * unchanged; so if both are present and differ, neither is believed.
 */
export function addressReader(proxies: readonly string[] = []): AddressReader {
  const trusted = networksOf(proxies)
  return (request) => {
    const socket = request.raw.socket.remoteAddress ?? ''
    if (!isIn(trusted, socket)) return toNetwork(socket)
    const { 'x-forwarded-for': list, forwarded } = request.headers
    const callers = [
      ...(list === undefined ? [] : [nearestCaller(readForwardedFor(String(list)), trusted, socket)]),
      ...(forwarded === undefined ? [] : [nearestCaller(readForwarded(String(forwarded)), trusted, socket)]),
    ].map(toNetwork)
    const [first = toNetwork(socket), second = first] = callers
    return first === second ? first : toNetwork(socket)
  }
}
