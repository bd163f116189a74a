// The certificate the service shows (H1): a given one, checked before use, or one from the local authority that is made
// at the first start. Keeps the files and decides what must be renewed; the signing is in issue-certificate.ts.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { hostname, networkInterfaces, userInfo } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { removeLeftovers, restrict, writeDurably } from '../lib/durable-file.ts'
import { issueServerCertificate, type KeyAndCertificate, makeAuthority } from './issue-certificate.ts'
import { isCovered, readSubtrees, toCertificateName, toSubtrees } from './name-constraints.ts'

export type Certificate = {
  /** PEM. */
  key: string
  /** PEM: the server's certificate first, then its chain. */
  cert: string
  /** PEM of the local authority, and the file to hand to devices; absent with a given certificate. */
  caCertPem?: string
  caFile?: string
  names: string[]
  notAfter: Date
  created: 'authority' | 'certificate' | false
  /** Sentences for the operator. The certificate works, but perhaps not for every name asked for. */
  warnings: string[]
}

export class CertificateError extends Error {
  override name = 'CertificateError'
}

const dayMs = 24 * 60 * 60 * 1000
const renewBeforeMs = 30 * dayMs

type Wanted = {
  /** The folder that holds only the certificates: `<data>/tls`. */
  dir: string
  /** Hosts that must work: the host of the base URL and the host listened on. 0.0.0.0 and :: mean this machine's own addresses. */
  names: readonly string[]
  now?: Date
}

/**
 * The certificate from the local authority, made or renewed if needed. Call it again to renew the certificate of a running service.
 * If the process is killed, either the old or the new files remain, never a mixture: key and certificate share a file for that.
 */
export async function ensureCertificate({ dir, names, now = new Date() }: Wanted): Promise<Certificate> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await restrict(dir, 0o700)
    await removeLeftovers(dir)
    return await ensureIn(dir, names, now)
  } catch (error) {
    if (error instanceof CertificateError || !('syscall' in (error as Error))) throw error
    const user = process.platform === 'win32' ? '' : ` by ${userInfo().username}`
    throw new CertificateError(
      `The certificates in ${dir} cannot be used${user}: ${(error as Error).message}`,
    )
  }
}

async function ensureIn(dir: string, names: readonly string[], now: Date): Promise<Certificate> {
  const warnings: string[] = []
  const required = [...new Set(names.map(toCertificateName).filter((name) => name !== undefined))]
  const always = ['localhost', '127.0.0.1', '::1']
  const wanted = [...new Set([...always, ...required, ...listMachineNames(names)])]

  const { authority, isNew } = await ensureAuthority(dir, wanted, now, warnings)
  const subtrees = await readSubtrees(authority.x509.raw)
  const covered = wanted.filter((name) => isCovered(name, subtrees))
  for (const name of required) if (!covered.includes(name)) warnings.push(explainUncovered(name, dir))

  const serverFile = join(dir, 'server.pem')
  const old = await findPair(serverFile)
  if (old === 'broken') warnings.push(`${serverFile} was damaged and has been replaced.`)
  const isGood = old !== undefined && old !== 'broken' && !mustRenew(old, authority, covered, now)
  const server = isGood ? old : await renewServer(serverFile, authority, covered, now)

  // Public, and the one file people copy to tablets: it has no key, and a suffix that devices open.
  const caFile = join(dir, 'walkaround-ca.crt')
  const copy = await readFile(caFile, 'utf8').catch(() => undefined)
  if (copy !== authority.cert) await writeDurably(caFile, authority.cert, 0o644)

  return {
    key: server.key,
    cert: server.cert,
    caCertPem: authority.cert,
    caFile,
    names: listNames(server.x509),
    notAfter: new Date(server.x509.validTo),
    created: isNew ? 'authority' : isGood ? false : 'certificate',
    warnings,
  }
}

/** A given certificate; throws if it cannot work. `names` are the hosts that clients will ask for. */
export async function loadCertificate(
  certFile: string,
  keyFile: string,
  { names = [], now = new Date() }: { names?: readonly string[]; now?: Date } = {},
): Promise<Certificate> {
  const cert = await readGiven(certFile, 'WALKAROUND_TLS_CERT')
  const key = await readGiven(keyFile, 'WALKAROUND_TLS_KEY')
  return examineGiven({ cert, key }, { certFile, keyFile, isBySettings: true, names, now })
}

/** Certificate and key of the operator from the pages of the first start, in one file beside those of the local authority. */
const ownFileIn = (dir: string) => join(dir, 'own.pem')

/** What the operator gave on the pages of the first start, if anything. */
export const findOwnCertificate = (dir: string): Promise<string | undefined> =>
  readFile(ownFileIn(dir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Throws in a sentence for people if it cannot work; then nothing is kept. */
export async function keepOwnCertificate(
  dir: string,
  { cert, key }: { cert: string; key: string },
  { names, now = new Date() }: { names: readonly string[]; now?: Date },
): Promise<Certificate> {
  const said = { certFile: 'the certificate', keyFile: 'the key', names, now }
  const certificate = examineGiven({ cert, key }, said)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await writeDurably(ownFileIn(dir), `${key.trim()}\n${cert.trim()}\n`, 0o600)
  return certificate
}

/** The operator's, or that of the local authority as long as theirs cannot be used: a service without TLS helps nobody. */
export async function loadOwnCertificate(wanted: Wanted): Promise<Certificate> {
  const file = ownFileIn(wanted.dir)
  const text = await findOwnCertificate(wanted.dir)
  if (text === undefined) return ensureCertificate(wanted)
  await restrict(file, 0o600)
  try {
    const { names, now = new Date() } = wanted
    return examineGiven(toPair(text), { certFile: file, keyFile: file, names, now })
  } catch (error) {
    const made = await ensureCertificate(wanted)
    const why = `${file} cannot be used (${(error as Error).message}): until it is replaced, the local authority serves.`
    return { ...made, warnings: [...made.warnings, why] }
  }
}

interface Examined {
  certFile: string
  keyFile: string
  isBySettings?: true
  names: readonly string[]
  now: Date
}

function examineGiven(
  { cert, key }: { cert: string; key: string },
  { certFile, keyFile, isBySettings, names, now }: Examined,
): Certificate {
  const certAt = isBySettings ? `WALKAROUND_TLS_CERT: ${certFile}` : certFile
  const keyAt = isBySettings ? `WALKAROUND_TLS_KEY: ${keyFile}` : keyFile
  const chain = parseChain(cert, certAt)
  const [x509] = chain
  if (!x509) throw new CertificateError(`${certAt} holds no certificate in PEM form`)
  if (!x509.checkPrivateKey(parseKey(key, keyAt))) {
    const isLater = chain.findIndex((other) => other.checkPrivateKey(parseKey(key, keyAt)))
    const hint =
      isLater > 0 ? `; it belongs to certificate ${isLater + 1} of the file, which must come first` : ''
    throw new CertificateError(`${keyAt} is not the key of the first certificate in ${certFile}${hint}`)
  }
  const [notBefore, notAfter] = [new Date(x509.validFrom), new Date(x509.validTo)]
  if (notAfter <= now) {
    throw new CertificateError(`${certAt} expired on ${notAfter.toISOString()}`)
  }
  if (notBefore > now) {
    throw new CertificateError(`${certAt} is valid from ${notBefore.toISOString()} only; is the clock right?`)
  }
  try {
    createSecureContext({ key, cert })
  } catch (error) {
    throw new CertificateError(`${certAt} cannot be used: ${(error as Error).message}`)
  }

  const warnings: string[] = []
  // Certificates are valid from six days to over a year: a fixed number of days would warn always or never.
  const lifeMs = notAfter.getTime() - notBefore.getTime()
  if (notAfter.getTime() - now.getTime() < Math.min(14 * dayMs, lifeMs / 4)) {
    warnings.push(`${certFile} expires on ${notAfter.toISOString()}: renew it.`)
  }
  for (const [index, issuer] of chain.slice(1).entries()) {
    if (!chain[index]?.checkIssued(issuer)) {
      warnings.push(
        `${certFile}: certificate ${index + 2} did not sign certificate ${index + 1}; clients may reject the chain.`,
      )
    }
  }
  if (listNames(x509).length === 0) {
    warnings.push(
      `${certFile} names its host in the subject only (no subject alternative name): browsers refuse it.`,
    )
  }
  for (const name of names.map(toCertificateName)) {
    if (name && !hasName(x509, name)) {
      warnings.push(
        `${certFile} is not valid for ${name}, only for ${listNames(x509).join(', ') || 'nothing'}.`,
      )
    }
  }
  return { key, cert, names: listNames(x509), notAfter, created: false, warnings }
}

/** For SIGHUP and the daily check. Open connections keep their certificate; if loading fails, the server keeps the one it has. */
export async function reloadCertificate(
  server: { setSecureContext(options: { key: string; cert: string }): void },
  load: () => Promise<Certificate>,
): Promise<Certificate> {
  const certificate = await load()
  server.setSecureContext({ key: certificate.key, cert: certificate.cert })
  return certificate
}

type Pair = KeyAndCertificate & { x509: X509Certificate }

async function ensureAuthority(
  dir: string,
  names: readonly string[],
  now: Date,
  warnings: string[],
): Promise<{ authority: Pair; isNew: boolean }> {
  const file = join(dir, 'authority.pem')
  const old = await findPair(file)
  if (old === 'broken' || (old && !old.x509.ca)) {
    // Not replaced automatically: every device trusts the old one, and its key may be in a backup.
    throw new CertificateError(
      `${file} is damaged. Restore it from a backup; or delete it, then a new authority is made at the next start and every device must trust that one.`,
    )
  }
  if (old && new Date(old.x509.validTo).getTime() - now.getTime() > renewBeforeMs) {
    if (new Date(old.x509.validFrom) > now) {
      warnings.push(
        `The clock of this machine is set to a time before the local authority was made: is it right?`,
      )
    }
    return { authority: old, isNew: false }
  }
  const made = await makeAuthority({ host: hostname(), subtrees: toSubtrees(names), now })
  if (old) {
    await writeDurably(file, made.key + made.cert, 0o600)
    warnings.push(
      'The local authority has expired, and a new one was made: every device must trust the new one.',
    )
    return { authority: toPair(made.key + made.cert), isNew: true }
  }
  if (await writeDurably(file, made.key + made.cert, 0o600, 'first')) {
    return { authority: toPair(made.key + made.cert), isNew: true }
  }
  // Another process was faster in the same folder (several on one PostgreSQL): its authority is used.
  return await ensureAuthority(dir, names, now, warnings)
}

async function renewServer(
  file: string,
  authority: Pair,
  names: readonly string[],
  now: Date,
): Promise<Pair> {
  const { key, cert } = await issueServerCertificate(authority, names, now)
  await writeDurably(file, key + cert, 0o600)
  return toPair(key + cert)
}

function mustRenew(server: Pair, authority: Pair, names: readonly string[], now: Date): boolean {
  const endMs = new Date(server.x509.validTo).getTime()
  return (
    endMs - now.getTime() <= renewBeforeMs ||
    !server.x509.verify(authority.x509.publicKey) ||
    names.some((name) => !hasName(server.x509, name))
  )
}

/** Other names of this machine; left out if the authority may not sign them. */
function listMachineNames(names: readonly string[]): string[] {
  const host = toCertificateName(hostname())
  const label = host?.split('.')[0]
  const found = host
    ? [host, `${label}.local`, `${label}.lan`, `${label}.internal`, `${label}.home.arpa`]
    : []
  const isOnAllInterfaces = names.some((name) => ['0.0.0.0', '::', '[::]'].includes(name.trim()))
  if (isOnAllInterfaces) {
    // IPv4 only: IPv6 addresses of a machine change daily, and nobody types them.
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    found.push(...addresses.filter(({ family }) => family === 'IPv4').map(({ address }) => address))
  }
  return found
}

function explainUncovered(name: string, dir: string): string {
  if (isIP(name) === 0 && isCovered(name, toSubtrees([name]))) {
    return `The local authority was made before "${name}" was configured and may not sign it. Delete the folder ${dir} to make a new authority, which every device must then trust, or use a name it covers: under .local, .internal, .home.arpa or .lan.`
  }
  return `The local authority signs private names only, and "${name}" is or could be a public one: clients that ask for it will refuse the connection. Give a certificate for it with WALKAROUND_TLS_CERT and WALKAROUND_TLS_KEY, or let a proxy end TLS (WALKAROUND_PROXY).`
}

function hasName(x509: X509Certificate, name: string): boolean {
  return (isIP(name) === 0 ? x509.checkHost(name) : x509.checkIP(name)) !== undefined
}

function listNames(x509: X509Certificate): string[] {
  const entries = x509.subjectAltName?.split(', ') ?? []
  const hosts = entries.filter((entry) => /^(DNS|IP Address):/.test(entry))
  return hosts.map((entry) => {
    const name = entry.slice(entry.indexOf(':') + 1)
    return toCertificateName(name) ?? name
  })
}

async function findPair(file: string): Promise<Pair | 'broken' | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  await restrict(file, 0o600)
  try {
    const pair = toPair(text)
    return pair.x509.checkPrivateKey(createPrivateKey(pair.key)) ? pair : 'broken'
  } catch {
    return 'broken'
  }
}

function toPair(text: string): Pair {
  const at = text.indexOf('-----BEGIN CERTIFICATE-----')
  if (at < 0) throw new Error('no certificate')
  const [key, cert] = [text.slice(0, at), text.slice(at)]
  return { key, cert, x509: new X509Certificate(cert) }
}

async function readGiven(file: string, setting: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CertificateError(`${setting}: ${file} cannot be read: ${(error as Error).message}`)
  }
}

function parseChain(text: string, file: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block)
    } catch {
      throw new CertificateError(`${file}: certificate ${index + 1} cannot be read`)
    }
  })
}

function parseKey(text: string, file: string): KeyObject {
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(text)) {
    throw new CertificateError(`${file} is protected by a passphrase; give a key file without one`)
  }
  try {
    return createPrivateKey(text)
  } catch {
    throw new CertificateError(`${file} holds no private key in PEM form`)
  }
}
