// Writes what was measured into docs/performance.md: each part stands between two marks, with the machine it was measured on.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'

const page = resolve(import.meta.dirname, '../docs/performance.md')

/** Before the measurement: other work on the machine shows in the load. */
export function describeMachine(): string {
  const { length } = cpus()
  const model = cpus()[0]?.model.trim() || process.arch
  const [load = 0] = loadavg()
  return (
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${length} cores (${model}), which also ran the database and the load, and ` +
    `Node ${process.versions.node}. The load of the machine was ${load.toFixed(1)} before.`
  )
}

const marksOf = (name: string) => [`<!-- bench: ${name} -->`, `<!-- end of bench: ${name} -->`] as const

/** Plans, which follow under headings, are for whoever runs the measurement. */
const withoutPlans = (measured: string): string => measured.split('\n### ', 1)[0]?.trimEnd() ?? ''

export async function writePart(name: string, measured: string): Promise<void> {
  const text = await readFile(page, 'utf8')
  const [begin, end] = marksOf(name)
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no place for "${name}"`)
  await writeFile(
    page,
    `${text.slice(0, from + begin.length)}\n\n${withoutPlans(measured)}\n\n${text.slice(to)}`,
  )
}
