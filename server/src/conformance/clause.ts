// What a clause is: a number, a title in plain words, where it stands, and the steps that examine it.
import type { Answer } from './exchange.ts'
import type { Kit } from './kit.ts'
import type { Where } from './where.ts'

export interface Clause {
  /** Number of the decision and of the clause in it, A1.2; clauses of the interface itself begin with S. */
  id: string
  title: string
  where: Where
  /** Added by Walkaround: a server without it keeps the interface all the same. */
  isOurs?: boolean
  /** Clauses of one turn change the same thing, so they run one after another. */
  turn?: string
  /** Throws Unmet or Skipped; otherwise the clause is met. */
  check?: (kit: Kit) => Promise<void>
  /** Looks at a reply of any clause, after all of them; throws Unmet. */
  watch?: (answer: Answer) => void
}

export interface Chapter {
  title: string
  clauses: readonly Clause[]
}

type Check = (kit: Kit) => Promise<void>

/** A clause of the decision its number begins with. */
export const clause = (id: string, title: string, check: Check, more: Partial<Clause> = {}): Clause => ({
  id,
  title,
  where: id.replace(/\..*/, '') as Where,
  check,
  ...more,
})

/** A clause about every reply of the run. */
export const watch = (
  id: string,
  title: string,
  look: (answer: Answer) => void,
  more: Partial<Clause> = {},
): Clause => ({ id, title, where: id.replace(/\..*/, '') as Where, watch: look, ...more })

export const ours = { isOurs: true } as const
