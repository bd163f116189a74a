// Shared tablets, for those who set them up: added with a code that pairs a device, changed, revoked.
import type { ListedTablet, Tablet, TabletChange, TabletCode } from '@walkaround/contract/app/tablets.ts'
import { mostWrongPins } from '@walkaround/contract/rules/pins.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { toBranchIds } from '../../identity/logins.ts'
import { endTabletSessions } from '../../identity/sessions.ts'
import { newId } from '../../lib/ids.ts'
import { shown } from '../../lib/texts.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { assertName } from '../../organisation/rules.ts'
import { problem } from '../../problems.ts'
import { type Precondition, realTimeOf, type Scope } from '../../scope.ts'
import { hashToken, makeToken, toLinkName } from '../owner-links/token.ts'
import { CODE_MS, defaultLockMinutes, mayManageTablet } from './rules.ts'
import * as store from './store.ts'

/** Whoever asks; the command line is limited to nothing. */
type By = Pick<Scope, 'branches'>

const toTablet = ({ id, name, lockMinutes, branches }: store.TabletRow): Tablet =>
  withoutNulls({ id, name, lockMinutes, branches })

export async function listTablets(scope: Scope): Promise<ListedTablet[]> {
  const rows = await store.listTablets(scope)
  const locked = Map.groupBy(await store.listLockedPeople(scope, mostWrongPins), ({ tabletId }) => tabletId)
  const now = realTimeOf(scope.client, scope.now)
  return rows
    .filter(({ branches }) => mayManageTablet(scope, branches))
    .map((row) => {
      const people = locked.get(row.id)
      const isOver = row.codeExpiresAt === null || row.codeExpiresAt <= now
      return {
        ...toTablet(row),
        state: row.pairedAt ? 'paired' : isOver ? 'over' : 'waiting',
        ...withoutNulls({
          codeExpiresAt: isOver ? null : (row.codeExpiresAt?.toISOString() ?? null),
          pairedAt: row.pairedAt?.toISOString() ?? null,
          seenAt: row.seenAt?.toISOString() ?? null,
          agent: row.agent,
        }),
        ...(people ? { locked: people.map(({ id, name }) => ({ id, name })) } : {}),
      }
    })
}

const noTablet = (id: string) => problem('noSuchResource', `tablet: there is no tablet ${shown(id)}`)

const within = (by: By, row: store.TabletRow | undefined): store.TabletRow | undefined =>
  row && mayManageTablet(by, row.branches) ? row : undefined

export async function findShownTablet(scope: Scope, id: string): Promise<Tablet | undefined> {
  const row = within(scope, await store.findTablet(scope, id))
  return row && toTablet(row)
}

export async function getShownTablet(scope: Scope, id: string): Promise<Tablet> {
  const found = await findShownTablet(scope, id)
  if (!found) throw noTablet(id)
  return found
}

async function hold(scope: Scope, id: string): Promise<store.TabletRow> {
  const row = within(scope, await store.lockTablet(scope, id))
  if (!row) throw noTablet(id)
  return row
}

/** As it is to be, checked. Merging branches locks the client's row too, so these branches still exist when they are written. */
async function toRow(scope: Scope, id: string, { name, branches: given, lockMinutes }: TabletChange) {
  assertName('name', name)
  await getClientForUpdate(scope, scope.clientId)
  const branches = given ? await toBranchIds(scope, scope.clientId, given) : null
  if (!mayManageTablet(scope, branches))
    throw problem(
      'notYours',
      `branches: you set up tablets of ${scope.branches?.join(', ')}; an admin has to set up others`,
    )
  if (await store.isNameTaken(scope, name, id))
    throw problem('alreadyExists', `name: there is a tablet ${shown(name)} already`)
  return { id, name, branches, lockMinutes: lockMinutes ?? defaultLockMinutes }
}

type Audited = Pick<store.TabletRow, 'id' | 'name' | 'branches' | 'lockMinutes'>

const auditedTablet = ({ name, branches, lockMinutes }: Audited) =>
  withoutNulls({ name, branches, lockMinutes })

/** In the audit; the log of events gets its own from the statements. */
function recordTablet(
  scope: Scope,
  kind: 'added' | 'changed' | 'revoked',
  before: Audited | undefined,
  after: Audited | undefined,
) {
  const { id = '', name } = after ?? before ?? {}
  recordChange(scope, {
    kind: `tablet.${kind}`,
    subject: `tablet/${id}`,
    name,
    before: before && auditedTablet(before),
    after: after && auditedTablet(after),
  })
}

function makeCode(scope: Scope, baseUrl: string) {
  const token = makeToken()
  const expiresAt = new Date(realTimeOf(scope.client, scope.now).getTime() + CODE_MS)
  return {
    stored: { codeHash: hashToken(token), expiresAt },
    shown: {
      // After the #: browsers send it to nobody, and no log has it.
      link: `${baseUrl}/workshop/pair#${toLinkName(scope.clientId, token)}`,
      codeExpiresAt: expiresAt.toISOString(),
    },
  }
}

export async function addTablet(scope: Scope, change: TabletChange, baseUrl: string): Promise<TabletCode> {
  const row = await toRow(scope, newId(), change)
  const code = makeCode(scope, baseUrl)
  await store.insertTablet(scope, row, code.stored)
  recordTablet(scope, 'added', undefined, row)
  return { ...withoutNulls(row), ...code.shown }
}

export async function addTabletCode(scope: Scope, id: string, baseUrl: string): Promise<TabletCode> {
  const row = await hold(scope, id)
  const code = makeCode(scope, baseUrl)
  await store.updateCode(scope, id, code.stored)
  recordChange(scope, { kind: 'tablet.codeMade', subject: `tablet/${id}`, name: row.name })
  return { ...toTablet(row), ...code.shown }
}

export async function changeTablet(
  scope: Scope,
  id: string,
  change: TabletChange,
  precondition: Precondition,
): Promise<Tablet> {
  const before = await hold(scope, id)
  await precondition.check()
  const after = await toRow(scope, id, change)
  const changed = (['name', 'branches', 'lockMinutes'] as const).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (changed.length === 0) return toTablet(before)
  await store.updateTablet(scope, after, changed)
  recordTablet(scope, 'changed', before, after)
  if (changed.includes('branches')) await endTabletSessions(scope, id)
  return toTablet({ ...before, ...after })
}

export async function revokeTablet(scope: Scope, id: string, precondition: Precondition): Promise<Tablet> {
  const row = await hold(scope, id)
  await precondition.check()
  await store.deleteTablet(scope, id)
  recordTablet(scope, 'revoked', row, undefined)
  await endTabletSessions(scope, id)
  return toTablet(row)
}

/** For the command line, where people know its name. */
export async function idOfTablet(scope: Scope, name: string): Promise<string> {
  const rows = await store.listTablets(scope)
  const found = rows.find((row) => row.id === name || row.name.toLowerCase() === name.toLowerCase())
  if (!found) throw noTablet(name)
  return found.id
}
