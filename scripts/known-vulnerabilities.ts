// Asks the registry for advisories about the packages the service runs with, and fails if one is open for longer than SECURITY.md
// allows. npm run audit; exit code 69 if the registry does not reply.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const severities = ['critical', 'high', 'moderate', 'low'] as const
export type Severity = (typeof severities)[number]

/** Days from the build that first found an advisory to the release that fixes it. SECURITY.md says the same. */
export const daysToMend: Readonly<Record<Severity, number>> = { critical: 7, high: 14, moderate: 30, low: 90 }

/** A known advisory that waits for its fix: when it was first found, and why it may wait. */
export interface Waiting {
  id: number
  seen: string
  reason: string
}

/** Nothing waits. */
export const waiting: readonly Waiting[] = []

export interface Advisory {
  id: number
  name: string
  title: string
  url: string
  severity: Severity
}

interface Entry {
  version?: string
  dev?: true
  link?: true
}

/** Names and versions of what is installed to run the service. */
export function installedOf(lockfile: { packages: Record<string, Entry> }): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [path, { version, dev, link }] of Object.entries(lockfile.packages)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || dev || link || version === undefined) continue
    found[name] = [...new Set([...(found[name] ?? []), version])]
  }
  return found
}

export async function askRegistry(
  registry: string,
  installed: Record<string, string[]>,
): Promise<Advisory[]> {
  const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(installed),
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok) throw new Error(`the registry answers ${response.status}`)
  const answer = (await response.json()) as Record<string, Omit<Advisory, 'name'>[]>
  return Object.entries(answer).flatMap(([name, list]) => list.map((advisory) => ({ ...advisory, name })))
}

/** Advisories that are overdue or were never examined; and entries of `waiting` that no longer apply. */
export function listBreaches(
  advisories: readonly Advisory[],
  known: readonly Waiting[],
  today: Date,
): string[] {
  const beyond = advisories.flatMap(({ id, name, title, url, severity }) => {
    const entry = known.find((one) => one.id === id)
    if (!entry) return [`${name}: ${title} (${severity}, ${url}) is new: mend it, or note when it was met`]
    const end = new Date(entry.seen).getTime() + daysToMend[severity] * 86_400_000
    return today.getTime() > end
      ? [
          `${name}: ${title} (${severity}, ${url}) was met on ${entry.seen}: its ${daysToMend[severity]} days are over`,
        ]
      : []
  })
  const gone = known.filter(({ id }) => !advisories.some((advisory) => advisory.id === id))
  return [...beyond, ...gone.map(({ id }) => `advisory ${id} is noted and no longer there`)]
}

async function main(): Promise<number> {
  const path = join(import.meta.dirname, '../package-lock.json')
  const installed = installedOf(JSON.parse(readFileSync(path, 'utf8')))
  let advisories: Advisory[]
  try {
    // Only npm knows which registry it is.
    const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
    advisories = await askRegistry(registry, installed)
  } catch (error) {
    console.log(`Nobody could be asked for advisories: ${(error as Error).message}`)
    return 69
  }
  const breaches = listBreaches(advisories, waiting, new Date())
  for (const breach of breaches) console.log(`Failed: ${breach}`)
  console.log(`${Object.keys(installed).length} packages, ${advisories.length} advisories`)
  console.log(breaches.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
  return breaches.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main()
