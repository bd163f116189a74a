// Reads and changes rows of damage marks for other features.
import type { MarkKind } from '@walkaround/contract/mark-kinds.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** Marks are looked up by vehicle, so they follow a change of their survey's vehicle. */
export async function setVehicleOfMarks(
  scope: Scope,
  surveyIds: string[],
  vehicleKey: string | null,
): Promise<void> {
  await scope.db.run(sql`
    update damage_marks set vehicle_key = ${vehicleKey}
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])`)
}

export interface MarkOfSurvey {
  surveyId: string
  id: string
  kind: MarkKind
  bodyStyle: string
  x: number
  y: number
  panel: string | null
  size: 'small' | 'medium' | 'large' | null
  comment: string | null
}

/** The marks of any of these surveys, without internal comments; the newest `most`. */
export const listMarksOf = (
  scope: Scope,
  surveyIds: readonly string[],
  most: number,
): Promise<MarkOfSurvey[]> =>
  scope.db.rows(sql`
    select survey_id, id, kind, body_style, x, y, panel, size, comment from damage_marks
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
    order by created_at desc, id limit ${most}`)
