// How a client reminds: reads and changes it. Everything is off until somebody says which kinds, and whom it may remind.
import { isDeepStrictEqual } from 'node:util'
import { recordChange } from '../../db/audit/record-change.ts'
import { changedSettings } from '../../organisation/changed-settings.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { type ReminderSettings, usualSettings } from './model.ts'
import { isTimeOfDay, readConsent } from './rules.ts'
import * as store from './settings-store.ts'

/** What is left out stays as it is; a consent of null unsets. */
export type ReminderChanges = Partial<Omit<ReminderSettings, 'consent'>> & {
  consent?: string | null | undefined
}

const limits = {
  deferredDays: [0, 365],
  declinedDays: [1, 730],
  catchUpDays: [1, 90],
  mostPerYear: [1, 12],
  pauseDays: [1, 365],
  returnDays: [1, 365],
} as const

export const getSettings = async (scope: Pick<Scope, 'db' | 'clientId'>): Promise<ReminderSettings> =>
  (await store.findSettings(scope)) ?? usualSettings

export async function setReminders(scope: Scope, changes: ReminderChanges): Promise<ReminderSettings> {
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
  for (const [name, [least, most]] of Object.entries(limits)) {
    const value = settings[name as keyof typeof limits]
    if (!Number.isInteger(value) || value < least || value > most)
      throw problem('invalidArgument', `${name}: ${value} is not a whole number from ${least} to ${most}`)
  }
  for (const name of ['quietFrom', 'quietTo'] as const)
    if (!isTimeOfDay(settings[name]))
      throw problem(
        'invalidArgument',
        `${name}: ${JSON.stringify(settings[name])} is not a time such as 19:00`,
      )
  if (settings.consent !== undefined && !readConsent(settings.consent))
    throw problem(
      'invalidArgument',
      `consent: ${JSON.stringify(settings.consent)} is neither "customer" nor a question and its answer such as h.extras=v5`,
    )
  if ((settings.deferred || settings.declined) && settings.consent === undefined)
    throw problem(
      'invalidArgument',
      'consent: say whom the client may remind before reminders are turned on: customers, or those who gave an answer',
    )
}
