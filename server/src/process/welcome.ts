// What the terminal shows while the service starts and when it is up. Writes to the terminal, decides nothing.
import { join } from 'node:path'
import { type Config, ConfigError } from '../config/config.ts'
import { PoolerError } from '../db/pooler-error.ts'
import { MigrationWaits, SchemaTooNew } from '../db/schema-state.ts'
import { CertificateError } from '../outside/certificates.ts'
import { LockedError } from '../outside/lock.ts'
import { Problem } from '../problems.ts'
import type { Service } from './serve.ts'
import { StartError } from './start-error.ts'

/** Shows progress only on a terminal. */
export function startProgress(output: NodeJS.WriteStream = process.stderr) {
  const begun = Date.now()
  let text = ''
  const draw = () => {
    if (text) output.write(`\r\x1b[K  ${text} … ${((Date.now() - begun) / 1000).toFixed(1)} s`)
  }
  const timer = output.isTTY ? setInterval(draw, 200) : undefined
  timer?.unref()
  return {
    show(next: string) {
      text = next
      if (output.isTTY) draw()
      else output.write(`walkaround: ${next}\n`)
    },
    end() {
      clearInterval(timer)
      if (output.isTTY && text) output.write('\r\x1b[K')
      text = ''
    },
  }
}

export function printWelcome(
  service: Service,
  config: Config,
  output: NodeJS.WriteStream = process.stdout,
): void {
  const lines = ['', 'Walkaround is up.', '']
  if (service.localUrl) lines.push(`  Pages       ${service.localUrl}`)
  lines.push(
    `  Workshop    ${service.localUrl ?? service.baseUrl}/workshop   (the app of technicians and advisors)`,
    `  Desk        ${service.localUrl ?? service.baseUrl}/desk   (figures and waiting work, for advisors and managers)`,
    `  Admin       ${service.localUrl ?? service.baseUrl}/admin   (people, keys, sites and settings, for admins and managers)`,
    `  Guides      ${service.localUrl ?? service.baseUrl}/docs   (for every reader, with a search)`,
    `  Service     ${service.baseUrl}`,
    `  Interface   ${service.baseUrl}/v1   (described at ${service.baseUrl}/reference)`,
  )
  if (service.certificate?.caFile)
    lines.push(`  Authority   ${service.certificate.caFile}   (how to trust it: ${service.baseUrl}/trust)`)
  lines.push(
    `  Database    ${config.databaseUrl ? 'PostgreSQL' : `embedded, in ${join(config.dataDir, 'database')}`}`,
  )
  if (service.demo) lines.push(...demoLines(service.demo, service))
  else if (service.isDemo) {
    lines.push(
      '',
      `  The demo dealership is here; its passwords are in ${join(config.dataDir, 'demo-passwords.txt')}. Another key:`,
      '    npx walkaround key issue demo-dms',
    )
  } else if (service.setUpLink) lines.push(...setUpLines(service.setUpLink, service))
  else if (!service.isPrepared)
    lines.push(
      '',
      '  The database cannot be reached yet. If it is new, a link leads through the first start once it is there:',
      '    npx walkaround set-up link',
    )
  output.write(`${lines.join('\n')}\n\n`)
}

function setUpLines({ link }: NonNullable<Service['setUpLink']>, { certificate }: Service): string[] {
  return [
    '',
    '  Nobody works here yet. This link leads through the first start, for a day, and then never again:',
    '',
    `  Set up      ${link}`,
    '',
    ...(certificate?.caFile
      ? [
          '  The browser warns once, because it does not know the certificate of this service yet: go on anyway.',
        ]
      : []),
    '  A new link makes this one void:  npx walkaround set-up link',
    '  Without pages:  npx walkaround client add <id>, login add, key issue',
  ]
}

function demoLines(demo: NonNullable<Service['demo']>, service: Service): string[] {
  const ca = service.certificate?.caFile
  const width = Math.max(...demo.logins.map(({ login }) => login.length))
  return [
    '',
    `  Demo dealership "${demo.clientId}". The key is shown once; the passwords are also in demo-passwords.txt of the data folder:`,
    '',
    `  API key     ${demo.key}`,
    ...demo.logins.map(
      ({ login, password, role }) => `  Login       ${login.padEnd(width)}  ${password}  (${role})`,
    ),
    ...(demo.loginsWithoutPassword.length > 0
      ? [
          `  No password yet: ${demo.loginsWithoutPassword.join(', ')}  (npx walkaround login password <login>)`,
        ]
      : []),
    '',
    '  Read an order:',
    `    curl ${ca ? `--cacert '${ca}' ` : ''}-H 'X-API-KEY: ${demo.key}' \\`,
    `      ${service.baseUrl}/v1/system-clients/${demo.clientId}/service-orders/${demo.orderId}`,
    ...(demo.sandbox
      ? [
          '',
          `  Sandbox "${demo.sandbox.clientId}", to try out a DMS: nothing is sent, the clock can be moved (docs/sandbox.md)`,
          `  Test key    ${demo.sandbox.key}`,
        ]
      : []),
  ]
}

/** Describes mistakes that a person can fix in words; any other error keeps its stack. */
export function describeFailure(error: unknown): string {
  if (error instanceof LockedError) {
    return `error: ${error.message}`
  }
  if (error instanceof Problem) return `error: ${error.message}: ${error.errorInfo}`
  const isMendable =
    error instanceof ConfigError ||
    error instanceof StartError ||
    error instanceof CertificateError ||
    error instanceof PoolerError ||
    error instanceof SchemaTooNew ||
    error instanceof MigrationWaits
  if (isMendable) return `error: ${error.message}`
  return `error: the service could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
