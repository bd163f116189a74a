// Which network addresses are public. Pure, and strict: an address that is not known to be public is refused, so a new kind of
// special address is refused too.
import { BlockList, isIPv4, isIPv6 } from 'node:net'

type Range = [network: string, prefix: number, what: string]

const special4: Range[] = [
  ['0.0.0.0', 8, 'unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared by a provider (CGNAT)'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved for protocols'],
  ['192.0.2.0', 24, 'for documentation'],
  ['192.31.196.0', 24, 'reserved for protocols'],
  ['192.52.193.0', 24, 'reserved for protocols'],
  ['192.88.99.0', 24, 'a 6to4 relay'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'reserved for protocols'],
  ['198.18.0.0', 15, 'for benchmarks'],
  ['198.51.100.0', 24, 'for documentation'],
  ['203.0.113.0', 24, 'for documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
]

/** The first match names the reason; the last one covers everything outside the allocated range (2000::/3). */
const special6: Range[] = [
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  ['::ffff:0:0', 96, 'IPv4 in the form of IPv6'],
  ['::ffff:0:0:0', 96, 'IPv4 in the form of IPv6'],
  ['::', 96, 'IPv4 in the form of IPv6'],
  ['64:ff9b::', 96, 'translated to IPv4 (NAT64)'],
  ['64:ff9b:1::', 48, 'translated to IPv4 (NAT64)'],
  ['100::', 64, 'discarded'],
  ['2001::', 32, 'a tunnel (Teredo)'],
  ['2001::', 23, 'reserved for protocols'],
  ['2001:db8::', 32, 'for documentation'],
  ['2002::', 16, 'a tunnel (6to4)'],
  ['2620:4f:8000::', 48, 'reserved for protocols'],
  ['3fff::', 20, 'for documentation'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'private'],
  ['ff00::', 8, 'multicast'],
]

const listsOf = (ranges: Range[], family: 'ipv4' | 'ipv6') =>
  ranges.map(([network, prefix, what]) => {
    const list = new BlockList()
    list.addSubnet(network, prefix, family)
    return { list, what }
  })
const lists4 = listsOf(special4, 'ipv4')
const lists6 = listsOf(special6, 'ipv6')
const handedOut = new BlockList()
handedOut.addSubnet('2000::', 3, 'ipv6')

/** Why the address is not public, in words that end "it is …"; undefined when it is public. */
export function whyNotPublic(address: string): string | undefined {
  if (isIPv4(address)) return lists4.find(({ list }) => list.check(address, 'ipv4'))?.what
  // A zone names an interface of this machine, so such an address is always local.
  if (!isIPv6(address) || address.includes('%')) return isIPv6(address) ? 'link-local' : 'no address'
  if (isMapped(address)) return 'IPv4 in the form of IPv6'
  const found = lists6.find(({ list }) => list.check(address, 'ipv6'))
  if (found) return found.what
  return handedOut.check(address, 'ipv6') ? undefined : 'not allocated'
}

/** BlockList checks a mapped address against the IPv4 lists, so it is recognised by its text, which URL makes canonical. */
const isMapped = (address: string) => new URL(`http://[${address}]/`).hostname.startsWith('[::ffff:')

/** A mapped address is judged by its own text: an allowed IPv4 network does not allow it. */
export function isAllowed(networks: BlockList, address: string): boolean {
  if (isIPv4(address)) return networks.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%') || isMapped(address)) return false
  return networks.check(address, 'ipv6')
}
