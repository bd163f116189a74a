// Whoever acts in a simulation: the login that calls, as a person of the workshop at a tablet.
import type { EditFields } from '@walkaround/contract/app/edits.ts'
import { newId } from '../../lib/ids.ts'
import type { Scope } from '../../scope.ts'
import { applyEdit } from '../edits/apply-edit.ts'

/** Who taps: the login that calls. */
export interface Tapper {
  login: string
  name: string
}

/** The doors of a request or a command: reading needs no transaction, writing is one. */
export interface Work {
  read<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  write<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

/** What a person does in the app, not what a DMS sends. */
export const asPerson = (scope: Scope): Scope => {
  const { isDms: _, ...actor } = scope.actor
  return { ...scope, actor }
}

export async function tap(scope: Scope, surveyId: string, by: Tapper, fields: EditFields): Promise<void> {
  const edit = { id: newId(scope.now.getTime()), ...fields }
  await applyEdit(scope, surveyId, edit, { ...by, role: 'technician' })
}
