// The other way round: plays the service against a receiver of callbacks and grades it.
import { Skipped, Unmet } from './exchange.ts'
import { type Check, checks } from './receiver-checks.ts'
import { Desk, type DeskOptions } from './receiver-desk.ts'
import { outcomeOf } from './run.ts'
import type { Finding, Sheet } from './sheet.ts'
import { placeOf, type Where } from './where.ts'

export interface ReceiverOptions extends DeskOptions {
  only?: readonly string[]
  progress?: (text: string) => void
}

/** Without a secret there is nothing to examine about these. */
const aboutSignatures: readonly Where[] = ['G3', 'signedReceiver']

const isNamed = ({ id }: Check, only: readonly string[]) =>
  only.some((name) => id === name || id.startsWith(`${name}.`))

/** Names of `only` that no check has. */
export const unknownChecks = (only: readonly string[]): string[] =>
  only.filter((name) => !checks.some((check) => isNamed(check, [name])))

export async function examineReceiver(options: ReceiverOptions): Promise<Sheet> {
  const { only = [], progress = () => {}, url, secret, run } = options
  const chosen = checks.filter((check) => only.length === 0 || isNamed(check, only))
  const findings: Finding[] = []
  for (const { id, title, where, mend, steps } of chosen) {
    progress(`${findings.length} of ${chosen.length} checks`)
    const began = performance.now()
    const outcome = await outcomeOf(async () => {
      if (aboutSignatures.includes(where) && secret === undefined)
        throw new Skipped('nothing is signed without a secret: --secret whsec_…')
      await steps(new Desk(options, id.toLowerCase().replace('.', '-')))
    })
    const milliseconds = Math.round(performance.now() - began)
    const common = { id, title, chapter: chapterOf(id), place: placeOf(where), isOurs: false, milliseconds }
    findings.push({ ...common, ...outcome, ...(outcome.state === 'failed' ? { mend } : {}) })
  }
  const isRepeated = findings.some(({ id, state }) => id === 'R4.1' && state === 'passed')
  const notes = isRepeated
    ? [
        `Look in your DMS: the message test-conformance-${run}-r4-1-1 was sent three times and must be there once. From outside only your replies can be seen.`,
      ]
    : []
  return { subject: `Conformance of the receiver ${url}`, findings, left: [], notes }
}

/** No reply to the first request at all: nothing can be examined. */
export async function reachReceiver(options: ReceiverOptions): Promise<void> {
  const answer = await new Desk(options, 'r0').put()
  if (answer.status === 0) throw new Unmet(answer.text, answer)
}

const chapterTitles: [from: number, title: string][] = [
  [1, 'Messages'],
  [2, 'Forged and late requests'],
  [4, 'Repeats, many at once, out of order'],
  [7, 'A change of the secret'],
  [8, 'Bodies of all kinds'],
  [10, 'The key'],
]

function chapterOf(id: string): string {
  const number = Number(/\d+/.exec(id)?.[0])
  return chapterTitles.findLast(([from]) => from <= number)?.[1] ?? ''
}
