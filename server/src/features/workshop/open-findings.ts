// What earlier visits of the vehicle left open, whether it was offered or not: for the top of the reception and of the check.
import type { OpenFinding } from '@walkaround/contract/app/reception.ts'
import { titleOf } from '@walkaround/contract/rules/customer-title.ts'
import type { Scope } from '../../scope.ts'
import { listOpenFindings } from '../ledger/rows.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import { getTemplateVersion, inLanguage } from '../templates/versions.ts'
import { vehicleKeys } from '../vehicles/keys.ts'

/** Red first. Findings are of the car: they stay when its owner changes. */
export async function listOpen(
  scope: Scope,
  { row, header }: LoadedSurvey,
  language = scope.client.language,
): Promise<OpenFinding[]> {
  const keys = vehicleKeys(header.vehicle)
  if (keys.length === 0) return []
  const rows = await listOpenFindings(scope, { vehicleKeys: keys, surveyId: row.id, orderId: row.orderId })
  const found: OpenFinding[] = []
  for (const { questionId, masterClientId, templateId, templateVersion: version, ...one } of rows) {
    const then = inLanguage(
      await getTemplateVersion(scope.db, { masterClientId, templateId, version }),
      language,
    )
    found.push({
      questionId,
      surveyId: one.surveyId,
      title: titleOf({ id: questionId, text: then.questions.get(questionId)?.text ?? questionId }, undefined),
      grade: one.grade,
      at: one.at.toISOString(),
      ...(one.value === null ? {} : { value: one.value }),
      ...(one.unitOfMeasurement === null ? {} : { unitOfMeasurement: one.unitOfMeasurement }),
      ...(one.isOffered ? { isOffered: true } : {}),
      ...(one.decision === null ? {} : { decision: one.decision }),
      ...(one.deferredTo === null ? {} : { until: one.deferredTo }),
    })
  }
  return found
}
