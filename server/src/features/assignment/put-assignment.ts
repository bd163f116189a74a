// Binds own packages to the answers of a template (E6): all instructions or none.
import type { PackageAssignmentInstruction } from '@walkaround/contract/dms/survey-templates.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { listNamedBranches } from '../../organisation/branch-store.ts'
import { listKnownSites } from '../../organisation/client-store.ts'
import { problemOf, type Violation } from '../../problems.ts'
import { type Fields, type Precondition, type Scope, unconditional } from '../../scope.ts'
import { lockCatalogue } from '../packages/catalogue.ts'
import { findOwnPackages } from '../packages/rows.ts'
import { getTemplateState } from '../templates/read-templates.ts'
import type { TemplateRef } from '../templates/rules.ts'
import { getTemplateVersion } from '../templates/versions.ts'
import { type Binding, type Change, changesBy, toInstruction } from './rules.ts'
import * as store from './store.ts'

/** How a message names the instruction at an index. */
type PathOf = (index: number) => string
const inBody: PathOf = (index) => `[${index}]`

/** Returns how many answers gained, lost or reordered packages. */
export async function putAssignment(
  scope: Scope,
  templateId: string,
  fields: Fields<PackageAssignmentInstruction[]>,
  { pathOf = inBody, precondition = unconditional }: { pathOf?: PathOf; precondition?: Precondition } = {},
): Promise<number> {
  const { template, changes } = await plan(scope, templateId, fields, pathOf)
  await precondition.check()
  if (changes.length === 0) return 0
  await store.saveBindings(
    scope,
    template,
    templateId,
    changes.map(({ binding }) => binding),
  )
  recordChange(scope, {
    kind: 'assignment.changed',
    subject: `template/${templateId}`,
    before: packagesByAnswer(changes, ({ binding: { packageIds }, gains, loses }) => [
      ...packageIds.filter((id) => !gains.includes(id)),
      ...loses,
    ]),
    after: packagesByAnswer(changes, ({ binding }) => binding.packageIds),
  })
  return changes.length
}

/** For the audit, by question, answer and place. */
const packagesByAnswer = (changes: readonly Change[], packagesOf: (change: Change) => readonly string[]) =>
  Object.fromEntries(
    changes.map((change) => {
      const { questionId, answerId, siteId, branchId } = change.binding
      const packages = packagesOf(change)
      return [
        [questionId, answerId, branchId || siteId].filter(Boolean).join(' '),
        packages.length > 0 ? packages : undefined,
      ]
    }),
  )

/** Which answers would gain or lose packages; writes nothing. */
export async function planAssignment(
  scope: Scope,
  templateId: string,
  fields: Fields<PackageAssignmentInstruction[]>,
): Promise<(Omit<PackageAssignmentInstruction, 'packageIds'> & { gains: string[]; loses: string[] })[]> {
  const { changes, siteOf } = await plan(scope, templateId, fields, inBody)
  return changes.map(({ binding, gains, loses }) => {
    const { packageIds: _, ...place } = toInstruction(binding, siteOf)
    return { ...place, gains, loses }
  })
}

interface Plan {
  template: TemplateRef
  changes: Change[]
  siteOf: (branchId: string) => string
}

async function plan(
  scope: Scope,
  templateId: string,
  fields: Fields<PackageAssignmentInstruction[]>,
  pathOf: PathOf,
): Promise<Plan> {
  const template = await getTemplateState(scope, templateId)
  const instructions = fields.get()
  await lockCatalogue(scope)
  const before = await store.listBindings(scope, template)
  const places = await findPlaces(scope, instructions)
  const packages = await findOwnPackages(
    scope,
    instructions.flatMap(({ packageIds }) => packageIds),
  )
  const { answers } = await getTemplateVersion(scope.db, template)
  const isAnswer = (questionId: string, answerId: string) =>
    answers.get(questionId)?.has(answerId) === true ||
    // A binding on an answer the template no longer has can still be sent again or removed.
    before.some((binding) => binding.questionId === questionId && binding.answerId === answerId)
  const violations: Violation[] = []
  const bindings = instructions.map((instruction, index): Binding => {
    violations.push(...violationsOf(instruction, pathOf(index), { isAnswer, packages, places }))
    const branch = places.branches.get(instruction.branchId || '')
    return {
      questionId: instruction.questionId,
      answerId: instruction.answerId,
      // A branch keeps its site when it is moved, so only the branch is stored.
      siteId: branch ? '' : (instruction.siteId ?? ''),
      branchId: branch?.id ?? '',
      packageIds: instruction.packageIds,
    }
  })
  if (violations.length > 0) throw problemOf(violations)
  const sites = new Map([...places.branches.values()].map(({ id, siteId }) => [id, siteId]))
  return { template, changes: changesBy(before, bindings), siteOf: (id) => sites.get(id) ?? '' }
}

interface Places {
  sites: ReadonlySet<string>
  /** By the given name of the branch, id or dealer code (C1). */
  branches: ReadonlyMap<string, { id: string; siteId: string }>
}

async function findPlaces(
  { db, clientId }: Scope,
  instructions: readonly PackageAssignmentInstruction[],
): Promise<Places> {
  const siteIds = instructions.flatMap(({ siteId }) => siteId || [])
  const names = instructions.flatMap(({ branchId }) => branchId || [])
  const branches = await listNamedBranches(db, clientId, names)
  return {
    sites: new Set(await listKnownSites(db, clientId, siteIds)),
    branches: new Map(branches.map((branch) => [branch.name, branch])),
  }
}

interface Known {
  isAnswer: (questionId: string, answerId: string) => boolean
  packages: ReadonlySet<string>
  places: Places
}

function violationsOf(
  { questionId, answerId, packageIds, siteId, branchId }: PackageAssignmentInstruction,
  path: string,
  { isAnswer, packages, places }: Known,
): Violation[] {
  const violations: Violation[] = []
  const refuse = (kind: Violation['kind'], field: string, rule: string) =>
    violations.push({ kind, info: `${path}.${field}: ${rule}` })
  const shown = JSON.stringify
  if (!isAnswer(questionId, answerId)) {
    refuse(
      'unknownAnswer',
      'answerId',
      `the template has no answer ${shown(answerId)} to ${shown(questionId)}`,
    )
  }
  for (const [at, id] of packageIds.entries()) {
    if (!packages.has(id)) {
      refuse('unknownPackage', `packageIds[${at}]`, `${shown(id)} is not an own package of this client`)
    }
  }
  if (siteId && !places.sites.has(siteId)) {
    refuse('unknownPlace', 'siteId', `${shown(siteId)} is not a site of this client`)
  }
  if (branchId) {
    const branch = places.branches.get(branchId)
    if (!siteId) refuse('unknownPlace', 'siteId', `is missing; branch ${shown(branchId)} needs its site`)
    if (!branch) {
      refuse('unknownPlace', 'branchId', `${shown(branchId)} is not a branch or dealer code of this client`)
    } else if (siteId && places.sites.has(siteId) && branch.siteId !== siteId) {
      refuse(
        'unknownPlace',
        'branchId',
        `${shown(branchId)} lies in site ${shown(branch.siteId)}, not in ${shown(siteId)}`,
      )
    }
  }
  return violations
}
