// What helps to sign in: the page of the client's providers, if there are any; on the demo, who can sign in, and where the passwords
// are. Fills in the name; the password is typed.

import type { SignInHelp } from '@walkaround/contract/app/session.ts'
import { useEffect, useState } from 'preact/compat'
import { useWords } from '../app/words.tsx'
import { serviceUrl } from '../places.ts'
import { Button } from '../ui/parts.tsx'

export function DemoSignIn(props: {
  readHelp: () => Promise<SignInHelp>
  onChoose: (login: string) => void
}) {
  const { t, language } = useWords()
  const { readHelp, onChoose } = props
  const [{ demo, hasProviders }, setHelp] = useState<SignInHelp>({})
  useEffect(() => {
    let isOver = false
    readHelp().then(
      (help) => {
        if (!isOver) setHelp(help)
      },
      // Without a network nobody can sign in anyway.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [readHelp])
  // With the page that is open, to come back to it.
  const to = location.href.slice(serviceUrl('').length)
  const atProvider = hasProviders && (
    <a
      className="button plain"
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
