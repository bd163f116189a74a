// Reads which of the client's own packages are bound where (E6).
import type { PackageAssignmentInstruction } from '@walkaround/contract/dms/survey-templates.ts'
import type { Scope } from '../../scope.ts'
import { getTemplateState } from '../templates/read-templates.ts'
import { type TemplateRef, toShownId } from '../templates/rules.ts'
import { toInstruction } from './rules.ts'
import * as store from './store.ts'

async function listInstructions(
  scope: Scope,
  template: TemplateRef,
): Promise<PackageAssignmentInstruction[]> {
  const bindings = await store.listBindings(scope, template)
  return bindings.map((binding) => toInstruction(binding, () => binding.branchSiteId ?? ''))
}

export async function getAssignment(
  scope: Scope,
  templateId: string,
): Promise<PackageAssignmentInstruction[]> {
  return listInstructions(scope, await getTemplateState(scope, templateId))
}

/** A binding with the template it is on, as in files of packages. */
export interface TemplateBinding extends PackageAssignmentInstruction {
  template: string
}

/** The client's own bindings on all templates, or on one. */
export async function listAssignments(scope: Scope, templateId?: string): Promise<TemplateBinding[]> {
  const templates =
    templateId === undefined ? await store.listTemplates(scope) : [await getTemplateState(scope, templateId)]
  const bindings: TemplateBinding[] = []
  for (const ref of templates) {
    const template = toShownId(scope.clientId, ref)
    bindings.push(...(await listInstructions(scope, ref)).map((one) => ({ template, ...one })))
  }
  return bindings
}
