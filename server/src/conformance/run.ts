// One run: clauses side by side, those of one turn one after another; each puts away what it made. Then the clauses about every reply.
import type { Chapter, Clause } from './clause.ts'
import { chapters } from './clauses.ts'
import { type Answer, Skipped, Unmet } from './exchange.ts'
import { Kit, type Surroundings } from './kit.ts'
import { type Finding, type Sheet, shownExchange } from './sheet.ts'
import { placeOf } from './where.ts'

/** Clauses at once: quick, and no burden to a service that serves others meanwhile. */
const SIDE_BY_SIDE = 6

export interface RunOptions extends Surroundings {
  /** Numbers of clauses or decisions: A1 stands for all clauses of A1. */
  only?: readonly string[]
  progress?: (text: string) => void
}

interface Chosen {
  clause: Clause
  chapter: Chapter
}

const isNamed = ({ id }: Clause, only: readonly string[]) =>
  only.some((name) => id === name || id.startsWith(`${name}.`))

/** Names of `only` that no clause has. */
export const unknownNames = (only: readonly string[]): string[] =>
  only.filter((name) => !chapters.some(({ clauses }) => clauses.some((clause) => isNamed(clause, [name]))))

const choose = (only: readonly string[]): Chosen[] =>
  chapters.flatMap((chapter) =>
    chapter.clauses
      .filter((clause) => only.length === 0 || isNamed(clause, only))
      .map((clause) => ({ clause, chapter })),
  )

export async function runClauses({ only = [], progress = () => {}, ...around }: RunOptions): Promise<Sheet> {
  const chosen = choose(only)
  const findings = new Map<Clause, Finding>()
  const answers: Answer[] = []
  const left: string[] = []
  const isAlone = chosen.every(({ clause }) => clause.watch)

  async function examine(one: Chosen): Promise<void> {
    const kit = new Kit(around, one.clause.id.toLowerCase().replace('.', '-'))
    const began = performance.now()
    // Also if the run is broken off: what was made is put away first.
    const outcome = await outcomeOf(async () => one.clause.check?.(kit)).finally(async () => {
      left.push(...(await kit.cleanUp()))
    })
    findings.set(one.clause, findingOf(one, outcome, performance.now() - began))
    answers.push(...kit.answers)
    progress(`${findings.size} of ${chosen.length} clauses`)
  }

  // A clause about every reply needs replies: if only such clauses are wanted, all others run without being told.
  const steps = (isAlone ? choose([]) : chosen).filter(({ clause }) => clause.check)
  const turns = Map.groupBy(steps, ({ clause }) => clause.turn ?? clause.id)
  // The longest turns first, so that they do not end the run alone.
  const waiting = [...turns.values()].sort((one, other) => other.length - one.length)
  async function work(): Promise<void> {
    for (let turn = waiting.shift(); turn; turn = waiting.shift()) {
      for (const one of turn) {
        around.signal?.throwIfAborted()
        await examine(one)
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: SIDE_BY_SIDE }, work))
  for (const one of ended) if (one.status === 'rejected') throw one.reason

  for (const one of chosen.filter(({ clause }) => clause.watch)) {
    const outcome = await outcomeOf(async () => {
      for (const answer of answers) one.clause.watch?.(answer)
    })
    findings.set(one.clause, findingOf(one, outcome, 0))
  }
  const { origin, basePath, client } = around.target
  return {
    subject: `Conformance of ${origin}${basePath}, client ${client}`,
    findings: chosen.flatMap(({ clause }) => findings.get(clause) ?? []),
    left,
    notes: [],
  }
}

/** Why the server refuses the dealer code of the run, if it does: then no clause could make an order. */
export async function whyNoDealer(around: Surroundings): Promise<string | undefined> {
  const kit = new Kit(around, 'first')
  const answer = await kit.order().put()
  await kit.cleanUp()
  return answer.status === 400 ? String(answer.parsed()?.errorInfo ?? answer.text) : undefined
}

type Outcome = Pick<Finding, 'state' | 'reason' | 'expected' | 'request' | 'answer'>

/** What the steps of a clause came to. Errors of the kit itself and an end by the signal are thrown. */
export async function outcomeOf(steps: () => Promise<void>): Promise<Outcome> {
  try {
    await steps()
    return { state: 'passed' }
  } catch (error) {
    if (error instanceof Skipped) return { state: 'skipped', reason: error.message }
    if (!(error instanceof Unmet)) throw error
    return { state: 'failed', expected: error.expected, ...(error.answer && shownExchange(error.answer)) }
  }
}

const findingOf = ({ clause, chapter }: Chosen, outcome: Outcome, milliseconds: number): Finding => ({
  id: clause.id,
  title: clause.title,
  chapter: chapter.title,
  place: placeOf(clause.where),
  isOurs: clause.isOurs ?? false,
  milliseconds: Math.round(milliseconds),
  ...outcome,
})
