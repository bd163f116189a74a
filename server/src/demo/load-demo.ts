// Makes the demo dealership: all of it in one transaction, so that whatever interrupts it leaves either none or all.
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { findClient } from '../access/client-store.ts'
import { issueKey } from '../access/issue-key.ts'
import { installationPasswords } from '../access/password-work.ts'
import type { Passwords } from '../access/passwords.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { loadDefaultPackages, readDefaultPackages } from '../features/assignment/default-packages.ts'
import type { Media } from '../features/media/media.ts'
import { loadDefaultTemplates } from '../features/templates/default-templates.ts'
import { problem } from '../problems.ts'
import { addCatalogue } from './add-catalogue.ts'
import { makeCatalogue } from './catalogue.ts'
import {
  addDealership,
  DEMO_CLIENT,
  dmsLoginOf,
  firstSignIns,
  loginOf,
  type StaffId,
  staff,
  staffIds,
} from './dealership.ts'
import { takeInFiles } from './photos.ts'
import { play, scopeOf } from './play.ts'
import { demoSteps, FIRST_ORDER } from './script.ts'
import { workshopClock } from './workshop-clock.ts'

export interface DemoAccess {
  clientId: string
  key: string
  /** An order to read first. */
  orderId: string
  logins: { login: string; password: string; role: string }[]
  /** The rest of the staff: they sign in once somebody sets a password for them. */
  loginsWithoutPassword: string[]
}

export interface LoadOptions {
  /** Where its photos go; asked for only when the demo is made. */
  media: () => Promise<Media>
  now?: Date
  onProgress?: (text: string) => void
  /** Another id than `demo`, for a dealership beside it; its logins begin with it. */
  clientId?: string
  passwords?: Passwords
}

const actor = { kind: 'system', id: 'demo' } as const

/** Refuses when the system client is there already. */
export async function loadDemo(database: Database, options: LoadOptions): Promise<DemoAccess> {
  const { now = new Date(), onProgress = () => {}, clientId = DEMO_CLIENT } = options
  if (await findClient(database, clientId)) {
    throw problem(
      'alreadyExists',
      `client: there is a system client "${clientId}" already; nothing was changed`,
    )
  }
  await loadDefaultTemplates(database)
  await loadDefaultPackages(database)
  onProgress('demo dealership: passwords')
  // Before the transaction: a hash takes a second, and nobody may wait for a row meanwhile.
  const passwords = new Map(firstSignIns.map((id) => [id, makePassword()]))
  // Each holds its memory and a thread; more at a time than processors would only make all of them late.
  const parallel = Math.min(availableParallelism(), passwords.size)
  const hashes = await hashAll(passwords, options.passwords ?? installationPasswords(database, { parallel }))
  onProgress('demo dealership: packages, orders, leads and 26 weeks of history')
  const catalogue = makeCatalogue((await readDefaultPackages()).packages)
  const steps = demoSteps(now, catalogue)
  const opened = workshopClock(now).at(-170, '08:00')
  // Before the transaction too: pictures are looked at by workers, and rows would wait for them.
  const names = new Set(steps.flatMap((step) => (step.do === 'addPhoto' ? [step.photo] : [])))
  const files = await takeInFiles(await options.media(), clientId, names)
  const { key } = await inTransaction(database, async (db) => {
    const dealership = await addDealership({ db, actor, now: opened }, clientId, { hashes, files })
    // What is offered is remembered under the number of the catalogue. Rolled back, the numbers come again, and with them
    // the same catalogue: it depends on nothing but the files of this version.
    await addCatalogue(scopeOf(db, dealership, opened), catalogue)
    await play(db, dealership, steps, files)
    return issueKey({ db, actor, now }, { login: dmsLoginOf(clientId), label: 'demo' })
  })
  return {
    clientId,
    key,
    orderId: FIRST_ORDER,
    logins: [...passwords].map(([id, password]) => ({
      login: loginOf(clientId, id),
      password,
      role: staff[id].role,
    })),
    loginsWithoutPassword: staffIds.filter((id) => !passwords.has(id)).map((id) => loginOf(clientId, id)),
  }
}

async function hashAll(
  passwords: ReadonlyMap<StaffId, string>,
  { hash }: Passwords,
): Promise<Map<StaffId, string>> {
  return new Map(
    await Promise.all([...passwords].map(async ([id, password]) => [id, await hash(password)] as const)),
  )
}

// Without letters and digits that look alike: it is read off a screen and typed on a tablet.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** 12 of 31 characters: 59 bits. */
function makePassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
