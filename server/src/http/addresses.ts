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

/** Behind proxies: the last address in X-Forwarded-For that is none of theirs; what stands before it anyone can write. */
export function addressReader(proxies: readonly string[] = []): AddressReader {
  const trusted = networksOf(proxies)
  return (request) => {
    const socket = request.raw.socket.remoteAddress ?? ''
    if (!isIn(trusted, socket)) return toNetwork(socket)
    const named = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter((text) => isIP(text) !== 0)
    return toNetwork(named.findLast((address) => !isIn(trusted, address)) ?? named[0] ?? socket)
  }
}
