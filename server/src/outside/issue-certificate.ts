// Makes the local authority and the certificates it signs (H1): keys, names, lifetimes. Knows no files; the caller keeps the
// results. The library is loaded on demand, because most starts need no new certificate.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { encodeNameConstraints } from './name-constraints.ts'

export type KeyAndCertificate = { key: string; cert: string }

const dayMs = 24 * 60 * 60 * 1000
const authorityMs = 10 * 365 * dayMs
/** Below the 398 days that the strictest browsers accept. */
const serverMs = 396 * dayMs
/** Clocks of tablets may be slow. */
const backdatedMs = 60 * 60 * 1000

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const nameConstraintsOid = '2.5.29.30'

export async function makeAuthority(of: {
  host: string
  subtrees: readonly string[]
  now: Date
}): Promise<KeyAndCertificate> {
  const x509 = await loadX509()
  const { publicKey, privateKey } = makeKeys()
  // Differs from every other authority in a device's list, even after a second installation on the same machine.
  const mark = randomBytes(4).toString('hex')
  const name: Record<string, string[]>[] = [
    { CN: [`Walkaround authority ${of.host.slice(0, 32)} ${mark}`] },
    { O: ['Walkaround'] },
  ]
  const certificate = await x509.X509CertificateGenerator.create({
    subject: name,
    issuer: name,
    notBefore: new Date(of.now.getTime() - backdatedMs),
    notAfter: new Date(of.now.getTime() + authorityMs),
    signingAlgorithm: algorithm,
    publicKey: toCryptoKey(publicKey, 'verify'),
    signingKey: toCryptoKey(privateKey, 'sign'),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      // Name constraints do not cover mail or code: this limits the authority to servers.
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.Extension(nameConstraintsOid, true, await encodeNameConstraints(of.subtrees)),
      await x509.SubjectKeyIdentifierExtension.create(toCryptoKey(publicKey, 'verify')),
    ],
  })
  return { key: toPem(privateKey), cert: `${certificate.toString('pem')}\n` }
}

/** A new key and a certificate over the names; the chain (authority last) is in `cert`. */
export async function issueServerCertificate(
  authority: KeyAndCertificate,
  names: readonly string[],
  now: Date,
): Promise<KeyAndCertificate> {
  const x509 = await loadX509()
  const issuer = new x509.X509Certificate(authority.cert)
  const { publicKey, privateKey } = makeKeys()
  // Never outside the authority's own dates: some clients require that.
  const notBefore = Math.max(now.getTime() - backdatedMs, issuer.notBefore.getTime())
  const notAfter = Math.min(now.getTime() + serverMs, issuer.notAfter.getTime())
  const certificate = await x509.X509CertificateGenerator.create({
    // No host name here: names belong in the extension, and this text must not look like one.
    subject: [{ CN: ['Walkaround server'] }],
    issuer: issuer.subjectName,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    signingAlgorithm: algorithm,
    publicKey: toCryptoKey(publicKey, 'verify'),
    signingKey: toCryptoKey(createPrivateKey(authority.key), 'sign'),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(toCryptoKey(publicKey, 'verify')),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return { key: toPem(privateKey), cert: `${certificate.toString('pem')}\n${authority.cert}` }
}

async function loadX509() {
  // On import the library's dependency injection needs metadata functions of a retired decorator proposal. It uses only these
  // three.
  const table = new WeakMap<object, Map<unknown, unknown>>()
  const reflect = Reflect as unknown as Record<string, unknown>
  const get = (key: unknown, target: object) => table.get(target)?.get(key)
  reflect.getMetadata ??= get
  reflect.getOwnMetadata ??= get
  reflect.defineMetadata ??= (key: unknown, value: unknown, target: object) => {
    table.set(target, (table.get(target) ?? new Map()).set(key, value))
  }
  return await import('@peculiar/x509')
}

function makeKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: algorithm.namedCurve })
}

function toCryptoKey(key: KeyObject, use: 'sign' | 'verify') {
  return key.toCryptoKey(algorithm, true, [use])
}

function toPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string
}
