// Passwords: Argon2id of about a second, off the event loop (F2). Never call it inside a transaction.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { problem } from '../problems.ts'

const ARGON2ID = 2
const SHORTEST = 10
const LONGEST = 256

export interface PasswordOptions {
  /** Memory of one check in KiB. */
  memoryKiB?: number
  /** Passes over the memory; left out, they are measured at first use so that a check takes about `targetMs`. */
  passes?: number
  targetMs?: number
  /** Checks at a time: each holds its memory and one of libuv's four threads, and starves the rest beyond two. */
  parallel?: number
  /** How many may wait for their turn before the next one is told to come back later. */
  waiting?: number
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long when there is no hash to compare with: nobody learns which logins exist. */
  isRight(storedHash: string | undefined, password: string): Promise<boolean>
}

export function createPasswords(options: PasswordOptions = {}): Passwords {
  const memoryCost = options.memoryKiB ?? 128 * 1024
  const targetMs = options.targetMs ?? 1_000
  const inTurn = createTurns(options.parallel ?? 2, options.waiting ?? 8, targetMs)
  let measured: Promise<number> | undefined

  const work = (password: string, timeCost: number) =>
    hash(toNormal(password), { algorithm: ARGON2ID, memoryCost, timeCost, parallelism: 1 })

  async function measure(): Promise<number> {
    // The best of three: a busy moment must not make all passwords of this installation cheaper.
    let pass = Number.POSITIVE_INFINITY
    for (let i = 0; i < 3; i++) {
      const start = performance.now()
      await work('calibration', 2)
      pass = Math.min(pass, (performance.now() - start) / 2)
    }
    // Three passes at least, on however slow a machine.
    return Math.max(3, Math.round(targetMs / pass))
  }

  function passes(): Promise<number> {
    if (options.passes !== undefined) return Promise.resolve(options.passes)
    measured ??= measure().catch((error) => {
      measured = undefined
      throw error
    })
    return measured
  }

  /** A hash nothing matches: checking it is all its use. */
  async function standIn(): Promise<string> {
    const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
    return `$argon2id$v=19$m=${memoryCost},t=${await passes()},p=1$${base64(16)}$${base64(32)}`
  }

  return {
    async hash(password) {
      assertPassword(password)
      return inTurn(async () => work(password, await passes()))
    },
    async isRight(storedHash, password) {
      // Longer than any password can be: no work for it, and that tells nothing about the login either.
      if (password.length > LONGEST) return false
      const right = await inTurn(async () => verify(storedHash ?? (await standIn()), toNormal(password)))
      return storedHash !== undefined && right
    },
  }
}

/** Without the value: it must not turn up in an answer or a log. */
export function assertPassword(password: string): void {
  if (password.length < SHORTEST || password.length > LONGEST) {
    throw problem('invalidArgument', `password: must be ${SHORTEST} to ${LONGEST} characters long`)
  }
}

/** The same password typed on two keyboards may come as different code points. */
function toNormal(password: string): string {
  return password.normalize('NFKC')
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
      // A finished turn goes straight to the next in line, so that nobody can slip in between.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
