// docs/interface-changes.md: what changed in the interface between releases, and since the newest, from their OpenAPI files in
// contract/releases/.
import { readdirSync, readFileSync } from 'node:fs'
import { compareInterfaces, type InterfaceChange } from '../contract/src/interface-changes.ts'

export interface Release {
  version: string
  openapi: unknown
}

const folder = new URL('../contract/releases/', import.meta.url)

/** Oldest first. */
export function readReleases(): Release[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      version: name.replace(/\.json$/, ''),
      openapi: JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
    }))
    .toSorted((a, b) => compareVersions(a.version, b.version))
}

/** A version with a hyphen comes before the one without. */
function compareVersions(a: string, b: string): number {
  const [[numbers = '', early], [others = '', earlier]] = [a.split('-'), b.split('-')] as [string[], string[]]
  const order = numbers.localeCompare(others, 'en', { numeric: true })
  return order || Number(early === undefined) - Number(earlier === undefined)
}

export function describeInterfaceChanges(current: Release, made: string): string {
  const states = [...readReleases(), current]
  const steps = states.slice(1).map((state, index) => ({ state, before: states[index] as Release }))
  return [
    '# Changes of the interface',
    '',
    `<!-- ${made} -->`,
    '',
    'What changed under `/v1` from release to release, by comparing the OpenAPI files that are kept in `contract/releases/`. A change is',
    '**compatible** if a caller who knows nothing of it goes on working, and **breaking** otherwise;',
    '[what may change, and with how much notice](stability.md).',
    '',
    '`0.1.0-first` is no release: nothing has been released yet. It is the oldest state, of 17 November 2026, that has every operation',
    'of the interface and describes requests and replies in the form of today. Files from before lack operations or describe them in',
    'another form, so a comparison would say little.',
    '',
    ...steps.toReversed().flatMap(({ state, before }) => describeStep(before, state)),
  ].join('\n')
}

function describeStep(before: Release, state: Release): string[] {
  const changes = compareInterfaces(before.openapi, state.openapi)
  const isAdded = ({ what }: InterfaceChange) => what.startsWith('Operation added: ')
  const added = changes.filter(isAdded)
  const breaking = changes.filter(({ isBreaking }) => isBreaking)
  const others = changes.filter((change) => !change.isBreaking && !isAdded(change))
  return [
    `## ${state.version}, since ${before.version}`,
    '',
    ...(changes.length === 0 ? ['Nothing changed.', ''] : []),
    ...listed('Breaking', breaking, toLine),
    ...listed('New operations', added, ({ what, operations, isStable }) => {
      const summary = what.replace('Operation added: ', '')
      return `- \`${operations[0]}\`: ${summary} (compatible; ${isStable ? 'stable' : 'preview'})`
    }),
    ...listed('Compatible', others, toLine),
  ]
}

function listed(
  title: string,
  changes: InterfaceChange[],
  toText: (change: InterfaceChange) => string,
): string[] {
  return changes.length === 0 ? [] : [`### ${title}`, '', ...changes.map(toText), '']
}

/** More operations than these are counted. */
const MOST_NAMED = 3

function toLine({ what, operations, isStable }: InterfaceChange): string {
  const named = operations
    .slice(0, MOST_NAMED)
    .map((name) => `\`${name.replace('/system-clients/{system_client_id}', '…')}\``)
    .join(', ')
  const rest = operations.length - MOST_NAMED
  return `- ${what}: ${named}${rest > 0 ? ` and ${rest} more` : ''}${isStable ? '' : ' (preview)'}`
}
