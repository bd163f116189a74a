// What the local authority may sign (H1): private names and addresses, never public ones, so that its key is worthless
// against the rest of the internet. Pure: no files, no keys, no clock.
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

// Reserved for local use by RFC 6761, 6762 and 8375 and by ICANN (internal), held back by ICANN because private networks
// are full of them (home, corp), or never delegated and used by most routers (lan).
export const privateSuffixes = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'home', 'corp', 'test']

// RFC 1122, 1918, 3927, 4193, 4291.
export const privateNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]

const privateAddresses = new BlockList()
for (const network of privateNetworks) {
  const [address = '', prefix] = network.split('/')
  privateAddresses.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** A host as a certificate spells it; undefined for what no client can ask for, such as 0.0.0.0 or an empty host. */
export function toCertificateName(host: string): string | undefined {
  const bare = host
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%.*$/, '')
    .replace(/\.$/, '')
  if (isIP(bare) === 4) return bare === '0.0.0.0' ? undefined : bare
  if (isIP(bare) === 6) {
    const address = new URL(`http://[${bare}]`).hostname.slice(1, -1)
    return address === '::' ? undefined : address
  }
  const name = domainToASCII(bare)
  return /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/.test(
    name,
  )
    ? name
    : undefined
}

/** Whether an authority limited to these DNS subtrees (and the private networks) may sign the name. */
export function isCovered(name: string, subtrees: readonly string[]): boolean {
  const family = isIP(name)
  if (family !== 0) return privateAddresses.check(name, family === 4 ? 'ipv4' : 'ipv6')
  return subtrees.some((subtree) => name === subtree || name.endsWith(`.${subtree}`))
}

/**
 * The DNS subtrees of a new authority: the private suffixes, and those of the names that can never be public.
 * A top-level domain consists of letters or starts with xn-- (RFC 3696, ICANN's rules), so `workshop-2` is safe, while
 * permitting a machine's bare name `audi` would permit every name under the real .audi.
 */
export function toSubtrees(names: readonly string[]): string[] {
  const neverPublic = names.filter((name) => {
    const last = name.split('.').at(-1) ?? ''
    return (
      isIP(name) === 0 && /[0-9-]/.test(last) && !last.startsWith('xn--') && !isCovered(name, privateSuffixes)
    )
  })
  return [...privateSuffixes, ...new Set(neverPublic)]
}

/** DER of the NameConstraints extension (RFC 5280, 4.2.1.10): nothing but these subtrees and the private networks. */
export function encodeNameConstraints(subtrees: readonly string[]): Uint8Array<ArrayBuffer> {
  const bases = [
    ...subtrees.map((name) => der(0x82, Buffer.from(name, 'ascii'))),
    ...privateNetworks.map((network) => der(0x87, toAddressAndMask(network))),
  ]
  return new Uint8Array(der(0x30, der(0xa0, ...bases.map((base) => der(0x30, base)))))
}

/** The DNS subtrees that a certificate (DER) permits; empty when it has no such extension. */
export function readSubtrees(certificate: Uint8Array): string[] {
  const nameConstraints = Buffer.from('551d1e', 'hex')
  const [whole] = elements(certificate)
  const [tbs] = elements(whole?.value)
  const extensions = elements(tbs?.value).find(({ tag }) => tag === 0xa3)
  const [list] = elements(extensions?.value)
  const found = elements(list?.value)
    .map(({ value }) => elements(value))
    .find(([id]) => id && nameConstraints.equals(id.value))
  const [constraints] = elements(found?.at(-1)?.value)
  const permitted = elements(constraints?.value).find(({ tag }) => tag === 0xa0)
  return elements(permitted?.value)
    .flatMap(({ value }) => elements(value))
    .filter(({ tag }) => tag === 0x82)
    .map(({ value }) => Buffer.from(value).toString('ascii'))
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const value = Buffer.concat(parts)
  const size = value.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), value])
}

type Element = { tag: number; value: Uint8Array }

function elements(bytes: Uint8Array = new Uint8Array()): Element[] {
  const found: Element[] = []
  let at = 0
  while (at + 2 <= bytes.length) {
    const tag = bytes[at] as number
    let size = bytes[at + 1] as number
    at += 2
    if (size > 0x80) {
      const sizeBytes = bytes.subarray(at, at + size - 0x80)
      at += sizeBytes.length
      size = sizeBytes.reduce((sum, byte) => sum * 256 + byte, 0)
    }
    found.push({ tag, value: bytes.subarray(at, at + size) })
    at += size
  }
  return found
}

function toAddressAndMask(network: string): Buffer {
  const [address = '', prefix] = network.split('/')
  const bytes = toBytes(address)
  const mask = bytes.map((_, index) => 0xff & ~(0xff >> Math.min(8, Math.max(0, Number(prefix) - index * 8))))
  return Buffer.from([...bytes, ...mask])
}

function toBytes(address: string): number[] {
  if (isIP(address) === 4) return address.split('.').map(Number)
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0)
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff])
}
