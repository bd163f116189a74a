// How many seconds each test file took, per database: stored in test-times.json, so that a run divides its work evenly, even in a
// fresh clone. `node scripts/test.ts --write-times` updates it after a complete run; use a quiet machine.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Outcome } from './test-events.ts'

export type Engine = 'embedded' | 'postgres'
type Times = Record<string, number>

const root = resolve(import.meta.dirname, '..')
const path = join(import.meta.dirname, 'test-times.json')
/** Shorter times are not stored. */
const LEAST_S = 0.5
const UNKNOWN_S = 0.3

function readAll(): Record<Engine, Times> {
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<Engine, Times>) : {}
  return { embedded: {}, postgres: {}, ...kept }
}

/** Seconds of a file, given by its path from the root. */
export function readTimes(engine: Engine): (file: string) => number {
  const times = readAll()[engine]
  return (file) => times[file] ?? UNKNOWN_S
}

/** Files that did not run keep their time; removed files lose it. */
export function writeTimes(engine: Engine, outcomes: readonly Outcome[]): void {
  const all = readAll()
  const ran = new Map<string, number>()
  for (const outcome of outcomes) {
    if (outcome.kind === 'end' || outcome.file === undefined) continue
    // The time of a suite includes that of its parts.
    const seconds = outcome.inside === undefined ? outcome.ms / 1000 : 0
    ran.set(outcome.file, (ran.get(outcome.file) ?? 0) + seconds)
  }
  const times = Object.entries({ ...all[engine], ...Object.fromEntries(ran) })
    .filter(([file, seconds]) => seconds >= LEAST_S && existsSync(join(root, file)))
    .map(([file, seconds]) => [file, Math.round(seconds)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(path, `${JSON.stringify({ ...all, [engine]: Object.fromEntries(times) }, undefined, 2)}\n`)
}
