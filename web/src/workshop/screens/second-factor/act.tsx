// One change of how one signs in, with the password and the name that it needs.
import { type FormEvent, type ReactNode, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button, ErrorNote, Field, Spinner } from '../../ui/parts.tsx'
import { type Failure, FailureNote, toFailure } from './failure-note.tsx'

interface ActProps {
  title: string
  host?: string | undefined
  /** Asks for a name; the text it begins with. */
  isNamed?: string
  asksPassword?: boolean
  /** It takes something away: the word on its button. */
  danger?: string
  /** Undefined: the failure is one that passkeys and passwords have, too. */
  explain?: (error: unknown) => { title: string; what: string } | undefined
  onDo: (password: string, name: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

export function Act({
  title,
  host,
  isNamed,
  asksPassword,
  danger,
  explain,
  onDo,
  onClose,
  children,
}: ActProps) {
  const { t } = useWords()
  const [name, setName] = useState(isNamed ?? '')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const [told, setTold] = useState<{ title: string; what: string }>()
  const [isWorking, setWorking] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isWorking) return
    setWorking(true)
    setFailure(undefined)
    setTold(undefined)
    try {
      await onDo(password, name.trim())
    } catch (error) {
      const known = explain?.(error)
      if (known) setTold(known)
      else setFailure(toFailure(error))
      setWorking(false)
    }
  }
  return (
    <form className="own-password" onSubmit={submit} aria-busy={isWorking} aria-label={title}>
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {told && <ErrorNote title={told.title}>{told.what}</ErrorNote>}
      <FailureNote failure={failure} host={host} />
      {isNamed !== undefined && (
        <Field
          label={t('factor.name')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
          required
        />
      )}
      {asksPassword && (
        <Field
          label={t('factor.password')}
          type="password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          required
        />
      )}
      {isWorking ? (
        <Spinner>{t('account.working')}</Spinner>
      ) : (
        <div className="actions">
          <Button type="submit" look={danger ? 'danger' : 'main'}>
            {danger ?? (asksPassword ? title : t('factor.save'))}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
        </div>
      )}
    </form>
  )
}
