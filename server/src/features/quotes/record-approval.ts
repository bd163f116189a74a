// Work the customer approved counts as done on the vehicle: the interval of the package restarts (E8).
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { atSite, type Scope } from '../../scope.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import { mileageKm } from '../vehicles/mileage.ts'
import { forgetService, recordServices } from '../vehicles/services.ts'

export async function recordApproval(
  scope: Scope,
  survey: LoadedSurvey,
  next: Quote,
  before: Quote | undefined,
): Promise<void> {
  const { vehicle } = survey.header
  const source = `quote/${survey.row.id}/${next.id}`
  const was = before?.approvalStatus === 'approved' ? before.packageId : undefined
  const is = next.approvalStatus === 'approved' ? next.packageId : undefined
  if (!vehicle || was === is) return
  if (was !== undefined) await forgetService(scope, vehicle, source)
  if (is === undefined) return
  const doneAt =
    next.approvalDate === undefined
      ? scope.now
      : toInstant(next.approvalDate, atSite(scope, survey.row.siteId).client.timeZone)
  const km = mileageKm(vehicle)
  await recordServices(scope, vehicle, [{ packageId: is, source, doneAt, mileageKm: km }])
}
