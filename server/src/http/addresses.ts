// From where a request comes: the socket's other end, or whom the trusted proxy names. Nobody else is believed.
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

export function networksOf(entries: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) networks.addAddress(address, family)
    else networks.addSubnet(address, Number(prefix), family)
  }
  return networks
}

export const isIn = (networks: BlockList, address: string): boolean =>
  networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** One household or workshop: an IPv6 network of 64 bits is handed to one customer, who may change the rest at will. */
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
export function readNamed(text: string): string | undefined {
  const [, bracketed, plain = text] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  const address = bracketed ?? plain
  return isIP(address) === 0 ? undefined : address
}

/** The callers a chain of proxies names, the nearest last; undefined where one is hidden or cannot be read. */
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

/** The nearest that is no proxy of ours: what stands before it, or before one that cannot be read, anyone can write. */
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
 * Behind proxies: whom they name in X-Forwarded-For or Forwarded. A proxy writes one of the two and may pass the other
 * on as it came; so where both are there and differ, neither is believed.
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
