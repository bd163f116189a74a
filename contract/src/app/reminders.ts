// Reminders of work that was put off or declined: how a client reminds, sent by hand, who wants none, and what became of them.
import { type Static, Type } from 'typebox'
import { channelNames } from '../messages.ts'
import { conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { reminderLimits } from '../rules/reminder-limits.ts'
import { amount, choice, flag, list, record, requiredIdentifier, text } from '../schema.ts'
import { MessagePreview } from './messages.ts'

const clientPath = '/system-clients/{system_client_id}'
const surveyPath = `${clientPath}/surveys/{survey_id}`
const heading = 'Put-off work'
const params = {
  system_client_id: 'The system client.',
  survey_id: 'A survey with work that was put off or declined.',
}
const count = (description: string) => Type.Integer({ description })

const limited = (name: keyof typeof reminderLimits, description: string) => {
  const [minimum, maximum] = reminderLimits[name]
  return Type.Integer({ description, minimum, maximum })
}
const timeOfDay = (description: string) => text(description, { minLength: 1, maxLength: 5 })

export const ReminderSettings = record(
  'ReminderSettings',
  'How a client reminds by itself.',
  {
    deferred: Type.Boolean({ description: 'Of work that was put off.' }),
    deferredDays: limited('deferredDays', 'So many days before its day.'),
    declined: Type.Boolean({ description: 'Of work that was declined.' }),
    declinedDays: limited('declinedDays', 'So many days after that.'),
    catchUpDays: limited('catchUpDays', 'What should have been sent so many days ago or longer is not sent.'),
    mostPerYear: limited(
      'mostPerYear',
      'So many reminders one person gets at most, of all kinds and cars together.',
    ),
    pauseDays: limited('pauseDays', 'So many days lie between two reminders to one person at least.'),
    quietFrom: timeOfDay('Nothing is sent from this time on, such as `19:00`, by the clock of the site.'),
    quietTo: timeOfDay('Until this time, such as `09:00`.'),
    returnDays: limited('returnDays', 'A car that comes within so many days has returned.'),
  },
  {
    consent: text(
      'Whom it may remind: `customer`, who got the result at this address, or a question and answer such as `h.extras=v5`. Left out: nobody.',
      { minLength: 1, maxLength: 300 },
    ),
  },
)
export type ReminderSettings = Static<typeof ReminderSettings>

const settingsPath = `${clientPath}/reminder-settings`
const ofClient = { system_client_id: 'The system client.' }

export const getReminderSettings = operation({
  id: 'getReminderSettings',
  method: 'GET',
  path: settingsPath,
  heading,
  summary: 'Read how the client reminds',
  description: 'As it can be changed. Off until somebody says whom it may remind.',
  right: 'admin',
  params: ofClient,
  replies: { 200: { description: 'The settings.', body: ReminderSettings, headers: etagReply } },
  problems: [],
  decisions: ['B7'],
})

export const putReminderSettings = operation({
  id: 'putReminderSettings',
  method: 'PUT',
  path: settingsPath,
  heading,
  summary: 'Change how the client reminds',
  description:
    'Holds from the next hour on. What should have been sent long ago is not sent when it is turned on.',
  right: 'admin',
  params: ofClient,
  body: ReminderSettings,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The settings as they are now.', body: ReminderSettings, headers: newTag } },
  problems: ['invalidArgument', 'preconditionFailed'],
  decisions: ['B7'],
})

export const NewReminder = record(
  'NewReminder',
  'A reminder of all open work of the car.',
  {},
  { channel: choice('How; left out: by e-mail, else by SMS.', ['email', 'sms']) },
)
export type NewReminder = Static<typeof NewReminder>

export const ReminderPreview = record(
  'ReminderPreview',
  'What would arrive.',
  { preview: MessagePreview, works: count('How many works it names.') },
  { isStopped: flag('The customer wants no reminders by this channel: it would be refused.') },
)
export type ReminderPreview = Static<typeof ReminderPreview>

const composeProblems = ['noSuchResource', 'addressMissing', 'channelNotSetUp', 'preconditionFailed'] as const

export const previewReminder = operation({
  id: 'previewReminder',
  method: 'POST',
  path: `${surveyPath}/reminder-preview`,
  heading,
  summary: 'See what a reminder would say',
  description: 'As sendReminder would write it, with addresses that open nothing. Changes nothing.',
  right: 'quotes',
  params,
  body: NewReminder,
  replies: { 200: { description: 'The message.', body: ReminderPreview } },
  problems: composeProblems,
  decisions: ['G1'],
})

export const SentReminder = record(
  'SentReminder',
  'A reminder that waits to be sent.',
  { messageId: Type.String({ description: 'Its message.' }) },
  {},
)

export const sendReminder = operation({
  id: 'sendReminder',
  method: 'PUT',
  path: `${surveyPath}/reminders/{reminder_id}`,
  heading,
  summary: 'Remind a customer of open work',
  description:
    'By a message with a link to the page of the survey. Its id is made by the page; sending it again changes nothing. Refused if the ' +
    'customer wants no reminders, or was reminded of the same work today.',
  right: 'quotes',
  params: { ...params, reminder_id: 'Made by the caller: letters, digits, - and _.' },
  body: NewReminder,
  replies: { 200: { description: 'It goes out by itself.', body: SentReminder } },
  problems: [...composeProblems, 'idTaken', 'invalidArgument'],
  decisions: ['G1', 'I3'],
})

export const ReminderMark = record(
  'ReminderMark',
  'What reminders know of the customer of a survey.',
  { surveyId: Type.String({ description: 'The survey.' }) },
  {
    stopped: Type.Array(choice('A channel.', [...channelNames]), {
      description: 'By these channels the customer wants no reminders.',
    }),
    remindedAt: Type.String({ description: 'When the customer was last reminded of work of this survey.' }),
  },
)
export type ReminderMark = Static<typeof ReminderMark>

export const listReminderMarks = operation({
  id: 'listReminderMarks',
  method: 'GET',
  path: `${clientPath}/put-off-work/reminder-marks`,
  heading,
  summary: 'Read who was reminded, and who wants no reminders',
  description: 'Of these surveys; those out of reach, and those nothing is known of, are left out.',
  right: 'quotes',
  params: { system_client_id: 'The system client.' },
  query: record(
    'ReminderMarksQuery',
    'Of what.',
    { survey: list(requiredIdentifier('A survey.'), 'Of these surveys.', { maxItems: 200 }) },
    {},
  ),
  replies: { 200: { description: 'The marks.', body: Type.Array(ReminderMark) } },
  problems: ['missingField'],
  decisions: [],
})

export const ReminderFigures = record(
  'ReminderFigures',
  'What became of the reminders of a period.',
  {
    from: Type.String({ description: 'The first day.' }),
    to: Type.String({ description: 'The last day, included.' }),
    sent: count('Reminders whose message went out.'),
    opened: count('Of these, so many whose page the customer opened.'),
    returned: count('Of these, so many whose car came again within the days of the setting.'),
    sold: count('Works that were sold after a reminder of them.'),
    returnDays: count('The days of the setting.'),
    money: Type.Array(
      record(
        'ReminderMoney',
        'What was sold after a reminder, in one currency.',
        { currency: Type.String({ description: 'Of the amounts.' }) },
        {
          exVat: amount('Without VAT, as far as it is known.'),
          incVat: amount('With VAT, as far as it is known.'),
        },
      ),
      { description: 'The worth of what was sold.' },
    ),
  },
  {},
)
export type ReminderFigures = Static<typeof ReminderFigures>

export const getReminderFigures = operation({
  id: 'getReminderFigures',
  method: 'GET',
  path: `${clientPath}/put-off-work/reminder-figures`,
  heading,
  summary: 'Read what became of reminders',
  description:
    'Of reminders of the branches of the person who asks, made on these days of the dealership. Work counts as sold if, after the ' +
    'reminder, work for the same finding of the same car was sold; each once.',
  right: 'quotes',
  params: { system_client_id: 'The system client.' },
  query: record(
    'ReminderFiguresQuery',
    'The period.',
    {},
    {
      from: Type.String({ description: 'The first day; left out: 365 days before the last.', maxLength: 10 }),
      to: Type.String({ description: 'The last day; left out: today.', maxLength: 10 }),
    },
  ),
  replies: { 200: { description: 'The figures.', body: ReminderFigures } },
  problems: ['invalidDate'],
  decisions: ['I7'],
})
