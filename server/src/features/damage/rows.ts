// Changes rows of damage marks for other features.
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
