// Who has access: everybody with a role here, and those who are invited. One of them has a page of its own.
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteSheet } from './invite-sheet.tsx'
import { LoginTable } from './login-table.tsx'
import { PersonPage } from './person-page.tsx'
import { SeveralSheet } from './several-sheet.tsx'

export const PeoplePage = ({ place: { key } }: PageProps) =>
  key === undefined ? <People /> : <PersonPage key={key} id={key} />

const MAIL_MS = 3_000

function People() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const [inviting, invite] = useState<'one' | 'several'>()
  const logins = useRead(client.id, () => call('listLogins', params))
  const [isMailing, setMailing] = useState(false)
  const invitations = useRead(
    client.id,
    async () => {
      const found = await call('listInvitations', params)
      setMailing(found.some(({ mail }) => mail === 'waiting'))
      return found
    },
    // Until it is known what became of each mail.
    isMailing ? MAIL_MS : undefined,
  )
  return (
    <Page
      title={t('people.title')}
      what={t('people.lead')}
      tools={
        <>
          <Link to={{ page: 'rights' }}>{t('rights.title')}</Link>
          <Button onClick={() => invite('several')}>{t('people.several')}</Button>
          <Button look="main" icon="plus" onClick={() => invite('one')}>
            {t('people.invite')}
          </Button>
        </>
      }
    >
      <ShowReading of={invitations}>
        {(waiting) => <InvitationList invitations={waiting} onChanged={invitations.reload} />}
      </ShowReading>
      <ShowReading of={logins}>{(found) => <LoginTable logins={found.logins} />}</ShowReading>
      {inviting === 'one' && <InviteSheet onMade={invitations.reload} onClose={() => invite(undefined)} />}
      {inviting === 'several' && (
        <SeveralSheet onMade={invitations.reload} onClose={() => invite(undefined)} />
      )}
    </Page>
  )
}
