// Invites somebody: who, as what and where, and how the link gets to them. Afterwards the link is shown, to be handed over.
import type { MadeInvitation } from '@walkaround/contract/app/logins.ts'
import { languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { SelectField } from '../../../office/form/choice-fields.tsx'
import { Form } from '../../../office/form/form.tsx'
import { TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'
import { LinkSheet } from './link-sheet.tsx'
import { type RoleDraft, RoleFields, toRoleChange } from './role-fields.tsx'

interface Draft extends RoleDraft {
  name: string
  login: string
  email: string
  language: string
}

const FORM = 'invite'

export function InviteSheet({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const [made, setMade] = useState<MadeInvitation>()
  if (made) return <LinkSheet made={made} onClose={onClose} />
  return (
    <Invite
      onMade={(invitation) => {
        setMade(invitation)
        onMade()
      }}
      onClose={onClose}
    />
  )
}

function Invite({ onMade, onClose }: { onMade: (made: MadeInvitation) => void; onClose: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const form = useForm<Draft>({
    first: {
      value: {
        name: '',
        login: '',
        role: 'technician',
        // A manager of some branches gives no more than those.
        isLimited: client.isLimited === true,
        branches: client.isLimited ? client.branches.map(({ id }) => id) : [],
        email: '',
        language: client.language,
      },
    },
    save: async ({ name, login, email, language, ...role }) =>
      onMade(
        await call(
          'addInvitation',
          { system_client_id: client.id },
          {
            body: {
              name,
              login,
              language,
              ...(toRoleChange(role) as { role: 'technician' }),
              ...(email === '' ? {} : { email }),
            },
          },
        ),
      ),
    saved: t('people.invited'),
    names: { branch: 'branches' },
  })
  return (
    <Sheet
      title={t('people.invite')}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={FORM} look="main" aria-busy={form.isSaving}>
            {t('people.makeLink')}
          </Button>
        </div>
      }
    >
      <Form of={form} id={FORM}>
        <TextField of={form.field('name')} label={t('people.name')} autoComplete="off" />
        <TextField
          of={form.field('login')}
          label={t('people.login')}
          hint={t('people.loginWhat')}
          autoComplete="off"
          spellcheck={false}
        />
        <RoleFields of={form} />
        <TextField
          of={form.field('email')}
          label={t('people.email')}
          hint={t('people.emailWhat')}
          type="email"
          autoComplete="off"
        />
        <SelectField
          of={form.field('language')}
          label={t('settings.language')}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </Form>
    </Sheet>
  )
}
