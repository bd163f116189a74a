// The application on a database that records its statements.
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../server/src/app.ts'
import type { Database } from '../server/src/db/database.ts'
import { openPostgres } from '../server/src/db/postgres.ts'
import { createFormPool } from '../server/src/features/printed-forms/read-form.ts'
import { createAuthenticator } from '../server/src/identity/authenticate.ts'
import { openMedia } from '../server/src/process/open-media.ts'
import { recording } from './record.ts'

/** Nothing recorded here stores a file. */
const limits = { photoBytes: 1, photoMegapixels: 1, videoBytes: 1, videoSeconds: 1, mediaLinkSeconds: 300 }

export interface Recorder {
  app: FastifyInstance
  /** Records nothing. */
  database: Database
  take: ReturnType<typeof recording>['take']
  close(): Promise<void>
}

export function openRecorder(address: { url: string; poolSize: number; dataDir: string }): Promise<Recorder> {
  const { dataDir, ...server } = address
  return recordOn(openPostgres(server), dataDir)
}

/** Closing the recorder closes the database, too. */
export async function recordOn(plain: Database, dataDir: string): Promise<Recorder> {
  const { database, take } = recording(plain)
  const opened = openMedia({ dataDir, ...limits }, plain)
  const app = await buildApp({
    database,
    // Read from the plain database: the recorded scripts contain what an operation does, without the check of the key.
    authenticator: createAuthenticator(plain),
    media: opened.media,
    formPool: createFormPool(),
    baseUrl: () => 'https://localhost',
    bodyLimit: 1024 * 1024,
    isPrepared: () => true,
    readiness: async () => [],
    pages: {
      isDemo: () => false,
      isPrepared: () => true,
      baseUrl: () => 'https://localhost',
      authority: () => undefined,
    },
  })
  return {
    app,
    database: plain,
    take,
    async close() {
      await app.close()
      await opened.close()
      await plain.close()
    },
  }
}
