// Who wants no reminders, and who was reminded when, for the rows of the list of put-off work.
import type { ReminderMark } from '@walkaround/contract/app/reminders.ts'
import { isWithinBranches } from '../../organisation/branch-reach.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import { findStoredPlace } from '../messages/reply-place.ts'
import { headerOf } from '../surveys/header.ts'
import { listStopped } from './people-store.ts'
import { findReminderKey, personOf } from './person.ts'
import { listHeaders, listLastReminders } from './store.ts'
import { toReminderPlace } from './write-reminder.ts'

export async function listReminderMarks(
  scope: Scope,
  surveyIds: readonly string[],
  box: SecretBox,
): Promise<ReminderMark[]> {
  const surveys = (await listHeaders(scope, surveyIds)).filter(({ branchId }) =>
    isWithinBranches(scope, branchId),
  )
  const key = surveys.length === 0 ? undefined : await findReminderKey(scope, box)
  if (!key) return []
  const places = surveys.map((row) => {
    const header = headerOf(row)
    return (['email', 'sms'] as const).flatMap((channel) => {
      const place = findStoredPlace({ header }, [channel])
      return place ? [{ channel, hash: personOf(key, toReminderPlace(place)).personHash }] : []
    })
  })
  const stopped = await listStopped(
    scope,
    places.flatMap((some) => some.map(({ hash }) => hash)),
  )
  const last = new Map((await listLastReminders(scope, surveyIds)).map(({ surveyId, at }) => [surveyId, at]))
  return surveys.flatMap(({ surveyId }, index): ReminderMark[] => {
    const theirs = places[index] ?? []
    const channels = theirs.flatMap(({ channel, hash }) =>
      stopped.some((one) => one.equals(hash)) ? [channel] : [],
    )
    const remindedAt = last.get(surveyId)?.toISOString()
    if (channels.length === 0 && remindedAt === undefined) return []
    return [
      {
        surveyId,
        ...(channels.length > 0 ? { stopped: channels } : {}),
        ...(remindedAt === undefined ? {} : { remindedAt }),
      },
    ]
  })
}
