// How people sign in: the providers of the client, and whether passwords open anything.
import type { SignInProvider } from '@walkaround/contract/app/sign-in-providers.ts'
import { useMemo } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { Passwords } from './passwords.tsx'
import { NEW } from './provider-draft.ts'
import { ProviderPage } from './provider-page.tsx'

export const SignInPage = ({ place: { key } }: PageProps) =>
  key === undefined ? <SignIn /> : <ProviderPage key={key} id={key} />

function SignIn() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const reading = useRead(client.id, () => call('listSignInProviders', { system_client_id: client.id }))
  const columns = useColumns()
  return (
    <Page
      title={t('signIns.title')}
      what={t('signIns.lead')}
      tools={<Link to={{ page: 'signIn', key: NEW }}>{t('signIns.new')}</Link>}
    >
      <section className="panel" aria-label={t('signIns.providers')}>
        <h2>{t('signIns.providers')}</h2>
        <ShowReading of={reading}>
          {(providers) =>
            providers.length === 0 ? (
              <p className="soft">{t('signIns.none')}</p>
            ) : (
              <Table
                caption={t('signIns.providers')}
                columns={columns}
                rows={providers}
                keyOf={({ id }) => id}
              />
            )
          }
        </ShowReading>
      </section>
      <Passwords />
    </Page>
  )
}

function useColumns(): readonly Column<SignInProvider>[] {
  const { t } = useWords()
  return useMemo(
    () => [
      {
        name: 'label',
        label: t('signIns.label'),
        read: ({ label }) => label,
        show: ({ id, label }) => <Link to={{ page: 'signIn', key: id }}>{label}</Link>,
      },
      { name: 'issuer', label: t('signIns.issuer'), read: ({ issuer }) => issuer },
      {
        name: 'state',
        label: t('signIns.state'),
        read: ({ isDisabled }) => t(isDisabled ? 'signIns.isOff' : 'signIns.isOn'),
      },
      {
        name: 'people',
        label: t('signIns.people'),
        read: ({ people = 0 }) => people,
        isNumber: true,
      },
    ],
    [t],
  )
}
