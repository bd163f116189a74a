// Sign-in: the form, and below it what waits on this device, whether it works without a network, and the language.
import { languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useLive, useWorkshop } from '../app/context.tsx'
import { offlineState } from '../app/offline.ts'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { serviceUrl } from '../places.ts'
import { setSetting } from '../store/settings.ts'
import { Choice, Note } from '../ui/parts.tsx'
import { lateWithMore } from './late-with-more.ts'
import type { SecondStepProps } from './second-factor/second-step.tsx'
import { SignInForm } from './sign-in-form.tsx'

const step = lateWithMore<Pick<SecondStepProps, 'why' | 'onBack'>>(
  async () => (await import('./second-factor/app-second-step.tsx')).AppSecondStep,
)

interface Props {
  /** The person did not sign out themselves. */
  why?: 'ended' | 'disabled'
  /** Whose work continues. */
  of?: string
  isAtProvider?: boolean
}

export function SignIn({ why, of, isAtProvider = false }: Props) {
  const { t, language } = useWords()
  const { sessions, store, operations } = useWorkshop()
  const offline = useSignal(offlineState)
  const left = useLive(async () => {
    const counts = new Map<string, number>()
    for (const table of [store.outbox, store.media])
      await table
        .where('state')
        .notEqual('confirmed')
        .each(({ login: name }) => {
          counts.set(name, (counts.get(name) ?? 0) + 1)
        })
    return [...counts].map(([name, n]) => ({ name, n }))
  }, [])
  return (
    <SignInForm
      {...(why ? { why: { title: t(`presence.${why}`), what: t(`presence.${why}What`) } } : {})}
      {...(of === undefined ? {} : { of })}
      isAtProvider={isAtProvider}
      signIn={sessions.signIn}
      readHelp={operations.readSignInHelp}
      step={step}
    >
      {left?.map(({ name, n }) => (
        <Note key={name} tone="soon" icon="device" title={t('signIn.waiting', { n, name })} />
      ))}
      {(offline === 'untrusted' || offline === 'unsupported') && (
        <Note tone="soon" icon="offline" title={t('net.noOffline')}>
          {t(`net.${offline}`)}{' '}
          {offline === 'untrusted' && <a href={serviceUrl(`trust?lang=${language}`)}>{t('net.trust')}</a>}
        </Note>
      )}
      <Choice
        label={t('signIn.language')}
        isLabelUnseen
        value={language}
        options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
        onChoose={(value) => setSetting(store, 'language', value)}
      />
    </SignInForm>
  )
}
