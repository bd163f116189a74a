// What helps to sign in: the page of the client's providers, if there are any; on the demo, who can sign in, and where the passwords
// are. Fills in the name; the password is typed. Comes after the form, because it asks the service first.

import type { SignInHelp } from '@walkaround/contract/app/session.ts'
import { useEffect, useState } from 'preact/compat'
import { useWords } from '../app/words.tsx'
import { serviceUrl } from '../places.ts'
import { Button, Note } from '../ui/parts.tsx'

export interface SignInHelpProps {
  readHelp: () => Promise<SignInHelp>
  onChoose: (login: string) => void
  /** It stands above the form: the person has no other way. */
  isFirst: boolean
  /** The form says already that there is no network. */
  isOfflineTold: boolean
}

/** A service may come back without the browser noticing anything. */
const againMs = 10_000

/** Asks until the service replies: people wait for the network in front of this page. */
function useHelp(readHelp: () => Promise<SignInHelp>): SignInHelp | 'unreachable' | undefined {
  const [help, setHelp] = useState<SignInHelp | 'unreachable'>()
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      clearTimeout(timer)
      readHelp().then(
        (found) => {
          if (isOver) return
          window.removeEventListener('online', read)
          setHelp(found)
        },
        () => {
          if (isOver) return
          setHelp('unreachable')
          timer = setTimeout(read, againMs)
        },
      )
    }
    window.addEventListener('online', read)
    read()
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('online', read)
    }
  }, [readHelp])
  return help
}

export function SignInHelpPart({ readHelp, onChoose, isFirst, isOfflineTold }: SignInHelpProps) {
  const { t, language } = useWords()
  const help = useHelp(readHelp)
  if (help === 'unreachable')
    return isOfflineTold ? null : (
      <Note tone="soon" icon="offline" title={t('signIn.offline')}>
        {t('signIn.offlineWhat')}
      </Note>
    )
  const { demo, hasProviders } = help ?? {}
  // With the page that is open, to come back to it.
  const to = location.href.slice(serviceUrl('').length)
  const atProvider = hasProviders && (
    <a
      className={`button ${isFirst ? 'main wide' : 'plain'}`}
      href={serviceUrl(`sign-in/start?${new URLSearchParams({ to, lang: language })}`)}
    >
      {t('signIn.company')}
    </a>
  )
  if (!demo) return atProvider || null
  return (
    <>
      {atProvider}
      <section className="demo-sign-in" aria-label={t('demo.title')}>
        <h2>{t('demo.title')}</h2>
        <p>{t('demo.choose')}</p>
        <div className="actions">
          {demo.logins.map(({ login }) => (
            <Button key={login} onClick={() => onChoose(login)}>
              {login}
            </Button>
          ))}
        </div>
        <p className="soft">{demo.file ? t('demo.file', { file: demo.file }) : t('demo.terminal')}</p>
      </section>
    </>
  )
}
