// On the demo: who can sign in, and where the passwords are. Fills in the name; the password is typed.

import type { SignInHelp } from '@walkaround/contract/app/session.ts'
import { useEffect, useState } from 'preact/compat'
import { useWords } from '../app/words.tsx'
import { Button } from '../ui/parts.tsx'

export function DemoSignIn(props: {
  readHelp: () => Promise<SignInHelp>
  onChoose: (login: string) => void
}) {
  const { t } = useWords()
  const { readHelp, onChoose } = props
  const [demo, setDemo] = useState<SignInHelp['demo']>()
  useEffect(() => {
    let isOver = false
    readHelp().then(
      (help) => {
        if (!isOver) setDemo(help.demo)
      },
      // Without a network nobody can sign in anyway.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [readHelp])
  if (!demo) return null
  return (
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
  )
}
