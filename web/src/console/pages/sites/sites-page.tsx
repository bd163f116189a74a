// The sites of the client: each has a page with what its customers see.
import type { Site } from '@walkaround/contract/app/places.ts'
import { foldForSearch as fold } from '@walkaround/contract/rules/folding.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import { useQuery } from '../../../office/app/query.ts'
import { Form } from '../../../office/form/form.tsx'
import { TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { ListSearch } from '../../../office/ui/list-search.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { Rest } from '../../../office/ui/rest.tsx'
import { useSteps } from '../../../office/ui/use-steps.ts'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { Link, router } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { SitePage } from './site-page.tsx'

export const SitesPage = ({ place: { key } }: PageProps) =>
  key === undefined ? <Sites /> : <SitePage key={key} id={key} />

function Sites() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [isNew, begin] = useState(false)
  const reading = useRead(client.id, () => call('listSites', { system_client_id: client.id }))
  return (
    <Page
      title={t('sites.title')}
      what={t('sites.lead')}
      tools={
        <Button look="main" icon="plus" onClick={() => begin(true)}>
          {t('sites.new')}
        </Button>
      }
    >
      <ShowReading of={reading}>
        {(sites) => (
          <section className="panel" aria-label={t('sites.title')}>
            <SiteList sites={sites} />
          </section>
        )}
      </ShowReading>
      {isNew && <NewSite onClose={() => begin(false)} />}
    </Page>
  )
}

function SiteList({ sites }: { sites: readonly Site[] }) {
  const { t } = useWords()
  const [{ search = '' }] = useQuery()
  const words = fold(search)
  const found = sites.filter(({ id, name, address = [] }) =>
    fold([name, id, ...address].join('|')).includes(words),
  )
  const [shown, end] = useSteps(found, search)
  return (
    <>
      <search className="list-filters no-print">
        <ListSearch label={t('sites.search')} />
        <p className="soft" role="status">
          {t('sites.count', { n: found.length })}
        </p>
      </search>
      <ul className="rows">
        {found.slice(0, shown).map(({ id, name, address = [], telephone, isDefault, logo }) => (
          <li key={id}>
            <div className="row-words">
              <p>
                <Link to={{ page: 'sites', key: id }}>
                  <strong>{name}</strong>
                </Link>{' '}
                <span className="soft">{id}</span>
              </p>
              <p className="soft">
                {[
                  address.join(', '),
                  telephone,
                  isDefault && t('sites.isDefault'),
                  logo === undefined && t('sites.noLogo'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Rest of={found} shown={shown} end={end} />
    </>
  )
}

const FORM = 'new-site'

function NewSite({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const form = useForm<{ id: string; name: string }>({
    first: { value: { id: '', name: '' } },
    save: async ({ id, name }) => {
      await call(
        'putSite',
        { system_client_id: client.id, site_id: id },
        { body: { name }, headers: { 'if-none-match': '*' } },
      )
      router.go({ page: 'sites', key: id })
    },
    saved: t('sites.made'),
  })
  return (
    <Sheet
      title={t('sites.new')}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={FORM} look="main" aria-busy={form.isSaving}>
            {t('sites.make')}
          </Button>
        </div>
      }
    >
      <Form of={form} id={FORM}>
        <TextField
          of={form.field('name')}
          label={t('sites.name')}
          hint={t('sites.nameWhat')}
          autoComplete="off"
        />
        <TextField
          of={form.field('id')}
          label={t('sites.id')}
          hint={t('sites.idWhat')}
          autoComplete="off"
          spellcheck={false}
        />
      </Form>
    </Sheet>
  )
}
