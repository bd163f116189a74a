// How a client reminds: reads and changes it. Everything is off until somebody says which kinds, and whom it may remind.
import { isDeepStrictEqual } from 'node:util'
import { reminderLimits } from '@walkaround/contract/rules/reminder-limits.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { changedSettings } from '../../organisation/changed-settings.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { problemOf, type Violation } from '../../problems.ts'
import { type Precondition, type Scope, unconditional } from '../../scope.ts'
import { type ReminderSettings, usualSettings } from './model.ts'
import { isTimeOfDay, readConsent } from './rules.ts'
import * as store from './settings-store.ts'

/** What is left out stays as it is; a consent of null unsets. */
export type ReminderChanges = Partial<Omit<ReminderSettings, 'consent'>> & {
  consent?: string | null | undefined
}

export const getSettings = async (scope: Pick<Scope, 'db' | 'clientId'>): Promise<ReminderSettings> =>
  (await store.findSettings(scope)) ?? usualSettings

/** As the form has it: what is left out has no value. */
export const putReminders = (
  scope: Scope,
  settings: ReminderSettings,
  precondition: Precondition,
): Promise<ReminderSettings> =>
  setReminders(scope, { ...settings, consent: settings.consent ?? null }, precondition)

export async function setReminders(
  scope: Scope,
  changes: ReminderChanges,
  precondition: Precondition = unconditional,
): Promise<ReminderSettings> {
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  const before = await getSettings(scope)
  const { consent = before.consent, ...rest } = changes
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const after: ReminderSettings = { ...before, ...given, consent: consent ?? undefined }
  assertSettings(after)
  const names = Object.keys({ ...before, ...after }) as (keyof ReminderSettings)[]
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (changed.length === 0) return before
  const told = Object.fromEntries(changed.map((name) => [`reminders.${name}`, after[name] ?? null]))
  await store.saveSettings(scope, after, changedSettings(told))
  recordChange(scope, {
    kind: 'reminders.changed',
    subject: `client/${scope.clientId}`,
    before: { reminders: before },
    after: { reminders: after },
  })
  return after
}

function assertSettings(settings: ReminderSettings): void {
  const violations: Violation[] = []
  const refuse = (info: string) => violations.push({ kind: 'invalidArgument', info })
  for (const [name, [least, most]] of Object.entries(reminderLimits)) {
    const value = settings[name as keyof typeof reminderLimits]
    if (!Number.isInteger(value) || value < least || value > most)
      refuse(`${name}: ${value} is not a whole number from ${least} to ${most}`)
  }
  for (const name of ['quietFrom', 'quietTo'] as const)
    if (!isTimeOfDay(settings[name]))
      refuse(`${name}: ${JSON.stringify(settings[name])} is not a time such as 19:00`)
  const { consent } = settings
  if (consent !== undefined && !readConsent(consent))
    refuse(
      `consent: ${JSON.stringify(consent)} is neither "customer" nor a question and its answer such as h.extras=v5`,
    )
  if ((settings.deferred || settings.declined) && consent === undefined)
    refuse(
      'consent: say whom the client may remind before reminders are turned on: customers, or those who gave an answer',
    )
  if (violations.length > 0) throw problemOf(violations)
}
