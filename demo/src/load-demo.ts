// Creates the demo dealership in one transaction, so that an interruption leaves nothing or everything.
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { SetUpProgress } from '@walkaround/contract/set-up-page.ts'
import type { Database } from '@walkaround/server/db/database.ts'
import { inTransaction } from '@walkaround/server/db/transaction.ts'
import {
  loadDefaultPackages,
  readDefaultPackages,
} from '@walkaround/server/features/assignment/default-packages.ts'
import type { Media } from '@walkaround/server/features/media/media.ts'
import type { Post } from '@walkaround/server/features/messages/send-results.ts'
import { loadDefaultTemplates } from '@walkaround/server/features/templates/default-templates.ts'
import { issueKey } from '@walkaround/server/identity/issue-key.ts'
import { installationPasswords } from '@walkaround/server/identity/password-work.ts'
import type { Passwords } from '@walkaround/server/identity/passwords.ts'
import { findClient } from '@walkaround/server/organisation/client-store.ts'
import { SecretBoxError } from '@walkaround/server/outside/secret-box.ts'
import { problem } from '@walkaround/server/problems.ts'
import type { DemoAccess } from '@walkaround/server/process/demo.ts'
import { addCatalogue } from './add-catalogue.ts'
import { addDemoRequests } from './add-requests.ts'
import { addSandbox } from './add-sandbox.ts'
import { addWords } from './add-words.ts'
import { makeCatalogue } from './catalogue.ts'
import {
  addDealership,
  dmsLoginOf,
  firstSignIns,
  loginOf,
  portraits,
  type StaffId,
  sites,
  staff,
  staffIds,
} from './dealership.ts'
import { DEMO_CLIENT, FIRST_ORDER } from './ids.ts'
import { takeInFiles } from './photos.ts'
import { play, scopeOf } from './play.ts'
import { demoSteps } from './script.ts'
import { workshopClock } from './workshop-clock.ts'

export interface LoadOptions {
  /** Where its photos go; called only if the demo is created. */
  media: () => Promise<Media>
  /** Where the links of messages lead; without it nothing was sent in the past. */
  post?: Post | undefined
  now?: Date
  onProgress?: (progress: SetUpProgress) => void
  /** Another id than `demo`, for an additional dealership; its logins begin with it. */
  clientId?: string
  passwords?: Passwords
}

const actor = { kind: 'system', id: 'demo' } as const

/** Fails if the system client already exists. */
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
  onProgress({ step: 'passwords' })
  // Before the transaction: a hash takes a second, and nobody should wait for a row meanwhile.
  const passwords = new Map(firstSignIns.map((id) => [id, makePassword()]))
  // Each one uses memory and a thread; more at a time than processors would only delay all of them.
  const parallel = Math.min(availableParallelism(), passwords.size)
  const hashes = await hashAll(passwords, options.passwords ?? installationPasswords(database, { parallel }))
  onProgress({ step: 'history' })
  const catalogue = makeCatalogue((await readDefaultPackages()).packages)
  const steps = demoSteps(now, catalogue)
  const opened = workshopClock(now).at(-170, '08:00')
  // Also before the transaction: workers process the pictures, and rows would wait for them.
  const photos = new Set(steps.flatMap((step) => (step.do === 'addPhoto' ? [step.photo] : [])))
  const logos = Object.values(sites).map(({ logo }) => logo)
  const files = await takeInFiles(await options.media(), clientId, { photos, logos, portraits })
  const post = await findUsable(options.post)
  const { key, sandbox } = await inTransaction(database, async (db) => {
    const dealership = await addDealership({ db, actor, now: opened }, clientId, { hashes, files })
    // Offers are cached under the version of the catalogue. After a rollback the versions are used again, with the same catalogue:
    // it depends only on the files of this release.
    await addCatalogue(scopeOf(db, dealership, opened), catalogue)
    await addWords(scopeOf(db, dealership, opened))
    await play(db, dealership, steps, { files, post })
    return {
      ...(await issueKey({ db, actor, now }, { login: dmsLoginOf(clientId), label: 'demo' })),
      sandbox: await addSandbox({ db, actor, now }, clientId, catalogue),
    }
  })
  await addDemoRequests(database, { clientId, key, now })
  return {
    clientId,
    key,
    ...(sandbox ? { sandbox: { clientId: sandbox.client, key: sandbox.key } } : {}),
    orderId: FIRST_ORDER,
    logins: [...passwords].map(([id, password]) => ({
      login: loginOf(clientId, id),
      password,
      role: staff[id].role,
    })),
    loginsWithoutPassword: staffIds.filter((id) => !passwords.has(id)).map((id) => loginOf(clientId, id)),
  }
}

/** A demo whose links cannot be sealed is still made. The box reads its key here, not in the transaction. */
async function findUsable(post: Post | undefined): Promise<Post | undefined> {
  try {
    await post?.box.seal('', 'nothing')
    return post
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
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

// Without letters and digits that look alike: it is read from a screen and typed on a tablet.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** 12 of 31 characters: 59 bits. */
function makePassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
