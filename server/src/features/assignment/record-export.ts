// That somebody took templates or packages along, for the audit: nothing of them changes.
import { recordChange } from '../../db/audit/record-change.ts'
import type { Scope } from '../../scope.ts'

export const recordTemplateExport = (scope: Scope, id: string, version?: number): void =>
  recordChange(scope, {
    kind: 'export.template',
    subject: `template/${id}`,
    name: id,
    after: { ...(version === undefined ? {} : { version }) },
  })

/** All of them unless one is named. */
export const recordPackageExport = (scope: Scope, id?: string): void =>
  recordChange(scope, {
    kind: 'export.packages',
    subject: id === undefined ? `client/${scope.clientId}` : `package/${id}`,
    name: id ?? scope.client.name,
  })
