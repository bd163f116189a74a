// The real application behind real TLS on a port of its own, for tests that need it set up in another way.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from '../../src/app.ts'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import { ensureCertificate } from '../../src/outside/certificates.ts'
import { BASE_URL, testApp } from './api.ts'
import { testFormPool, testMedia } from './media.ts'

export interface OnWire {
  app: FastifyInstance
  ca: string
  close(): Promise<void>
}

export async function openOnWire(more: Partial<AppOptions>): Promise<OnWire> {
  const { database } = await testApp()
  const dir = await mkdtemp(join(tmpdir(), 'walkaround-wire-'))
  const { key, cert, caCertPem = '' } = await ensureCertificate({ dir, names: ['localhost'] })
  const app = await buildApp({
    database,
    media: testMedia(database),
    formPool: testFormPool(),
    authenticator: createAuthenticator(database),
    baseUrl: () => BASE_URL,
    bodyLimit: 1024 * 1024,
    tls: { key, cert },
    isPrepared: () => true,
    readiness: async () => [{ name: 'database', isOk: true }],
    pages: {
      isDemo: () => false,
      isPrepared: () => true,
      baseUrl: () => BASE_URL,
      authority: () => undefined,
    },
    ...more,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    ca: caCertPem,
    close: async () => {
      await app.close()
      await rm(dir, { recursive: true })
    },
  }
}
