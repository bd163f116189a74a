// What there is and what uses what: templates with where they are chosen, packages with the answers they are offered on.
import {
  type ListedPackage,
  type ListedTemplate,
  PACKAGES_LISTED,
} from '@walkaround/contract/app/catalogue.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { listBranches } from '../../organisation/branches.ts'
import type { Scope } from '../../scope.ts'
import { listPackagePage, type PackagePage } from '../packages/list-page.ts'
import { toShownId as toShownPackage } from '../packages/rules.ts'
import { listEffectiveChoices } from '../templates/choose-templates.ts'
import { listTemplatesInDetail } from '../templates/read-templates.ts'
import { toShownId as toShownTemplate } from '../templates/rules.ts'
import * as store from './store.ts'

export async function listTemplateCatalogue(scope: Scope): Promise<ListedTemplate[]> {
  const { clientId } = scope
  const [templates, choices, bound, branches] = await Promise.all([
    listTemplatesInDetail(scope),
    listEffectiveChoices(scope),
    store.countAnswersOfTemplates(scope),
    listBranches(scope, { clientId }),
  ])
  const names = new Map(branches.map(({ id, name }) => [id, name]))
  const answers = new Map(bound.map((row) => [toShownTemplate(clientId, row), row.answers]))
  const uses = Map.groupBy(choices, (choice) => toShownTemplate(clientId, choice))
  return templates.map(({ id, text, surveyType, masterClientId, version, importedAt }) => ({
    id,
    text,
    surveyType,
    masterClient: masterClientId,
    version,
    importedAt: importedAt.toISOString(),
    uses: (uses.get(id) ?? []).map((choice) =>
      withoutNulls({
        branch: choice.branchId === '' ? null : (names.get(choice.branchId) ?? choice.branchId),
        make: choice.make || null,
        by: choice.clientId === clientId ? null : choice.clientId,
      }),
    ),
    answers: answers.get(id) ?? 0,
    ...(masterClientId === clientId ? { isOwn: true } : {}),
  }))
}

export async function listPackageCatalogue(
  scope: Scope,
  page: Omit<PackagePage, 'limit'>,
): Promise<{ packages: ListedPackage[]; next?: string }> {
  const { clientId } = scope
  const rows = await listPackagePage(scope, { ...page, limit: PACKAGES_LISTED + 1 })
  const shown = rows.slice(0, PACKAGES_LISTED)
  const bound = await store.countAnswersOfPackages(scope, shown)
  const counts = new Map(bound.map((row) => [toShownPackage(clientId, row), row]))
  const packages = shown.map(({ masterClientId, packageId, hasOwnPrices, ...row }): ListedPackage => {
    const id = toShownPackage(clientId, { masterClientId, packageId })
    const { answers = 0, templates = [] } = counts.get(id) ?? {}
    return withoutNulls({
      id,
      masterClient: masterClientId,
      ...row,
      answers,
      templates: templates.length === 0 ? null : templates.map((one) => toShownTemplate(clientId, one)),
      isOwn: masterClientId === clientId || null,
      hasOwnPrices: hasOwnPrices || null,
    })
  })
  const last = rows.length > PACKAGES_LISTED ? packages.at(-1) : undefined
  return { packages, ...(last ? { next: `${last.masterClient}!${shown.at(-1)?.packageId}` } : {}) }
}
