// Settings of this device: language, appearance, dealership, sign out, about.
import { languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useClient, useLive, useScreensFrom, useWorkshop } from '../app/context.tsx'
import { offlineState } from '../app/offline.ts'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { serviceUrl } from '../places.ts'
import { mayAdminister } from '../rights.ts'
import { getSetting, setSetting } from '../store/settings.ts'
import type { TextKey } from '../texts/texts.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Button, Choice, Note } from '../ui/parts.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnProviders } from './own-providers/own-providers.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnPin } from './pins/own-pin.tsx'
import { OwnPasskeys } from './second-factor/own-passkeys.tsx'

const themes = ['system', 'light', 'dark'] as const

export function SettingsScreen() {
  const { t, language } = useWords()
  const workshop = useWorkshop()
  const { store } = workshop
  const clientId = useSignal(workshop.clientId)
  const theme = useLive(async () => (await getSetting(store, 'theme')) ?? 'system', []) ?? 'system'
  const session = workshop.session()
  const client = useClient()
  return (
    <main id="main" className="screen narrow">
      <h1>{t('settings.title')}</h1>
      <section className="panel">
        <Choice
          label={t('settings.language')}
          value={language}
          options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
          onChoose={workshop.speak}
        />
        <Choice
          label={t('settings.theme')}
          value={theme}
          options={themes.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
          onChoose={(value) => setSetting(store, 'theme', value)}
        />
        {session && session.clients.length > 1 && clientId !== undefined && (
          <Choice
            label={t('settings.client')}
            value={clientId}
            options={session.clients.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(value) => setSetting(store, 'clientId', value)}
          />
        )}
      </section>
      <section className="panel">
        <h2>{t('settings.signedIn', { name: session?.name ?? '' })}</h2>
        {client && (
          <p className="soft">
            {client.name} · {t(`settings.role.${client.role}` as TextKey)}
            {client.isLimited && ` · ${client.branches.map(({ name }) => name).join(', ')}`}
          </p>
        )}
        <SignOut />
        <OwnPassword />
      </section>
      <OwnPasskeys />
      <OwnProviders />
      {client && client.role !== 'support' && <OwnPin client={client} />}
      <OwnSessions />
      <MessagesPanel />
      <DeskPanel />
      <OfflinePanel />
      <section className="panel">
        <h2>{t('settings.about')}</h2>
        <p>
          {t('app.name')} · {t('settings.version', { version: APP_VERSION })}
        </p>
        <p className="soft">{t('settings.licence')}</p>
      </section>
    </main>
  )
}

function MessagesPanel() {
  const { t } = useWords()
  const links = useScreensFrom('settings')
  if (links.length === 0) return null
  return (
    <section className="panel">
      <h2>{t('messages.panel')}</h2>
      <p className="soft">{t('messages.panelWhat')}</p>
      <div className="actions">
        {links.map(({ screen, icon, label }) => (
          <LinkButton key={screen} to={{ screen }} icon={icon}>
            {t(label)}
          </LinkButton>
        ))}
      </div>
    </section>
  )
}

/** Other bundles, with the person's language and dealership. */
function DeskPanel() {
  const { t, language } = useWords()
  const client = useClient()
  if (!client) return null
  const asked = new URLSearchParams({ lang: language, client: client.id })
  return (
    <section className="panel">
      <h2>{t('deskLink.title')}</h2>
      <p className="soft">{t('deskLink.what')}</p>
      <div className="actions">
        <a className="button plain" href={serviceUrl(`desk/?${asked}`)}>
          {t('deskLink.open')}
        </a>
        {mayAdminister(client) && (
          <a className="button plain" href={serviceUrl(`admin/?${asked}`)}>
            {t('deskLink.admin')}
          </a>
        )}
      </div>
    </section>
  )
}

function SignOut() {
  const { t } = useWords()
  const { sessions, store, session } = useWorkshop()
  const login = session()?.login
  const unsent = useLive(async () => {
    const mine = (item: { login: string; state: string }) =>
      item.login === login && item.state !== 'confirmed'
    return (await store.outbox.filter(mine).count()) + (await store.media.filter(mine).count())
  }, [login])
  return (
    <>
      {unsent !== undefined && unsent > 0 && (
        <Note tone="soon" icon="device" title={t('settings.signOutUnsent', { n: unsent })} />
      )}
      <div className="actions">
        <Button
          icon="lock"
          onClick={() => sessions.signOut().catch((error: unknown) => console.error(error))}
        >
          {t('settings.signOut')}
        </Button>
      </div>
    </>
  )
}

function OfflinePanel() {
  const { t, language } = useWords()
  const state = useSignal(offlineState)
  if (state === 'starting') return null
  return (
    <section className="panel">
      <h2>{t('settings.offline')}</h2>
      {state === 'ready' ? (
        <Note tone="good" title={t('settings.offlineReady')} />
      ) : (
        <Note tone="soon" icon="offline" title={t('net.noOffline')}>
          {t(`net.${state}`)}{' '}
          {state === 'untrusted' && <a href={serviceUrl(`trust?lang=${language}`)}>{t('net.trust')}</a>}
        </Note>
      )}
    </section>
  )
}
