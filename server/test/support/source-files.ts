// The project as files: what each imports, and which room of the house it belongs to. Read-only.
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')

const HIDDEN = ['**/node_modules/**', '.git/**', '.setup.lock*/**', 'data/**', '**/dist/**']

/** Relative paths with forward slashes, sorted. */
export function listFiles(patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: HIDDEN })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(root, file)).isFile())
    .sort()
}

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

export const isTest = (file: string): boolean => file.endsWith('.test.ts')

export interface Import {
  from: string
  /** A file of the project, or the name of a package. */
  to: string
  isOurs: boolean
}

const STATIC = /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g
const TYPE_OF = /\bimport\(['"]([^'"]+)['"]\)\./g

export function importsOf(file: string): Import[] {
  const text = textOf(file)
  const names = [STATIC, DYNAMIC, TYPE_OF].flatMap((shape) =>
    [...text.matchAll(shape)].map(([, name]) => name as string),
  )
  return [...new Set(names)].map((name) => {
    const workspace = /^@walkaround\/(\w+)\/(.+)$/.exec(name)
    if (workspace) return { from: file, to: `${workspace[1]}/src/${workspace[2]}`, isOurs: true }
    if (name.startsWith('.')) return { from: file, to: posix.join(dirname(file), name), isOurs: true }
    return { from: file, to: name, isOurs: false }
  })
}

/** Every cycle in the graph, each once, as the files on it. */
export function findCycles(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(
    imports.filter(({ isOurs }) => isOurs),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string, trail: string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) {
      cycles.push([...trail.slice(start), file])
      return
    }
    if (done.has(file)) return
    for (const { to } of next.get(file) ?? []) visit(to, [...trail, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return cycles
}
