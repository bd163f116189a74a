// The sites of the client: each has a page with what its customers see.
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import { Form } from '../../../office/form/form.tsx'
import { TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
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
            <ul className="rows">
              {sites.map(({ id, name, address = [], telephone, isDefault, logo }) => (
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
          </section>
        )}
      </ShowReading>
      {isNew && <NewSite onClose={() => begin(false)} />}
    </Page>
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
