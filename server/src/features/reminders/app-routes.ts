// The app's routes of reminders.
import * as contract from '@walkaround/contract/app/reminders.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { previewReminder, type ReminderOffice, sendReminder } from './by-hand.ts'
import { listReminderMarks } from './list-marks.ts'
import { readReminderFigures } from './read-figures.ts'
import { getSettings, putReminders } from './settings.ts'

export function reminderAppRoutes(door: Door, { box, nudge }: ReminderOffice): void {
  const post = () => ({ baseUrl: door.baseUrl(), box })
  // Makes the box read its key before the transaction, not inside it.
  const unlock = () => box.seal('', 'nothing')

  serve(door, contract.getReminderSettings, async (call) => ok(await call.read(getSettings)))

  serve(door, contract.putReminderSettings, async (call) =>
    ok(
      await call.change(
        async (scope) => JSON.stringify(await getSettings(scope)),
        (scope, precondition) => putReminders(scope, call.fields.get(), precondition),
      ),
    ),
  )

  serve(door, contract.previewReminder, async (call) => {
    await unlock()
    const { survey_id: surveyId } = call.params
    return ok(await call.read((scope) => previewReminder(scope, surveyId, call.fields.get(), post())))
  })

  serve(door, contract.sendReminder, async (call) => {
    await unlock()
    const { survey_id: surveyId, reminder_id: reminderId } = call.params
    const messageId = await call.write((scope) =>
      sendReminder(scope, { surveyId, reminderId }, call.fields.get(), post()),
    )
    nudge()
    return ok({ messageId })
  })

  serve(door, contract.listReminderMarks, async (call) => {
    await unlock()
    return ok(await call.read((scope) => listReminderMarks(scope, call.query.get().survey, box)))
  })

  serve(door, contract.getReminderFigures, async (call) =>
    ok(await call.read((scope) => readReminderFigures(scope, call.query.get()))),
  )
}
