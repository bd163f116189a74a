// One person: role and branches, where they are signed in, another password, and taking access away.

import type { LoginDetails } from '@walkaround/contract/app/logins.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { CheckField } from '../../../office/form/choice-fields.tsx'
import { Form } from '../../../office/form/form.tsx'
import { TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Note } from '../../../workshop/ui/parts.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { useBranchWords } from './branch-words.ts'
import { PersonActs } from './person-acts.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { type RoleDraft, RoleFields, toRoleChange, toRoleDraft } from './role-fields.tsx'

export function PersonPage({ id }: { id: string }) {
  const { t } = useWords()
  const { readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, login_id: id }
  const reading = useRead(`${client.id} ${id}`, () => readTagged('getLogin', params))
  return (
    <Page
      title={reading.value?.value.name ?? t('people.person')}
      what={reading.value?.value.login}
      tools={<Link to={{ page: 'people' }}>{t('people.toAll')}</Link>}
    >
      <ShowReading of={reading}>
        {(read) => <Person key={id} read={read} reload={reading.reload} />}
      </ShowReading>
    </Page>
  )
}

function Person({ read, reload }: { read: Tagged<LoginDetails>; reload: () => void }) {
  const { t } = useWords()
  const { session } = useSignedIn()
  /** What is done to a person may end their sessions. */
  const [acts, setActs] = useState(0)
  const onChanged = () => {
    setActs(acts + 1)
    reload()
  }
  const { value } = read
  const isSelf = value.login === session.login
  const maySeeSessions = isSelf || (value.mayChange === true && value.isShared !== true)
  return (
    <>
      {value.mayChange ? (
        <section className="panel" aria-label={t('people.access')}>
          <h2>{t('people.access')}</h2>
          <PersonForm read={read} onSaved={reload} />
        </section>
      ) : (
        <Fixed value={value} isSelf={isSelf} />
      )}
      {maySeeSessions && <PersonSessions key={acts} id={value.id} name={value.name} />}
      {value.mayChange && <PersonActs value={value} onChanged={onChanged} />}
    </>
  )
}

interface Draft extends RoleDraft {
  name: string
  isDisabled: boolean
}

const toDraft = ({ value, tag }: Tagged<LoginDetails>): Tagged<Draft> => ({
  value: { name: value.name, isDisabled: value.isDisabled ?? false, ...toRoleDraft(value) },
  tag,
})

function PersonForm({ read, onSaved }: { read: Tagged<LoginDetails>; onSaved: () => void }) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, login_id: read.value.id }
  const form = useForm<Draft>({
    first: toDraft(read),
    save: ({ name, isDisabled, ...role }, tag) =>
      call('putLogin', params, {
        body: { name, ...toRoleChange(role), ...(isDisabled ? { isDisabled } : {}) },
        headers: ifStill(tag),
      }),
    reread: async () => toDraft(await readTagged('getLogin', params)),
    saved: t('people.saved'),
    names: { branch: 'branches' },
  })
  return (
    <Form of={form} onSaved={onSaved}>
      {read.value.isShared && (
        <Note tone="plain" title={t('people.sharedTitle')}>
          {t('people.sharedWhat')}
        </Note>
      )}
      {!read.value.isShared && (
        <TextField of={form.field('name')} label={t('people.name')} autoComplete="off" />
      )}
      <RoleFields of={form} />
      {!read.value.isShared && (
        <CheckField
          of={form.field('isDisabled')}
          label={t('people.disable')}
          hint={t('people.disableWhat')}
        />
      )}
    </Form>
  )
}

function Fixed({ value, isSelf }: { value: LoginDetails; isSelf: boolean }) {
  const { t } = useWords()
  const branchWords = useBranchWords()
  return (
    <section className="panel" aria-label={t('people.access')}>
      <h2>{t('people.access')}</h2>
      <p>
        {t(`settings.role.${value.role}`)} · {branchWords(value.branches)}
      </p>
      <Note tone="plain" icon="lock" title={t(isSelf ? 'people.ownWhat' : 'people.notYours')} />
    </section>
  )
}
