// Changes one's own password: the present one, the new one, and plain words for each refusal.
import { type FormEvent, useState } from 'preact/compat'
import { Refused } from '../api/problem.ts'
import { useWorkshop } from '../app/context.tsx'
import { useWords } from '../app/words.tsx'
import { Button, ErrorNote, Field, IconButton, Note, Spinner } from '../ui/parts.tsx'

const waitSeconds = 30

type Outcome =
  | { kind: 'none' | 'working' | 'changed' | 'weak' | 'wrong' | 'offline' }
  | { kind: 'wait'; seconds: number }

export function OwnPassword() {
  const { t, wait } = useWords()
  const { operations } = useWorkshop()
  const [isOpen, setOpen] = useState(false)
  const [isShown, setShown] = useState(false)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const close = (last: Outcome) => {
    setOpen(false)
    setCurrent('')
    setPassword('')
    setShown(false)
    setOutcome(last)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (outcome.kind === 'working') return
    setOutcome({ kind: 'working' })
    try {
      await operations.changePassword(current, password)
      close({ kind: 'changed' })
    } catch (error) {
      setOutcome(toOutcome(error))
    }
  }
  if (!isOpen) {
    return (
      <>
        {outcome.kind === 'changed' && (
          <Note tone="good" title={t('account.changed')}>
            {t('account.changedWhat')}
          </Note>
        )}
        <div className="actions">
          <Button icon="lock" onClick={() => setOpen(true)}>
            {t('account.change')}
          </Button>
        </div>
      </>
    )
  }
  const kind = isShown ? 'text' : 'password'
  return (
    <form className="own-password" onSubmit={submit} aria-busy={outcome.kind === 'working'}>
      {outcome.kind === 'offline' && <ErrorNote title={t('account.offline')} />}
      {outcome.kind === 'wait' && (
        <ErrorNote title={t('signIn.wait')}>
          {t('signIn.waitWhat', { time: wait(outcome.seconds) })}
        </ErrorNote>
      )}
      <Field
        label={t('account.current')}
        type={kind}
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        autoComplete="current-password"
        required
        {...(outcome.kind === 'wrong' ? { error: t('account.wrong') } : {})}
      />
      <Field
        label={t('account.new')}
        type={kind}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="new-password"
        required
        {...(outcome.kind === 'weak' ? { error: t('account.weak') } : {})}
        after={
          <IconButton
            icon="opened"
            label={isShown ? t('signIn.hide') : t('signIn.show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        }
      />
      <p className="soft">{t('account.rule')}</p>
      {outcome.kind === 'working' ? (
        <Spinner>{t('account.working')}</Spinner>
      ) : (
        <div className="actions">
          <Button type="submit" look="main">
            {t('account.save')}
          </Button>
          <Button look="quiet" onClick={() => close({ kind: 'none' })}>
            {t('app.cancel')}
          </Button>
        </div>
      )}
    </form>
  )
}

function toOutcome(error: unknown): Outcome {
  if (!(error instanceof Refused)) return { kind: 'offline' }
  if (error.status === 429) return { kind: 'wait', seconds: error.retryAfterSeconds ?? waitSeconds }
  if (error.kind === 'weakPassword') return { kind: 'weak' }
  return error.kind === 'wrongPassword' ? { kind: 'wrong' } : { kind: 'offline' }
}
