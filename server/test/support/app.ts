// People at the web apps: signed in with a password, calling under /app with their cookie and its proof of origin.
import assert from 'node:assert/strict'
import type { Session } from '@walkaround/contract/app/session.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import type { LightMyRequestResponse } from 'fastify'
import { inTransaction } from '../../src/db/transaction.ts'
import { addLogin } from '../../src/identity/logins.ts'
import { createPasswords } from '../../src/identity/passwords.ts'
import { newId } from '../../src/lib/ids.ts'
import { type Method, request, testApp } from './api.ts'

export const PASSWORD = 'correct horse battery'
export const COOKIE = '__Host-walkaround'

let hashing: Promise<string> | undefined

/** A login with PASSWORD. */
export async function makePerson(
  clientId: string,
  role: Role | 'support',
  name = 'Jo Sample',
): Promise<string> {
  const { database } = await testApp()
  const login = `p-${newId().slice(-12)}`
  hashing ??= createPasswords({ memoryKiB: 64, passes: 1 }).hash(PASSWORD)
  const passwordHash = await hashing
  await inTransaction(database, (db) =>
    addLogin(
      { db, actor: { kind: 'system', id: 'test' }, now: new Date() },
      {
        login,
        name,
        passwordHash,
        ...(role === 'support' ? { isSupport: true } : { clientId, role }),
      },
    ),
  )
  return login
}

export function trySignIn(
  login: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
  remoteAddress?: string,
): Promise<LightMyRequestResponse> {
  return request({
    method: 'POST',
    url: '/app/session',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ login, password }),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  })
}

export interface AppPerson {
  login: string
  cookie: string
  session: Session
  /** Paths are relative to the client, or absolute when they begin with /app. */
  call(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string | undefined>,
  ): Promise<LightMyRequestResponse>
  get(path: string): Promise<LightMyRequestResponse>
  put(path: string, body: unknown): Promise<LightMyRequestResponse>
  post(path: string, body: unknown): Promise<LightMyRequestResponse>
  delete(path: string): Promise<LightMyRequestResponse>
}

export function cookieOf(response: LightMyRequestResponse): string {
  return String(response.headers['set-cookie']).split(';', 1)[0] ?? ''
}

export async function signIn(clientId: string, login: string): Promise<AppPerson> {
  const response = await trySignIn(login)
  assert.equal(response.statusCode, 200, response.body)
  const session = response.json<Session>()
  const cookie = cookieOf(response)
  const call: AppPerson['call'] = (method, path, body, headers) => {
    const sent = {
      cookie,
      ...(method === 'GET' || method === 'HEAD' ? {} : { 'x-walkaround-csrf': session.csrf }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    return request({
      method,
      url: path.startsWith('/app') ? path : `/app/system-clients/${encodeURIComponent(clientId)}${path}`,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  }
  return {
    login,
    cookie,
    session,
    call,
    get: (path) => call('GET', path),
    put: (path, body) => call('PUT', path, body),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
  }
}

/** A new person, signed in. */
export async function person(clientId: string, role: Role | 'support', name?: string): Promise<AppPerson> {
  return signIn(clientId, await makePerson(clientId, role, name))
}

/** A file of JSON, as the page sends it. */
export const sendJsonFile = (
  { cookie, session }: AppPerson,
  clientId: string,
  path: string,
  file: unknown,
): Promise<LightMyRequestResponse> =>
  request({
    method: 'POST',
    url: `/app/system-clients/${clientId}${path}`,
    headers: {
      cookie,
      'x-walkaround-csrf': session.csrf,
      'content-type': 'application/octet-stream',
    },
    payload: typeof file === 'string' ? file : JSON.stringify(file),
  })
