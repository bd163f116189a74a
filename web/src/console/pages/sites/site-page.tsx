// One site: what its customers see of it. The client's language stands where the site has none of its own.
import type { Site } from '@walkaround/contract/app/places.ts'
import { languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { CheckField, SelectField } from '../../../office/form/choice-fields.tsx'
import { Form } from '../../../office/form/form.tsx'
import { ColourField, TextArea, TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { type SiteDraft, toSiteBody, toSiteDraft } from './site-draft.ts'
import { SiteLogo } from './site-logo.tsx'
import { SiteSender } from './site-sender.tsx'

export function SitePage({ id }: { id: string }) {
  const { t } = useWords()
  const { readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, site_id: id }
  const reading = useRead(`${client.id} ${id}`, () => readTagged('getSite', params))
  return (
    <Page
      title={reading.value?.value.name ?? id}
      what={t('sites.siteLead')}
      tools={<Link to={{ page: 'sites' }}>{t('sites.toAll')}</Link>}
    >
      <ShowReading of={reading}>
        {(read) => (
          <>
            <SiteLogo site={read.value} onChanged={reading.reload} />
            <SiteForm key={id} read={read} />
          </>
        )}
      </ShowReading>
    </Page>
  )
}

const zoneName = (zone: string) => zone.replaceAll('_', ' ')

const draftOf = ({ value, tag }: Tagged<Site>): Tagged<SiteDraft> => ({ value: toSiteDraft(value), tag })

function SiteForm({ read }: { read: Tagged<Site> }) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, site_id: read.value.id }
  const { ofClient } = read.value
  const clientLanguage = languageNames[ofClient?.language as keyof typeof languageNames] ?? client.language
  const form = useForm<SiteDraft>({
    first: draftOf(read),
    save: (draft, tag) => call('putSite', params, { body: toSiteBody(draft), headers: ifStill(tag) }),
    reread: async () => draftOf(await readTagged('getSite', params)),
    saved: t('sites.saved'),
  })
  return (
    <Form of={form}>
      <section className="panel form-part" aria-label={t('sites.contact')}>
        <h2>{t('sites.contact')}</h2>
        <TextField of={form.field('name')} label={t('sites.name')} hint={t('sites.nameWhat')} />
        <TextArea
          of={form.field('address')}
          label={t('sites.address')}
          hint={t('sites.addressWhat')}
          rows={3}
        />
        <TextField
          of={form.field('telephone')}
          label={t('sites.telephone')}
          hint={t('sites.telephoneWhat')}
          type="tel"
          autoComplete="off"
        />
        <TextField
          of={form.field('email')}
          label={t('sites.email')}
          hint={t('sites.emailWhat')}
          type="email"
          autoComplete="off"
        />
        <TextField of={form.field('website')} label={t('sites.website')} type="url" placeholder="https://" />
        <TextField
          of={form.field('bookingLink')}
          label={t('sites.bookingLink')}
          hint={t('sites.bookingLinkWhat')}
          type="url"
          placeholder="https://"
        />
        <TextArea
          of={form.field('hours')}
          label={t('sites.hours')}
          hint={t('sites.hoursWhat')}
          rows={3}
          placeholder={'mo-fr 08:00-18:00\nsa 09:00-13:00'}
        />
      </section>
      <section className="panel form-part" aria-label={t('sites.look')}>
        <h2>{t('sites.look')}</h2>
        <ColourField
          of={form.field('mainColour')}
          label={t('sites.mainColour')}
          hint={t('sites.mainColourWhat')}
        />
        <ColourField
          of={form.field('secondColour')}
          label={t('sites.secondColour')}
          hint={t('sites.secondColourWhat')}
        />
        <SelectField
          of={form.field('language')}
          label={t('sites.language')}
          hint={t('sites.languageWhat')}
          none={t('sites.asClient', { value: clientLanguage })}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </section>
      <section className="panel form-part" aria-label={t('sites.region')}>
        <h2>{t('sites.region')}</h2>
        <SelectField
          of={form.field('timeZone')}
          label={t('sites.timeZone')}
          hint={t('sites.timeZoneWhat')}
          none={t('sites.asClient', { value: zoneName(ofClient?.timeZone ?? client.timeZone) })}
          options={Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: zoneName(value) }))}
        />
        <TextField
          of={form.field('currency')}
          label={t('sites.currency')}
          hint={t('sites.currencyWhat', { value: ofClient?.currency ?? t('sites.noCurrency') })}
          maxLength={3}
        />
      </section>
      <SiteSender form={form} />
      <section className="panel form-part" aria-label={t('sites.work')}>
        <h2>{t('sites.work')}</h2>
        <TextArea
          of={form.field('hourlyRates')}
          label={t('sites.hourlyRates')}
          hint={t('sites.hourlyRatesWhat')}
          rows={3}
          placeholder="mechanical = 118.50 EUR"
        />
        <CheckField
          of={form.field('partsStep')}
          label={t('sites.partsStep')}
          hint={t('sites.partsStepWhat')}
        />
      </section>
    </Form>
  )
}
