// Passwords: Argon2id of about a second, off the event loop (F2). Never call it inside a transaction.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { problem } from '../problems.ts'
import { assertPassword, LONGEST_PASSWORD, toNormal } from './password-rules.ts'

const ARGON2ID = 2

/** The cost of one check. */
export interface Work {
  memoryKiB: number
  passes: number
}

export interface PasswordOptions {
  /** Memory of one check in KiB. */
  memoryKiB?: number
  /** Passes over the memory; left out, they are measured at first use so that a check takes about `targetMs`. */
  passes?: number
  targetMs?: number
  /**
   * The passes of the whole installation, measured when there are none yet: were they measured by each process, checks
   * would take different times, and the time would tell which logins exist.
   */
  agree?: (memoryKiB: number, measure: () => Promise<number>) => Promise<number>
  /** Checks at a time: each holds its memory and one of libuv's four threads, and starves the rest beyond two. */
  parallel?: number
  /** How many may wait for their turn before the next one is told to come back later. */
  waiting?: number
  /** Called for all work done. */
  onWork?: (work: Work) => void
}

export interface Passwords {
  /** Refuses what is too short, too common, or the login itself. */
  hash(password: string, login?: string): Promise<string>
  /** Does the same work when there is no hash to compare with: nobody learns which logins exist. */
  isRight(storedHash: string | undefined, password: string): Promise<boolean>
  /** Hashes a password that was accepted before, even if it breaks today's rules. */
  renew(password: string): Promise<string>
  /** False for a hash of an older cost, which is replaced at the next sign-in. */
  isCurrent(storedHash: string): Promise<boolean>
}

export function createPasswords(options: PasswordOptions = {}): Passwords {
  const memoryKiB = options.memoryKiB ?? 128 * 1024
  const targetMs = options.targetMs ?? 1_000
  const inTurn = createTurns(options.parallel ?? 2, options.waiting ?? 8, targetMs)
  let agreed: Promise<number> | undefined

  const work = (password: string, passes: number) => {
    options.onWork?.({ memoryKiB, passes })
    return hash(toNormal(password), {
      algorithm: ARGON2ID,
      memoryCost: memoryKiB,
      timeCost: passes,
      parallelism: 1,
    })
  }

  async function measure(): Promise<number> {
    // The best of three: a busy moment must not make all passwords of this installation cheaper.
    let pass = Number.POSITIVE_INFINITY
    for (let i = 0; i < 3; i++) {
      const start = performance.now()
      await hash('calibration', { algorithm: ARGON2ID, memoryCost: memoryKiB, timeCost: 2, parallelism: 1 })
      pass = Math.min(pass, (performance.now() - start) / 2)
    }
    // Three passes at least, on however slow a machine.
    return Math.max(3, Math.round(targetMs / pass))
  }

  function passes(): Promise<number> {
    if (options.passes !== undefined) return Promise.resolve(options.passes)
    agreed ??= (options.agree?.(memoryKiB, measure) ?? measure()).catch((error) => {
      agreed = undefined
      throw error
    })
    return agreed
  }

  /** A hash that nothing matches; checking it only costs the same time. */
  function standIn(passes: number): string {
    const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
    return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${base64(16)}$${base64(32)}`
  }

  async function check(storedHash: string | undefined, password: string): Promise<boolean> {
    const wanted = await passes()
    const compared = storedHash ?? standIn(wanted)
    const done = workOf(compared)
    if (done) options.onWork?.(done)
    const isRight = await verify(compared, toNormal(password))
    // An older hash with fewer passes: the missing passes are done anyway, so that it takes as long.
    const missing = done?.memoryKiB === memoryKiB ? wanted - done.passes : 0
    if (missing > 0) await work(password, missing)
    return storedHash !== undefined && isRight
  }

  return {
    async hash(password, login) {
      assertPassword(password, login)
      return inTurn(async () => work(password, await passes()))
    },
    renew: (password) => inTurn(async () => work(password, await passes())),
    async isRight(storedHash, password) {
      // Longer than any password can be: refused without work, which reveals nothing about the login.
      if (password.length > LONGEST_PASSWORD) return false
      return inTurn(() => check(storedHash, password))
    },
    async isCurrent(storedHash) {
      const done = workOf(storedHash)
      return done?.memoryKiB === memoryKiB && done.passes === (await passes())
    },
  }
}

function workOf(storedHash: string): Work | undefined {
  const [, memoryKiB, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(storedHash) ?? []
  return passes === undefined ? undefined : { memoryKiB: Number(memoryKiB), passes: Number(passes) }
}

/** Runs a few pieces of work at a time, lets a few wait, and refuses the rest. */
function createTurns(parallel: number, waiting: number, eachMs: number) {
  let running = 0
  const queue: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < parallel) {
      running++
    } else {
      if (queue.length >= waiting) {
        const seconds = Math.ceil(((waiting / parallel + 1) * eachMs) / 1_000)
        throw problem('rateExceeded', `too many sign-ins at once; try again in ${seconds} seconds`, {
          'retry-after': String(seconds),
        })
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      // A finished turn goes directly to the next in line, so that no newcomer can jump the queue.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
