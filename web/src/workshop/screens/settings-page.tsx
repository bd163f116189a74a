// The frame of a page of the settings: its title, the way back, and a note for people who may not see it.
import type { ReactNode } from 'preact/compat'
import { useClient } from '../app/context.tsx'
import { back } from '../app/router.tsx'
import { useWords } from '../app/words.tsx'
import { maySee, type OwnScreenName, ownScreens } from '../paths.ts'
import type { SessionClient } from '../rights.ts'
import type { TextKey } from '../texts/texts.ts'
import { IconButton, Note } from '../ui/parts.tsx'

export function SettingsPage(props: {
  screen: OwnScreenName
  what: TextKey
  /** Who it is for; shown to everybody else. */
  forWhom: TextKey
  className: string
  children: (client: SessionClient) => ReactNode
}) {
  const { t } = useWords()
  const client = useClient()
  const screen = ownScreens[props.screen]
  return (
    <main id="main" className={`screen ${props.className}`}>
      <header className="screen-head">
        <IconButton icon="back" label={t('app.back')} onClick={() => back({ screen: 'settings' })} />
        <div>
          <h1>{t(screen.label)}</h1>
          <p className="soft">{t(props.what)}</p>
        </div>
      </header>
      {client &&
        (maySee(screen, client) ? (
          props.children(client)
        ) : (
          <Note tone="plain" icon="lock" title={t(props.forWhom)} />
        ))}
    </main>
  )
}
