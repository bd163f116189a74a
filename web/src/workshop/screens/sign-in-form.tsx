// The form of the sign-in: login and password, a visible wait of about a second, and plain words for each failure. Knows no store:
// who shows it signs in.
import type { SignInHelp } from '@walkaround/contract/app/session.ts'
import { type FormEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'preact/compat'
import { Refused, SignedOut } from '../api/problem.ts'
import { useWords } from '../app/words.tsx'
import { Mark } from '../ui/icons.tsx'
import { Button, ErrorNote, Field, IconButton, Note, Spinner } from '../ui/parts.tsx'
import { type Late, late } from './late.tsx'
import type { SignInHelpProps } from './sign-in-help.tsx'

/** What the second step explains. */
const nextKinds: readonly (string | undefined)[] = [
  'secondFactorNeeded',
  'passkeysImpossible',
  'passwordsOff',
]

/** It asks the service first, so it may come later; if it does not come, people sign in without it. */
const help = late<SignInHelpProps>(() =>
  import('./sign-in-help.tsx').then(
    (found) => found.SignInHelpPart,
    () => () => null,
  ),
)

type Failure = { kind: 'wrong' | 'offline' } | { kind: 'wait'; until: number }

export function SignInForm(props: {
  /** Why the person has to, if they did not sign out themselves. */
  why?: { title: string; what: string }
  /** Whose work continues. */
  of?: string
  /** They sign in at a provider: the way there comes first. */
  isAtProvider?: boolean
  signIn: (login: string, password: string) => Promise<void>
  readHelp: () => Promise<SignInHelp>
  /** Loaded and shown when a right password is not enough. */
  step: Late<{ why: string; onBack: () => void }>
  /** Below the form. */
  children: ReactNode
}) {
  const { t } = useWords()
  const { why, signIn, step } = props
  const [login, setLogin] = useState(props.of ?? '')
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const [half, setHalf] = useState<string>()
  const [isWorking, setWorking] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isWorking) return
    setWorking(true)
    setFailure(undefined)
    try {
      await signIn(login.trim(), password)
    } catch (error) {
      if (error instanceof Refused && nextKinds.includes(error.kind)) {
        await step.load()
        setHalf(error.kind)
      } else setFailure(toFailure(error))
      setPassword('')
      form.current?.querySelector<HTMLInputElement>('input[autocomplete="current-password"]')?.focus()
    } finally {
      setWorking(false)
    }
  }
  const choose = (name: string) => {
    setLogin(name)
    form.current?.querySelector<HTMLInputElement>('input[autocomplete="current-password"]')?.focus()
  }
  const helping = (
    <Suspense fallback={null}>
      <help.Shown
        readHelp={props.readHelp}
        onChoose={choose}
        isFirst={props.isAtProvider ?? false}
        isOfflineTold={failure?.kind === 'offline'}
      />
    </Suspense>
  )
  const wait = useCountdown(failure?.kind === 'wait' ? failure.until : undefined)
  return (
    <main id="main" className="sign-in">
      <div className="sign-in-card">
        <header className="sign-in-head">
          <Mark size={56} />
          <div>
            <p className="sign-in-name">{t('app.name')}</p>
            <p className="soft">{t('signIn.lead')}</p>
          </div>
        </header>
        {half ? (
          <Suspense fallback={<Spinner>{t('app.loading')}</Spinner>}>
            <step.Shown why={half} onBack={() => setHalf(undefined)} />
          </Suspense>
        ) : (
          <form ref={form} onSubmit={submit} aria-busy={isWorking}>
            <h1>{t('signIn.title')}</h1>
            {why && !failure && (
              <Note tone="soon" icon="lock" title={why.title}>
                {why.what}
              </Note>
            )}
            {failure?.kind === 'wrong' && (
              <ErrorNote title={t('signIn.wrong')}>{t('signIn.wrongWhat')}</ErrorNote>
            )}
            {failure?.kind === 'offline' && (
              <ErrorNote title={t('signIn.offline')}>{t('signIn.offlineWhat')}</ErrorNote>
            )}
            {failure?.kind === 'wait' && wait > 0 && <Waiting seconds={wait} />}
            {props.isAtProvider && helping}
            <Field
              label={t('signIn.login')}
              value={login}
              onChange={(event) => setLogin(event.currentTarget.value)}
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellcheck={false}
              required
            />
            <Field
              label={t('signIn.password')}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              required
              after={
                <IconButton
                  icon="opened"
                  label={isShown ? t('signIn.hide') : t('signIn.show')}
                  aria-pressed={isShown}
                  onClick={() => setShown(!isShown)}
                />
              }
            />
            {isWorking ? (
              <Spinner>{t('signIn.working')}</Spinner>
            ) : (
              <Button type="submit" look="main" isWide disabled={wait > 0}>
                {t('signIn.go')}
              </Button>
            )}
          </form>
        )}
        {!half && !props.isAtProvider && helping}
        {props.children}
      </div>
    </main>
  )
}

function Waiting({ seconds }: { seconds: number }) {
  const { t, wait } = useWords()
  return <ErrorNote title={t('signIn.wait')}>{t('signIn.waitWhat', { time: wait(seconds) })}</ErrorNote>
}

function toFailure(error: unknown): Failure {
  const waitSeconds = 30
  if (error instanceof Refused && error.status === 429)
    return { kind: 'wait', until: Date.now() + (error.retryAfterSeconds ?? waitSeconds) * 1000 }
  if (error instanceof Refused || error instanceof SignedOut) return { kind: 'wrong' }
  return { kind: 'offline' }
}

function useCountdown(until: number | undefined): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    if (until === undefined) return undefined
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}
