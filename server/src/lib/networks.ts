// Parses addresses and networks from settings, such as 10.0.0.5 or fd00:1::/64.
import { BlockList, isIPv6 } from 'node:net'

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
