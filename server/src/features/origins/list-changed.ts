// The lists of orders and of surveys: by their last change, in the order in which the log got to know it (C9).
import { LARGEST_PAGE } from '@walkaround/contract/dms/pages.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { ReadyJsonPieces } from '../../lib/ready-json.ts'
import { findBranches } from '../../organisation/bind-branch.ts'
import * as changes from '../../organisation/last-changes-store.ts'
import type { Scope } from '../../scope.ts'
import { EARLIEST, listWhole, type Page, type Place, readPlace, toPage } from './list-pages.ts'

interface ChangedQuery {
  changedSince?: string
  branch?: string[]
  limit?: number
  cursor?: string
}

interface Listed<T> {
  kind: changes.ChangeRange['kind']
  query: ChangedQuery
  /** Only those that are done, or only those that are not; if left out, all. */
  isDone: boolean | undefined
  surveyType?: string | undefined
  /** Those that there are and that the caller may see, in the same order. */
  load(refs: changes.ChangeRef[]): Promise<Buffer[]>
  /** Tells whose items they are. */
  of?: T
}

type Step = (after: Place | undefined, limit: number) => Promise<changes.ChangeRef[]>

async function stepsOf<T>(scope: Scope, { kind, query, isDone, surveyType }: Listed<T>): Promise<Step> {
  const { changedSince, branch } = query
  const since = changedSince === undefined ? EARLIEST : toInstant(changedSince, scope.client.timeZone)
  const done = isDone === undefined ? [false, true] : [isDone]
  const branchIds = branch ? await findBranches(scope, branch) : scope.branches
  return async (after, limit) => {
    const range = { kind, done, surveyType, since, after, limit }
    const refs = branchIds
      ? await changes.listChangesOfBranches(scope, branchIds, range)
      : await changes.listChanges(scope, range)
    return JSON.parse(refs) as changes.ChangeRef[]
  }
}

export async function listAllChanged<T>(scope: Scope, listed: Listed<T>): Promise<ReadyJsonPieces<T[]>> {
  return listWhole(await stepsOf(scope, listed), listed.load)
}

export async function listChangedPage<T>(scope: Scope, listed: Listed<T>): Promise<Page<T>> {
  const { query, isDone, surveyType } = listed
  const filters = [query.changedSince, query.branch, isDone, surveyType]
  const step = await stepsOf(scope, listed)
  const limit = query.limit ?? LARGEST_PAGE
  const found = await step(readPlace(query.cursor, filters), limit + 1)
  return toPage(found, limit, await listed.load(found.slice(0, limit)), filters)
}
