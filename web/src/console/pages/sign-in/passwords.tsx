// Whether passwords open anything of the client, and for whom they do all the same.
import type { SignInSettings } from '@walkaround/contract/app/sign-in-providers.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { CheckField, ListField, type Option } from '../../../office/form/choice-fields.tsx'
import { Form } from '../../../office/form/form.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'

export function Passwords() {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const reading = useRead(client.id, async () => {
    const [read, { logins }] = await Promise.all([
      readTagged('getSignInSettings', params),
      call('listLogins', params),
    ])
    const people = logins
      .filter(({ hasPassword, isDisabled }) => hasPassword && !isDisabled)
      .map(({ id, name, login, role }) => ({
        value: id,
        label: name,
        detail: `${login} · ${t(`settings.role.${role}`)}`,
      }))
    return { read, people }
  })
  return (
    <section className="panel form-part" aria-label={t('signIns.passwords')}>
      <h2>{t('signIns.passwords')}</h2>
      <ShowReading of={reading}>
        {({ read, people }) => <PasswordForm read={read} people={people} />}
      </ShowReading>
    </section>
  )
}

interface Draft {
  passwordsOff: boolean
  spareLogins: readonly string[]
}

const draftOf = ({
  value: { passwordsOff = false, spareLogins },
  tag,
}: Tagged<SignInSettings>): Tagged<Draft> => ({
  value: { passwordsOff, spareLogins },
  tag,
})

function PasswordForm({ read, people }: { read: Tagged<SignInSettings>; people: readonly Option<string>[] }) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const form = useForm<Draft>({
    first: draftOf(read),
    save: ({ passwordsOff, spareLogins }, tag) =>
      call('putSignInSettings', params, {
        body: { spareLogins: [...spareLogins], ...(passwordsOff ? { passwordsOff } : {}) },
        headers: ifStill(tag),
      }),
    reread: async () => draftOf(await readTagged('getSignInSettings', params)),
    saved: t('signIns.passwordsSaved'),
  })
  return (
    <Form of={form}>
      <CheckField
        of={form.field('passwordsOff')}
        label={t('signIns.passwordsOff')}
        hint={t('signIns.passwordsOffWhat')}
      />
      <ListField
        of={form.field('spareLogins')}
        label={t('signIns.spare')}
        hint={t('signIns.spareWhat')}
        options={people}
      />
    </Form>
  )
}
