// Routes of the audit of a client, for its admins: pages, exports and the chain. They only read; that somebody exported it is written.
import * as contract from '@walkaround/contract/app/audit.ts'
import { type AuditFormat, auditFileLines, auditFileStart } from '@walkaround/contract/rules/audit-export.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { MarkKeys } from '../db/audit/chain.ts'
import { type EntryFilter, readNewest, readOldest } from '../db/audit/read-entries.ts'
import { recordChange } from '../db/audit/record-change.ts'
import { verifyChain } from '../db/audit/verify-chain.ts'
import { toLoginName } from '../organisation/rules.ts'
import { problem } from '../problems.ts'
import type { Scope } from '../scope.ts'
import { type Call, type Door, serve } from './door.ts'
import { ok } from './reply.ts'

const PAGE = 100
/** Followed within half a second, so that no request waits for a chain of years. */
const STEP = 10_000

type Fields = Partial<
  Record<'from' | 'to' | 'area' | 'kind' | 'login' | 'subject' | 'text', string | undefined>
>

/** A login that is none finds nothing: whether it exists elsewhere is nobody's business. */
function toFilter({ client: { timeZone } }: Scope, { from, to, login, ...fields }: Fields): EntryFilter {
  return {
    ...fields,
    from: from === undefined ? undefined : toInstant(from, timeZone),
    to: to === undefined ? undefined : toInstant(to, timeZone),
    login: login === undefined ? undefined : toLoginName(login),
  }
}

function toPosition(after: string | undefined): number | undefined {
  if (after === undefined) return undefined
  if (!/^[1-9]\d{0,15}$/.test(after))
    throw problem('invalidCursor', 'after: give the `next` of the page before')
  return Number(after)
}

export function auditRoutes(door: Door, { markKeys }: { markKeys: MarkKeys }): void {
  serve(door, contract.listAuditEntries, async (call) => {
    const { after, limit = PAGE, ...fields } = call.query.get()
    const before = toPosition(after)
    const { entries, next } = await call.read((scope) =>
      readNewest(scope.db, scope.clientId, toFilter(scope, fields), { before, limit }),
    )
    return ok({
      entries: entries as contract.AuditEntry[],
      ...(next === undefined ? {} : { next: String(next) }),
    })
  })

  serve(door, contract.exportAuditRows, async (call) => exported(call, 'csv'))
  serve(door, contract.exportAuditLines, async (call) => exported(call, 'ndjson'))

  serve(door, contract.verifyAudit, async (call) => {
    const { after, limit = STEP } = call.query.get()
    const step = { after: toPosition(after), most: limit }
    const { next, ...verified } = await call.read((scope) =>
      verifyChain(scope.db, scope.clientId, markKeys, step),
    )
    return ok({ ...verified, ...(next === undefined ? {} : { next: String(next) }) })
  })
}

/** The entry that tells the export stands in the file, unless a filter leaves it out. */
async function exported(
  call: Call<typeof contract.exportAuditRows | typeof contract.exportAuditLines>,
  format: AuditFormat,
) {
  const fields = call.query.get()
  const filter = await call.write(async (scope) => {
    const found = toFilter(scope, fields)
    recordChange(scope, {
      kind: 'export.audit',
      subject: `client/${scope.clientId}`,
      name: scope.client.name,
      after: { format, ...fields },
    })
    return found
  })
  const disposition = `attachment; filename="audit.${format}"`
  const pieces = await call.read(async (scope) => linesOf(scope, format, filter))
  return {
    status: 200,
    pieces,
    headers: { 'content-disposition': disposition, 'cache-control': 'no-store' },
  } as const
}

async function* linesOf(
  { db, clientId }: Scope,
  format: AuditFormat,
  filter: EntryFilter,
): AsyncGenerator<string> {
  yield auditFileStart(format)
  for await (const entries of readOldest(db, clientId, filter)) yield auditFileLines(format, entries)
}
