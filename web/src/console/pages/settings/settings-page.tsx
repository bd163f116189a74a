// The settings of the whole client.
import type { ClientSettings } from '@walkaround/contract/app/client-settings.ts'
import { packageTypes } from '@walkaround/contract/package-types.ts'
import { type SecondFactorRule, secondFactorRules } from '@walkaround/contract/rules/second-factor.ts'
import { languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { surveyTypes } from '@walkaround/contract/survey-types.ts'

import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { CheckField, ListField, SelectField } from '../../../office/form/choice-fields.tsx'
import { Form } from '../../../office/form/form.tsx'
import { NumberField, TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'

export function SettingsPage() {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const reading = useRead(client.id, async () => {
    const [read, sites] = await Promise.all([
      readTagged('getClientSettings', params),
      call('listSites', params),
    ])
    return { read, sites }
  })
  return (
    <Page title={t('clientSettings.title')} what={t('clientSettings.lead', { client: client.name })}>
      <ShowReading of={reading}>
        {({ read, sites }) => (
          <SettingsForm
            key={client.id}
            read={read}
            sites={sites.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </ShowReading>
      <LinkTo page="reminders" />
      <LinkTo page="callbacks" />
    </Page>
  )
}

/** Settings of the client that have a page of their own. */
function LinkTo({ page }: { page: 'callbacks' | 'reminders' }) {
  const { t } = useWords()
  return (
    <section className="panel form-part" aria-label={t(`${page}.title`)}>
      <h2>{t(`${page}.title`)}</h2>
      <p className="soft">{t(`clientSettings.${page}What`)}</p>
      <div className="actions">
        <Link to={{ page }}>{t(`clientSettings.${page}Open`)}</Link>
      </div>
    </section>
  )
}

/** What only support changes is not in the form; what has no value is empty there. */
type Draft = Omit<ClientSettings, 'masters' | 'vinLookupsPerMinute' | 'vinLookupsPerDay' | Emptied> & {
  currency: string
  decisionCodeAbove: number | undefined
  strictBranches: boolean
  namedFigures: boolean
  secondFactor: SecondFactorRule | ''
}
type Emptied = 'currency' | 'decisionCodeAbove' | 'strictBranches' | 'namedFigures' | 'secondFactor'

const draftOf = ({ value, tag }: Tagged<ClientSettings>): Tagged<Draft> => {
  const { masters: _masters, vinLookupsPerMinute: _minute, vinLookupsPerDay: _day, ...own } = value
  return {
    value: {
      currency: '',
      decisionCodeAbove: undefined,
      strictBranches: false,
      namedFigures: false,
      secondFactor: '',
      ...own,
    },
    tag,
  }
}

function toBody({ currency, decisionCodeAbove, strictBranches, namedFigures, secondFactor, ...rest }: Draft) {
  return {
    ...rest,
    ...(currency ? { currency } : {}),
    ...(decisionCodeAbove === undefined ? {} : { decisionCodeAbove }),
    ...(strictBranches ? { strictBranches } : {}),
    ...(namedFigures ? { namedFigures } : {}),
    ...(secondFactor === '' ? {} : { secondFactor }),
  }
}

const zones = () => Intl.supportedValuesOf('timeZone')

interface FormProps {
  read: Tagged<ClientSettings>
  sites: readonly { value: string; label: string }[]
}

function SettingsForm({ read, sites }: FormProps) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const form = useForm<Draft>({
    first: draftOf(read),
    save: (draft, tag) => call('putClientSettings', params, { body: toBody(draft), headers: ifStill(tag) }),
    reread: async () => draftOf(await readTagged('getClientSettings', params)),
    saved: t('clientSettings.saved'),
  })
  return (
    <Form of={form}>
      <section className="panel form-part" aria-label={t('clientSettings.general')}>
        <h2>{t('clientSettings.general')}</h2>
        <TextField
          of={form.field('name')}
          label={t('clientSettings.name')}
          hint={t('clientSettings.nameWhat')}
        />
        <SelectField
          of={form.field('timeZone')}
          label={t('clientSettings.timeZone')}
          hint={t('clientSettings.timeZoneWhat')}
          options={zones().map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
        <SelectField
          of={form.field('language')}
          label={t('clientSettings.language')}
          hint={t('clientSettings.languageWhat')}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <TextField
          of={form.field('currency')}
          label={t('clientSettings.currency')}
          hint={t('clientSettings.currencyWhat')}
          maxLength={3}
        />
      </section>
      <section className="panel form-part" aria-label={t('clientSettings.orders')}>
        <h2>{t('clientSettings.orders')}</h2>
        <ListField
          of={form.field('releaseTypes')}
          label={t('clientSettings.releases')}
          hint={t('clientSettings.releasesWhat')}
          options={surveyTypes.map((value) => ({ value, label: t(`survey.${value}`) }))}
        />
        <CheckField
          of={form.field('strictBranches')}
          label={t('clientSettings.strict')}
          hint={t('clientSettings.strictWhat')}
        />
        <SelectField
          of={form.field('defaultSiteId')}
          label={t('clientSettings.defaultSite')}
          hint={t('clientSettings.defaultSiteWhat')}
          options={sites}
        />
        <NumberField
          of={form.field('redWarningMinutes')}
          label={t('clientSettings.red')}
          hint={t('clientSettings.redWhat')}
          after={t('clientSettings.minutes')}
        />
      </section>
      <section className="panel form-part" aria-label={t('clientSettings.customers')}>
        <h2>{t('clientSettings.customers')}</h2>
        <NumberField
          of={form.field('ownerLinkDays')}
          label={t('clientSettings.linkDays')}
          hint={t('clientSettings.linkDaysWhat')}
          after={t('clientSettings.days')}
        />
        <NumberField
          of={form.field('decisionCodeAbove')}
          label={t('clientSettings.codeAbove')}
          hint={t('clientSettings.codeAboveWhat')}
          {...(read.value.currency === undefined ? {} : { after: read.value.currency })}
        />
        <ListField
          of={form.field('hiddenUpsaleTypes')}
          label={t('clientSettings.hidden')}
          hint={t('clientSettings.hiddenWhat')}
          options={packageTypes.map((value) => ({ value, label: t(`clientSettings.package.${value}`) }))}
        />
      </section>
      <section className="panel form-part" aria-label={t('clientSettings.privacy')}>
        <h2>{t('clientSettings.privacy')}</h2>
        <CheckField
          of={form.field('namedFigures')}
          label={t('clientSettings.named')}
          hint={t('clientSettings.namedWhat')}
        />
      </section>
      {client.role !== 'manager' && (
        <section className="panel form-part" aria-label={t('clientSettings.signIn')}>
          <h2>{t('clientSettings.signIn')}</h2>
          <SelectField
            of={form.field('secondFactor')}
            label={t('clientSettings.secondFactor')}
            hint={t('clientSettings.secondFactorWhat')}
            none={t('clientSettings.secondFactor.nobody')}
            options={secondFactorRules.map((value) => ({
              value,
              label: t(`clientSettings.secondFactor.${value}`),
            }))}
          />
        </section>
      )}
    </Form>
  )
}
