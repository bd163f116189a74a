// How the client reminds customers of work that they put off or declined.
import type { ReminderSettings } from '@walkaround/contract/app/reminders.ts'
import { reminderLimits } from '@walkaround/contract/rules/reminder-limits.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { CheckField, SelectField } from '../../../office/form/choice-fields.tsx'
import { Form } from '../../../office/form/form.tsx'
import { NumberField, TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { fieldOfConsent, type RemindersDraft, toRemindersBody, toRemindersDraft } from './reminders-draft.ts'

export function RemindersPage() {
  const { t } = useWords()
  const { readTagged } = useOffice()
  const { client } = useSignedIn()
  const reading = useRead(client.id, () => readTagged('getReminderSettings', { system_client_id: client.id }))
  return (
    <Page
      title={t('reminders.title')}
      what={t('reminders.what')}
      tools={<Link to={{ page: 'settings' }}>{t('reminders.toSettings')}</Link>}
    >
      <ShowReading of={reading}>{(read) => <RemindersForm key={client.id} read={read} />}</ShowReading>
    </Page>
  )
}

const draftOf = ({ value, tag }: Tagged<ReminderSettings>): Tagged<RemindersDraft> => ({
  value: toRemindersDraft(value),
  tag,
})

const between = (name: keyof typeof reminderLimits) => {
  const [min, max] = reminderLimits[name]
  return { min, max }
}

function RemindersForm({ read }: { read: Tagged<ReminderSettings> }) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const form = useForm<RemindersDraft>({
    first: draftOf(read),
    save: (draft, tag) =>
      call('putReminderSettings', params, { body: toRemindersBody(draft), headers: ifStill(tag) }),
    reread: async () => draftOf(await readTagged('getReminderSettings', params)),
    saved: t('reminders.saved'),
    names: fieldOfConsent,
  })
  return (
    <Form of={form}>
      <section className="panel form-part" aria-label={t('reminders.whom')}>
        <h2>{t('reminders.whom')}</h2>
        <SelectField
          of={form.field('whom')}
          label={t('reminders.mayGet')}
          hint={t('reminders.mayGetWhat')}
          none={t('reminders.mayGet.nobody')}
          options={(['customer', 'answer'] as const).map((value) => ({
            value,
            label: t(`reminders.mayGet.${value}`),
          }))}
        />
        {form.state.draft.whom === 'answer' && (
          <TextField
            of={form.field('answer')}
            label={t('reminders.answer')}
            hint={t('reminders.answerWhat')}
            spellcheck={false}
            autoComplete="off"
          />
        )}
      </section>
      <section className="panel form-part" aria-label={t('reminders.works')}>
        <h2>{t('reminders.works')}</h2>
        <CheckField of={form.field('deferred')} label={t('reminders.deferred')} />
        <NumberField
          of={form.field('deferredDays')}
          label={t('reminders.deferredDays')}
          hint={t('reminders.deferredDaysWhat')}
          after={t('reminders.days')}
          {...between('deferredDays')}
        />
        <CheckField of={form.field('declined')} label={t('reminders.declined')} />
        <NumberField
          of={form.field('declinedDays')}
          label={t('reminders.declinedDays')}
          hint={t('reminders.declinedDaysWhat')}
          after={t('reminders.days')}
          {...between('declinedDays')}
        />
        <NumberField
          of={form.field('catchUpDays')}
          label={t('reminders.catchUp')}
          hint={t('reminders.catchUpWhat')}
          after={t('reminders.days')}
          {...between('catchUpDays')}
        />
      </section>
      <section className="panel form-part" aria-label={t('reminders.often')}>
        <h2>{t('reminders.often')}</h2>
        <NumberField
          of={form.field('mostPerYear')}
          label={t('reminders.most')}
          hint={t('reminders.mostWhat')}
          {...between('mostPerYear')}
        />
        <NumberField
          of={form.field('pauseDays')}
          label={t('reminders.pause')}
          after={t('reminders.days')}
          {...between('pauseDays')}
        />
        <TextField
          of={form.field('quietFrom')}
          label={t('reminders.quietFrom')}
          hint={t('reminders.quietWhat')}
          type="time"
        />
        <TextField of={form.field('quietTo')} label={t('reminders.quietTo')} type="time" />
      </section>
      <section className="panel form-part" aria-label={t('reminders.success')}>
        <h2>{t('reminders.success')}</h2>
        <NumberField
          of={form.field('returnDays')}
          label={t('reminders.returned')}
          hint={t('reminders.returnedWhat')}
          after={t('reminders.days')}
          {...between('returnDays')}
        />
      </section>
    </Form>
  )
}
