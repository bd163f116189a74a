// PUT of one of the client's own packages, as a whole.
import { isDeepStrictEqual } from 'node:util'
import type { Package } from '@walkaround/contract/dms/packages.ts'
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { RetryTransaction } from '../../db/database.ts'
import { hasFollowers } from '../../organisation/client-store.ts'
import { problem, problemOf, type Violation } from '../../problems.ts'
import { type Fields, type Precondition, type Scope, unconditional } from '../../scope.ts'
import { packageValues } from './audit-package.ts'
import { rangeViolations } from './prices.ts'
import { duplicateViolations, isAutomatic, isCentralId, priceViolations, toStoredPackage } from './rules.ts'
import * as store from './store.ts'

export async function putPackage(
  scope: Scope,
  id: string,
  fields: Fields<Package>,
  precondition: Precondition,
): Promise<'created' | 'changed'> {
  // Checked before the body: no body would be accepted under this id.
  assertOwnId(id)
  const input = fields.get()
  const outcome = await savePackage(scope, id, input, { precondition })
  return outcome === 'created' ? 'created' : 'changed'
}

export function assertOwnId(id: string): void {
  if (isCentralId(id)) {
    throw problem(
      'centralPackage',
      `id: ${JSON.stringify(id)} is the id of a centrally run package; only its prices can be set`,
    )
  }
}

export type Saved = 'created' | 'changed' | 'unchanged'

interface SaveOptions {
  precondition?: Precondition
  /** The client runs packages for others, even if there are none yet. */
  isMaster?: boolean
  /** From a file (I4); if absent, unchanged, because the interface does not have it. */
  covers?: Coverage | null
  /** From a file likewise: packages whose work it contains. */
  contains?: string[] | null
  /** From a file likewise: JSON of its texts in other languages. */
  texts?: string | null
}

export async function savePackage(
  scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>,
  id: string,
  input: Package,
  { precondition = unconditional, isMaster, covers, contains, texts }: SaveOptions = {},
): Promise<Saved> {
  const stored = toStoredPackage(input)
  const document = JSON.stringify(stored)
  const before = await store.findOwnForUpdate(scope, id)
  // A package sent back as it was read is accepted (A1), even if a change of currency left it without prices.
  const isSame = before?.document === document
  if (!isSame) {
    const violations = await listViolations(scope, input, stored, isMaster)
    if (violations.length > 0) throw problemOf(violations)
  }
  await precondition.check()
  const coverage = covers === undefined ? (before?.covers ?? null) : covers
  const content = contains === undefined ? (before?.contains ?? null) : contains
  const isSameContent = isDeepStrictEqual(before?.contains ?? null, content)
  const words = texts === undefined ? (before?.texts ?? null) : texts
  if (isSame && before.covers === coverage && isSameContent && before.texts === words) return 'unchanged'
  const { description } = stored
  const row = {
    id,
    description,
    document,
    isAutomatic: isAutomatic(stored),
    covers: coverage,
    contains: content,
    texts: words,
  }
  if (before) await store.updatePackage(scope, row, 'package.changed')
  else if (!(await store.insertPackage(scope, row))) throw new RetryTransaction()
  // What comes with the service nobody changed.
  if (!isMaster)
    recordChange(scope, {
      kind: before ? 'package.changed' : 'package.created',
      subject: `package/${id}`,
      name: description,
      ...packageValues(before, row),
    })
  return before ? 'changed' : 'created'
}

async function listViolations(
  scope: Pick<Scope, 'db' | 'clientId'>,
  input: Package,
  stored: Package,
  isMaster = false,
): Promise<Violation[]> {
  const broken = [...duplicateViolations(input.variants), ...rangeViolations(stored)]
  const unpriced = priceViolations(stored, false)
  if (unpriced.length === 0) return broken
  // Checked last: it searches all system clients.
  const mayBeUnpriced = isMaster || (await hasFollowers(scope))
  return [...broken, ...(mayBeUnpriced ? priceViolations(stored, true) : unpriced)]
}
