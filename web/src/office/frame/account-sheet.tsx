// Who is signed in, for which dealership, in which language and colours; the ways to the other bundles, and the way out.
import { languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useSignal } from '../../workshop/app/use-signal.ts'
import { Button, Choice } from '../../workshop/ui/parts.tsx'
import { Sheet } from '../../workshop/ui/sheet.tsx'
import { useOffice, useSignedIn } from '../app/context.tsx'
import { type TextKey, useWords } from '../app/words.tsx'
import { OfficeIcon } from '../ui/icons.tsx'
import { type Bundle, linksFor } from './bundle.ts'

const themes = ['system', 'light', 'dark'] as const

export function AccountSheet<P extends string>({
  bundle,
  onClose,
}: {
  bundle: Bundle<P>
  onClose: () => void
}) {
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
        <ul className="page-list">
          {linksFor(bundle, client).map(({ icon, title, urlFor }) => (
            <li key={title}>
              <a href={urlFor(spoken, client)}>
                <OfficeIcon name={icon} /> {t(title as TextKey)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}
