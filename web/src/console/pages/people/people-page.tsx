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

export const PeoplePage = ({ place: { key } }: PageProps) =>
  key === undefined ? <People /> : <PersonPage key={key} id={key} />

function People() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const [isInviting, invite] = useState(false)
  const logins = useRead(client.id, () => call('listLogins', params))
  const invitations = useRead(client.id, () => call('listInvitations', params))
  return (
    <Page
      title={t('people.title')}
      what={t('people.lead')}
      tools={
        <>
          <Link to={{ page: 'rights' }}>{t('rights.title')}</Link>
          <Button look="main" icon="plus" onClick={() => invite(true)}>
            {t('people.invite')}
          </Button>
        </>
      }
    >
      <ShowReading of={invitations}>
        {(waiting) => <InvitationList invitations={waiting} onChanged={invitations.reload} />}
      </ShowReading>
      <ShowReading of={logins}>{(found) => <LoginTable logins={found.logins} />}</ShowReading>
      {isInviting && <InviteSheet onMade={invitations.reload} onClose={() => invite(false)} />}
    </Page>
  )
}
