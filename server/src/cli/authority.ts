// `walkaround ca`: where the local authority is, and how this machine, tablets and other systems come to trust it (H1).
import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { baseUrlOf, type Config, loadConfig } from '../config/config.ts'
import { findOwnCertificate } from '../outside/certificates.ts'
import { problem } from '../problems.ts'
import { exitCodes } from './failures.ts'
import type { LocalCommand, LocalContext } from './local-command.ts'
import { fields } from './table.ts'

export const authorityCommand: LocalCommand = {
  define: (command) => command.option('--out <file>', 'copy its certificate to a file'),
  run: showAuthority,
}

async function showAuthority({ terminal, options }: LocalContext): Promise<number> {
  const config = loadConfig()
  const out = options.out as string | undefined
  const file = join(config.dataDir, 'tls', 'walkaround-ca.crt')
  const pem = await getPem(file, config)
  const x509 = new X509Certificate(pem)
  const copy = out === undefined ? undefined : await putCopy(resolve(out), pem)
  const commands = listTrustCommands(copy ?? file)
  const facts = {
    file: copy ?? file,
    subject: x509.subject.replaceAll('\n', ', '),
    sha256: x509.fingerprint256,
    validUntil: new Date(x509.validTo).toISOString(),
  }
  const address = baseUrlOf(config)
  terminal.result(
    { ...facts, trust: commands },
    [
      fields([
        ['certificate', facts.file],
        ['subject', facts.subject],
        // On two lines, as it does not fit into 80 columns.
        ['SHA-256', facts.sha256.slice(0, 48)],
        ['', facts.sha256.slice(48)],
        ['valid until', facts.validUntil.slice(0, 10)],
      ]),
      '',
      ...(copy ? [] : howToTrust(facts.file, commands, address)),
    ]
      .join('\n')
      .trimEnd(),
  )
  return exitCodes.ok
}

async function getPem(file: string, config: Config): Promise<string> {
  if (config.tls) {
    throw problem(
      'noSuchResource',
      `there is no local authority: the service uses the certificate ${config.tls.certFile} (WALKAROUND_TLS_CERT)`,
    )
  }
  if (config.proxy) {
    throw problem('noSuchResource', 'there is no local authority: a proxy ends TLS (WALKAROUND_PROXY)')
  }
  if ((await findOwnCertificate(dirname(file))) !== undefined) {
    throw problem(
      'noSuchResource',
      `there is no local authority: the service uses the certificate ${join(dirname(file), 'own.pem')}, given on the pages of the first start`,
    )
  }
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw problem(
      'noSuchResource',
      `${file} does not exist yet: the authority is made when the service starts for the first time`,
    )
  }
}

async function putCopy(file: string, pem: string): Promise<string> {
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw problem('invalidArgument', `out: ${file} cannot be written: ${error.message}`)
  })
  if (found === pem) return file
  if (found !== undefined)
    throw problem('alreadyExists', `out: ${file} exists and is a different file: choose another name`)
  try {
    await writeFile(file, pem, { mode: 0o644, flag: 'wx' })
  } catch (error) {
    throw problem('invalidArgument', `out: ${file} cannot be written: ${(error as Error).message}`)
  }
  return file
}

/** For the system this command runs on. */
function listTrustCommands(file: string, platform = process.platform, exists = existsSync): string[] {
  const quoted = inShell(file)
  if (platform === 'darwin') {
    return [`sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain ${quoted}`]
  }
  if (platform === 'win32') return [`certutil -addstore Root "${file}"`]
  if (exists('/etc/pki/ca-trust/source/anchors')) {
    return [`sudo cp ${quoted} /etc/pki/ca-trust/source/anchors/walkaround-ca.crt`, 'sudo update-ca-trust']
  }
  if (exists('/etc/ca-certificates/trust-source/anchors')) return [`sudo trust anchor ${quoted}`]
  return [
    `sudo cp ${quoted} /usr/local/share/ca-certificates/walkaround-ca.crt`,
    'sudo update-ca-certificates',
  ]
}

/** Quoted for a shell if needed. */
function inShell(file: string): string {
  return /^[\w@%+=:,./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`
}

function howToTrust(path: string, commands: readonly string[], address: string): string[] {
  const file = inShell(path)
  const browsers =
    process.platform === 'linux'
      ? [
          '  Browsers on Linux keep their own list: import the file in their settings,',
          '  under certificates, authorities.',
        ]
      : ['  Firefox keeps its own list: import the file in its settings, under certificates.']
  return [
    'Trust it on this machine:',
    ...commands.map((command) => `  ${command}`),
    ...browsers,
    '',
    'On tablets and phones, bring the file there (mail, cable, or download it from',
    `${address}/trust) and compare the SHA-256:`,
    '  iPad, iPhone  open it; Settings, General, VPN & Device Management: install it;',
    '                then General, About, Certificate Trust Settings: switch it on',
    '  Android       Settings, Security, Encryption & credentials, Install a',
    '                certificate, CA certificate',
    '',
    'For a DMS or a script:',
    `  curl --cacert ${file} ${address}/healthz`,
    `  Node    NODE_EXTRA_CA_CERTS=${file}`,
    `  Java    keytool -importcert -cacerts -alias walkaround -file ${file}`,
    `  Python  REQUESTS_CA_BUNDLE=${file}`,
    '',
    'The authority can sign private names only. Its key stays in that folder and in',
    'your backups.',
  ]
}
