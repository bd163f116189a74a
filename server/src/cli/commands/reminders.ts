// Commands on reminders of put-off work: how a client reminds, and what became of it.
import { readReminderFigures } from '../../features/reminders/read-figures.ts'
import { getSettings, setReminders } from '../../features/reminders/settings.ts'
import { anyOf, type Command, feature, flag, orNull, text, whole } from './define.ts'

const client = text('id of the system client')
const days = { 'x-value': 'days' }
const time = { 'x-value': 'hh:mm' }

export const commands: Readonly<Record<string, Command>> = {
  'reminders set': feature(
    {
      summary: 'change how a client reminds of put-off work; what is not named stays',
      arguments: { client },
      options: {
        consent: orNull(
          'whom it may remind: customer (who got the result at this address), a question and answer such as h.extras=v5, or none',
          { 'x-value': 'whom', 'x-null': 'none' },
        ),
        deferred: flag('remind of work that was put off', { 'x-negatable': true }),
        deferredDays: { ...whole('so many days before its day; initially 14', days), minimum: 0 },
        declined: flag('remind of work that was declined', { 'x-negatable': true }),
        declinedDays: whole('so many days after that; initially 60', days),
        catchUpDays: whole('what should have been sent longer ago is not sent; initially 14', days),
        mostPerYear: whole('reminders that one person gets at most; initially 2', { 'x-value': 'count' }),
        pauseDays: whole('least time between two reminders to one person; initially 30', days),
        quietFrom: text(
          'nothing is sent from this time on, in the time zone of the site; initially 19:00',
          time,
        ),
        quietTo: text('until this time; initially 09:00', time),
        returnDays: whole('a car that comes within so many days has returned; initially 60', days),
      },
    },
    (scope, { client: _, ...changes }) => setReminders(scope, anyOf(changes)),
  ),
  'reminders show': feature(
    {
      summary: 'show how a client reminds, and what became of the reminders of a period',
      arguments: { client },
      options: {
        from: text('the first day; default: 365 days before the last', { 'x-value': 'day' }),
        to: text('the last day, which is included; default: today', { 'x-value': 'day' }),
      },
    },
    async (scope, { from, to }) => ({
      settings: await getSettings(scope),
      figures: await readReminderFigures(scope, { from, to }),
    }),
  ),
}
