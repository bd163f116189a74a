// What the local authority may sign (H1): private names and addresses, never public ones, so that its key is worthless
// against the rest of the internet. Pure: no files, no keys, no clock.
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

// Reserved for local use by RFC 6761, 6762 and 8375 and by ICANN (internal), held back by ICANN because private networks
// are full of them (home, corp), or never delegated and used by most routers (lan).
export const privateSuffixes = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'home', 'corp', 'test']

// RFC 1122, 1918, 3927, 4193, 4291.
const privateNetworks = [
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

/** A host as a certificate spells it; undefined if no client can ask for it, such as 0.0.0.0 or an empty host. */
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
 * The DNS subtrees of a new authority: the private suffixes, and the given names that can never be public. A top-level domain
 * consists of letters or starts with xn-- (RFC 3696, ICANN's rules), so `workshop-2` is safe, while permitting a machine's bare
 * name `audi` would permit every name under the real .audi.
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

/** DER of the NameConstraints extension (RFC 5280, 4.2.1.10): permits only these subtrees and the private networks. */
export async function encodeNameConstraints(subtrees: readonly string[]): Promise<ArrayBuffer> {
  const { AsnConvert, GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } = await loadAsn1()
  const permitted = [
    ...subtrees.map((dNSName) => new GeneralName({ dNSName })),
    ...privateNetworks.map((iPAddress) => new GeneralName({ iPAddress })),
  ]
  const permittedSubtrees = new GeneralSubtrees(permitted.map((base) => new GeneralSubtree({ base })))
  return AsnConvert.serialize(new NameConstraints({ permittedSubtrees }))
}

/** The DNS subtrees that a certificate (DER) permits; empty if it has no such extension or is not a certificate. */
export async function readSubtrees(certificate: Uint8Array): Promise<string[]> {
  const { AsnConvert, Certificate, id_ce_nameConstraints, NameConstraints } = await loadAsn1()
  try {
    const { extensions = [] } = AsnConvert.parse(certificate, Certificate).tbsCertificate
    const found = extensions.find(({ extnID }) => extnID === id_ce_nameConstraints)
    const permitted = found && AsnConvert.parse(found.extnValue, NameConstraints).permittedSubtrees
    return permitted?.flatMap(({ base }) => base.dNSName ?? []) ?? []
  } catch {
    return []
  }
}

/** Loaded on demand: the command line seldom needs it. */
async function loadAsn1() {
  const [x509, { AsnConvert }] = await Promise.all([
    import('@peculiar/asn1-x509'),
    import('@peculiar/asn1-schema'),
  ])
  return { ...x509, AsnConvert }
}
