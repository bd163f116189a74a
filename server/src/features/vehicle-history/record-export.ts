// That somebody took the history of a car along as a PDF, for the audit: nothing of it changes.
import { recordChange } from '../../db/audit/record-change.ts'
import type { Scope } from '../../scope.ts'

/** `given`: the VIN or the plate, as it was asked for. */
export const recordHistoryExport = (scope: Scope, given: string): void =>
  recordChange(scope, { kind: 'export.vehicleHistory', subject: `vehicle/${given}`, name: given })
