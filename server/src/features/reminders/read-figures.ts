// What became of the reminders of a period: sent, opened, returned, sold.
import type { ReminderFigures } from '@walkaround/contract/app/reminders.ts'
import { addDays, dateIn, isDate } from '@walkaround/contract/rules/days.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import * as store from './figures-store.ts'
import { getSettings } from './settings.ts'

const USUAL_DAYS = 365
const MOST_YEARS = 10

export async function readReminderFigures(
  scope: Scope,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<ReminderFigures> {
  const { timeZone } = scope.client
  const { to = dateIn(scope.now, timeZone) } = asked
  assertDay('to', to)
  const { from = addDays(to, -USUAL_DAYS) } = asked
  assertDay('from', from)
  if (to < from) throw problem('invalidDate', `to: "${to}" is before "from", which is "${from}"`)
  if (Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > MOST_YEARS)
    throw problem(
      'invalidDate',
      `to: "${to}" is more than ${MOST_YEARS} years after "from", which is "${from}"`,
    )
  const { returnDays } = await getSettings(scope)
  const start = (day: string) => toInstant(`${day}T00:00:00`, timeZone)
  const query = { from: start(from), to: start(addDays(to, 1)), returnDays }
  const [counts, sold] = await Promise.all([store.countReminders(scope, query), store.sumSold(scope, query)])
  return {
    from,
    to,
    ...counts,
    sold: sold.reduce((sum, { works }) => sum + works, 0),
    returnDays,
    money: sold.flatMap(({ currency, exVat, incVat }) =>
      currency === null
        ? []
        : [
            {
              currency,
              ...(exVat === null ? {} : { exVat: Number(exVat) }),
              ...(incVat === null ? {} : { incVat: Number(incVat) }),
            },
          ],
    ),
  }
}

const FIRST = '1950-01-01'
const LAST = '2200-12-31'

function assertDay(name: 'from' | 'to', day: string): void {
  if (!isDate(day) || day < FIRST || day > LAST)
    throw problem('invalidDate', `${name}: ${JSON.stringify(day)} is not a day such as 2026-03-31`)
}
