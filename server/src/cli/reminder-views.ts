// How reminders look to people. The views of the other commands are in views.ts.
import type { ReminderFigures } from '@walkaround/contract/app/reminders.ts'
import type { ReminderSettings } from '../features/reminders/model.ts'
import { fields } from './table.ts'

const linesOf = (it: ReminderSettings): [string, string][] => [
  ['whom', it.consent ?? 'nobody: reminders are sent by hand only'],
  ['put off', it.deferred ? `${it.deferredDays} days before the day` : 'off'],
  ['declined', it.declined ? `${it.declinedDays} days after` : 'off'],
  ['sent late', `at most ${it.catchUpDays} days`],
  ['one person', `at most ${it.mostPerYear} a year, ${it.pauseDays} days apart`],
  ['quiet', `${it.quietFrom} to ${it.quietTo}`],
]

const settings = (it: ReminderSettings) => fields(linesOf(it))

const show = ({ settings: how, figures: it }: { settings: ReminderSettings; figures: ReminderFigures }) =>
  fields([
    ...linesOf(how),
    ['period', `${it.from} to ${it.to}`],
    ['sent', `${it.sent} reminders whose message went out`],
    ['opened', `${it.opened} of them: the customer did something in the page`],
    ['returned', `${it.returned} of them: the car came again within ${it.returnDays} days`],
    ['sold', `${it.sold} works for the same findings, after a reminder`],
    ...it.money.map(({ currency, incVat, exVat }): [string, string] => [
      'worth',
      incVat === undefined
        ? `${(exVat ?? 0).toFixed(2)} ${currency} without VAT`
        : `${incVat.toFixed(2)} ${currency} with VAT`,
    ]),
  ])

export const reminderViews = { 'reminders set': settings, 'reminders show': show }
