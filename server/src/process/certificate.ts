// The certificate of the service: the operator's, or one of the local authority, made and renewed as needed. Behind a proxy
// that ends TLS there is none.
import { X509Certificate } from 'node:crypto'
import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { CertificateChoice } from '../features/set-up/first-start.ts'
import {
  type Certificate,
  CertificateError,
  keepOwnCertificate,
  loadCertificate,
  loadOwnCertificate,
  reloadCertificate,
} from '../outside/certificates.ts'

const DAY_MS = 24 * 3_600_000

const namesOf = (config: Config) => [
  config.host,
  ...(config.baseUrl ? [new URL(config.baseUrl).hostname] : []),
]
const folderOf = (config: Config) => join(config.dataDir, 'tls')

export function loadOrMake(config: Config): Promise<Certificate> {
  const names = namesOf(config)
  return config.tls
    ? loadCertificate(config.tls.certFile, config.tls.keyFile, { names })
    : loadOwnCertificate({ dir: folderOf(config), names })
}

/** What the pages of the first start may do; undefined if settings or a proxy decide. */
export function ownCertificate(
  config: Config,
  opened: Pick<OpenedCertificate, 'current' | 'reload'>,
): CertificateChoice | undefined {
  if (config.tls || config.proxy) return undefined
  return {
    current() {
      const found = opened.current()
      return { names: found?.names ?? [], isOwn: found?.caCertPem === undefined }
    },
    async use(given) {
      try {
        const { warnings } = await keepOwnCertificate(folderOf(config), given, { names: namesOf(config) })
        await opened.reload()
        return { warnings }
      } catch (error) {
        if (error instanceof CertificateError) return { refused: error.message }
        throw error
      }
    },
  }
}

interface OpenedCertificate {
  current(): Certificate | undefined
  /** From now on this server gets each new one, daily and when asked. */
  follow(server: Server | Http2SecureServer): void
  reload(): Promise<void>
  stop(): void
}

export async function openCertificate({
  config,
  logger,
  onProgress,
}: {
  config: Config
  logger: Logger
  onProgress: (text: string) => void
}): Promise<OpenedCertificate> {
  let certificate = config.proxy ? undefined : await loadOrMake(config)
  for (const warning of certificate?.warnings ?? []) logger.warn(warning)
  if (certificate?.created)
    onProgress(
      certificate.created === 'authority'
        ? 'made a local authority and a certificate'
        : 'renewed the certificate',
    )
  let server: Http2SecureServer | undefined
  let daily: NodeJS.Timeout | undefined
  const reload = async () => {
    if (certificate && server) certificate = await reloadCertificate(server, () => loadOrMake(config))
  }
  return {
    current: () => certificate,
    follow(given) {
      server = given as Http2SecureServer
      daily = setInterval(() => {
        reload().catch((error: Error) =>
          logger.error(
            { failure: { name: error.name, message: error.message } },
            'the certificate could not be renewed',
          ),
        )
      }, DAY_MS).unref()
    },
    reload,
    stop: () => clearInterval(daily),
  }
}

export function authorityOf(
  certificate: Certificate | undefined,
): { pem: string; fingerprint: string } | undefined {
  if (!certificate?.caCertPem) return undefined
  return {
    pem: certificate.caCertPem,
    fingerprint: new X509Certificate(certificate.caCertPem).fingerprint256,
  }
}
