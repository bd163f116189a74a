// The real application on the test database, called in process: every test gets a system client and a key of its own.

import type { Role } from '@walkaround/contract/rules/roles.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../../src/app.ts'
import type { Database } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { loadDefaultPackages } from '../../src/features/assignment/default-packages.ts'
import type { Media } from '../../src/features/media/media.ts'
import { type Channels, openChannels } from '../../src/features/messages/channels.ts'
import { createRequestLog, type RequestLog } from '../../src/features/request-log/keep-requests.ts'
import { loadDefaultTemplates } from '../../src/features/templates/default-templates.ts'
import { type AccessLog, createAccessLog } from '../../src/identity/access-log.ts'
import { type Authenticator, createAuthenticator } from '../../src/identity/authenticate.ts'
import { issueKey } from '../../src/identity/issue-key.ts'
import { addLogin } from '../../src/identity/logins.ts'
import { createPasswords } from '../../src/identity/passwords.ts'
import { newId } from '../../src/lib/ids.ts'
import { addClient } from '../../src/organisation/clients.ts'
import { createAddressGuard } from '../../src/outside/address-guard.ts'
import { openSecretBox } from '../../src/outside/secret-box.ts'
import { testCallbackDoor } from './callback-door.ts'
import { assertExchange } from './contract-check.ts'
import { testDatabase } from './database.ts'
import { testFormPool, testMedia } from './media.ts'

export const BASE_URL = 'https://walkaround.test'

export interface TestClient {
  id: string
  login: string
  key: string
  /** Paths are relative to the client: `/service-orders/1`. */
  call(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  delete(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS'

interface TestApp {
  app: FastifyInstance
  database: Database
  authenticator: Authenticator
  accessLog: AccessLog
  requestLog: RequestLog
  media: Media
  /** Moves what the service takes for now. */
  setNow(now: Date | undefined): void
}

/** Of this process alone. */
export const testBox = openSecretBox({ dataDir: '', secretKey: Buffer.alloc(32, 7).toString('base64') })

/** Messages of all other clients stay in the outbox. */
export const clientsWithMail = new Set<string>()

/** Cheap: what a real check costs has tests of its own. */
const testPasswords = createPasswords({ memoryKiB: 64, passes: 1 })

/** The installation has none; what clients have of their own may be on this machine. */
export const ownChannels = openChannels({
  box: testBox,
  guard: createAddressGuard({ allow: ['127.0.0.1'] }),
  installation: {},
})
const testChannels: Channels = {
  ...ownChannels,
  isKept: async (scope, channel) =>
    !clientsWithMail.has(scope.clientId) && (await ownChannels.isKept(scope, channel)),
}

/** What the application has beside the interface, also for one that is set up in another way. */
export const testServices = {
  passwords: testPasswords,
  callbacks: testCallbackDoor,
  post: { box: testBox, channels: testChannels, nudge: () => {} },
  requestLogDays: 14,
}

let building: Promise<TestApp> | undefined

export function testApp(): Promise<TestApp> {
  building ??= build()
  return building
}

async function build(): Promise<TestApp> {
  const database = await testDatabase()
  await loadDefaultTemplates(database)
  await loadDefaultPackages(database)
  let now: Date | undefined
  const media = testMedia(database)
  const accessLog = createAccessLog(database)
  const requestLog = createRequestLog(database)
  // Nothing is remembered: a test may block a key and look at once. The memory has tests of its own.
  const authenticator = createAuthenticator(database, {
    freshMs: 0,
    clock: () => (now ?? new Date()).getTime(),
  })
  const app = await buildApp({
    database,
    media,
    formPool: testFormPool(),
    authenticator,
    ...testServices,
    accessLog,
    requestLog,
    baseUrl: () => BASE_URL,
    clock: () => now ?? new Date(),
    bodyLimit: 1024 * 1024,
    isPrepared: () => true,
    readiness: async () => [{ name: 'database', isOk: true }],
    pages: {
      isDemo: () => false,
      isPrepared: () => true,
      baseUrl: () => BASE_URL,
      authority: () => undefined,
    },
  })
  await app.ready()
  return {
    app,
    database,
    authenticator,
    accessLog,
    requestLog,
    media,
    setNow: (moved) => {
      now = moved
    },
  }
}

export interface ClientOptions {
  role?: Role
  timeZone?: string
  language?: Language
  currency?: string
  strictBranches?: boolean
  releaseTypes?: string[]
  masters?: string[]
  isSandbox?: true
}

/** A new system client with one login and its key. */
export async function makeClient({ role = 'dms', ...settings }: ClientOptions = {}): Promise<TestClient> {
  const { database } = await testApp()
  const id = `t-${newId().slice(-12)}`
  await inTransaction(database, (db) =>
    addClient({ db, actor: { kind: 'system', id: 'test' }, now: new Date() }, {
      id,
      name: `Test ${id}`,
      ...settings,
    } as never),
  )
  return { id, ...(await makeKey(id, role)) }
}

/** One more login for a client, with a role and a key; support has no role and reaches every client. */
export async function makeKey(clientId: string, role: Role | 'support'): Promise<Omit<TestClient, 'id'>> {
  const { database } = await testApp()
  const login = `l-${newId().slice(-12)}`
  const { key } = await inTransaction(database, async (db) => {
    const scope = { db, actor: { kind: 'system' as const, id: 'test' }, now: new Date() }
    await addLogin(scope, role === 'support' ? { login, isSupport: true } : { login, clientId, role })
    return issueKey(scope, { login })
  })
  return { login, ...callerWith(clientId, key) }
}

/** Calls of one client with one key, whatever the key is. */
export function callerWith(clientId: string, key: string): Omit<TestClient, 'id' | 'login'> {
  const call: TestClient['call'] = (method, path, body, headers) =>
    request({
      method,
      url: `/v1/system-clients/${encodeURIComponent(clientId)}${path}`,
      headers: {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
  return {
    key,
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  }
}

/** Checks every request and reply under /v1 and /app against the published documents before a test sees it. */
export async function request(options: InjectOptions): Promise<LightMyRequestResponse> {
  const { app } = await testApp()
  const response = await app.inject(options)
  assertExchange(options, response)
  return response
}

export const order = (more: Record<string, unknown> = {}) => ({ externalBranchId: 'B1', ...more })
