// Who is signed in, for which dealership, in which language and colours; and the way out.
import { languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useSignal } from '../../workshop/app/use-signal.ts'
import { Button, Choice } from '../../workshop/ui/parts.tsx'
import { Sheet } from '../../workshop/ui/sheet.tsx'
import { useOffice, useSignedIn } from '../app/context.tsx'
import { useWords } from '../app/words.tsx'

const themes = ['system', 'light', 'dark'] as const

export function AccountSheet({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const { sessions, language, theme, clientId } = useOffice()
  const { session, client } = useSignedIn()
  const spoken = useSignal(language)
  const look = useSignal(theme)
  return (
    <Sheet
      title={t('settings.signedIn', { name: session.name })}
      onClose={onClose}
      footer={
        <Button
          icon="lock"
          onClick={() => sessions.signOut().catch((error: unknown) => console.error(error))}
        >
          {t('settings.signOut')}
        </Button>
      }
    >
      <div className="account">
        <p className="soft">
          {client.name} · {t(`settings.role.${client.role}`)}
          {client.isLimited && ` · ${client.branches.map(({ name }) => name).join(', ')}`}
        </p>
        {session.clients.length > 1 && (
          <Choice
            label={t('settings.client')}
            value={client.id}
            options={session.clients.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={clientId.set}
          />
        )}
        <Choice
          label={t('settings.language')}
          value={spoken}
          options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
          onChoose={language.set}
        />
        <Choice
          label={t('settings.theme')}
          value={look}
          options={themes.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
          onChoose={theme.set}
        />
      </div>
    </Sheet>
  )
}
