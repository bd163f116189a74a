// One's own passkeys and recovery codes: list, add, rename, remove, new codes. What changes how one signs in asks for the password.
import type { Passkey } from '@walkaround/contract/app/second-factor.ts'
import { type FormEvent, type ReactNode, useState } from 'preact/compat'
import { createSecondFactorOperations } from '../../api/second-factor.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { Button, ErrorNote, Field, Note, Spinner } from '../../ui/parts.tsx'
import { describeAgent } from '../agents.ts'
import { useRead } from '../use-read.ts'
import { canHavePasskeys, makePasskey } from './browser-passkeys.ts'
import { type Failure, FailureNote, toFailure } from './failure-note.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Doing = { kind: 'add' | 'codes' } | { kind: 'rename' | 'remove'; passkey: Passkey }

export function OwnPasskeys() {
  const { t, dayTime } = useWords()
  const { requester, session } = useWorkshop()
  const operations = createSecondFactorOperations(requester)
  const [doing, setDoing] = useState<Doing>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { value, error, reload } = useRead(session()?.login ?? '', operations.readOwn)
  const done = (made?: readonly string[]) => {
    setDoing(undefined)
    setCodes(made)
    reload()
  }
  const host = value?.host
  const acts = {
    add: async (password: string, name: string) => {
      const { ticket, creation } = await operations.begin(password)
      done((await operations.add(ticket, await makePasskey(creation, name))).recoveryCodes)
    },
    codes: async (password: string) => done((await operations.makeCodes(password)).recoveryCodes),
    rename: async (id: string, name: string) => {
      await operations.rename(id, name)
      done()
    },
    remove: async (id: string, password: string) => {
      await operations.remove(id, password)
      done()
    },
  }
  return (
    <section className="panel" aria-label={t('factor.title')}>
      <h2>{t('factor.title')}</h2>
      <p className="soft">{t('factor.what')}</p>
      {!value && error && <p className="soft">{t('account.sessionsOffline')}</p>}
      {!value && !error && <Spinner>{t('app.loading')}</Spinner>}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {value && !codes && (
        <>
          {value.isNeeded && <Note tone="plain" icon="lock" title={t('factor.needed')} />}
          {value.passkeys.length === 0 && <p>{t('factor.none')}</p>}
          <ul className="own-sessions">
            {value.passkeys.map((passkey) => (
              <li key={passkey.id}>
                <div>
                  <p>
                    <strong>{passkey.name}</strong>
                  </p>
                  <p className="soft">
                    {passkey.usedAt
                      ? t('factor.used', { time: dayTime(passkey.usedAt) })
                      : t('factor.made', { time: dayTime(passkey.createdAt) })}
                    {passkey.isSynced && ` · ${t('factor.synced')}`}
                  </p>
                </div>
                <div className="actions">
                  <Button
                    onClick={() => setDoing({ kind: 'rename', passkey })}
                    aria-label={t('factor.renameOf', { name: passkey.name })}
                  >
                    {t('factor.rename')}
                  </Button>
                  <Button
                    onClick={() => setDoing({ kind: 'remove', passkey })}
                    aria-label={t('factor.removeOf', { name: passkey.name })}
                  >
                    {t('factor.remove')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {value.passkeys.length > 0 && <p>{t('factor.left', { count: value.recoveryCodes })}</p>}
          {!value.host && <ErrorNote title={t('factor.impossible')}>{t('factor.impossibleWhat')}</ErrorNote>}
          {value.isPossible && !canHavePasskeys() && (
            <Note tone="soon" title={t('factor.unsupported')}>
              {t('factor.unsupportedWhat', { host: value.host ?? '' })}
            </Note>
          )}
          {!doing && value.isPossible && (
            <div className="actions">
              {canHavePasskeys() && (
                <Button icon="lock" onClick={() => setDoing({ kind: 'add' })}>
                  {t('factor.add')}
                </Button>
              )}
              {value.passkeys.length > 0 && (
                <Button onClick={() => setDoing({ kind: 'codes' })}>{t('factor.newCodes')}</Button>
              )}
            </div>
          )}
          {doing?.kind === 'add' && (
            <Act
              title={t('factor.add')}
              host={host}
              isNamed={describeAgent(navigator.userAgent) ?? ''}
              asksPassword
              onDo={acts.add}
              onClose={() => setDoing(undefined)}
            />
          )}
          {doing?.kind === 'codes' && (
            <Act
              title={t('factor.newCodes')}
              host={host}
              asksPassword
              onDo={acts.codes}
              onClose={() => setDoing(undefined)}
            >
              {t('factor.newCodesWhat')}
            </Act>
          )}
          {doing?.kind === 'rename' && (
            <Act
              key={doing.passkey.id}
              title={t('factor.renameOf', { name: doing.passkey.name })}
              host={host}
              isNamed={doing.passkey.name}
              onDo={(_, name) => acts.rename(doing.passkey.id, name)}
              onClose={() => setDoing(undefined)}
            />
          )}
          {doing?.kind === 'remove' && (
            <Act
              key={doing.passkey.id}
              title={t('factor.removeOf', { name: doing.passkey.name })}
              host={host}
              asksPassword
              isDanger
              onDo={(password) => acts.remove(doing.passkey.id, password)}
              onClose={() => setDoing(undefined)}
            >
              {value.passkeys.length === 1 && !value.isNeeded ? t('factor.removeLast') : undefined}
            </Act>
          )}
        </>
      )}
    </section>
  )
}

interface ActProps {
  title: string
  host: string | undefined
  /** Asks for a name; the text it begins with. */
  isNamed?: string
  asksPassword?: boolean
  isDanger?: boolean
  onDo: (password: string, name: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

/** One change, with the password and the name that it needs. */
function Act({ title, host, isNamed, asksPassword, isDanger, onDo, onClose, children }: ActProps) {
  const { t } = useWords()
  const [name, setName] = useState(isNamed ?? '')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const [isWorking, setWorking] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isWorking) return
    setWorking(true)
    setFailure(undefined)
    try {
      await onDo(password, name.trim())
    } catch (error) {
      setFailure(toFailure(error))
      setWorking(false)
    }
  }
  return (
    <form className="own-password" onSubmit={submit} aria-busy={isWorking} aria-label={title}>
      <h3>{title}</h3>
      {children && <p>{children}</p>}
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
          <Button type="submit" look={isDanger ? 'danger' : 'main'}>
            {isDanger ? t('factor.remove') : asksPassword ? title : t('factor.save')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
        </div>
      )}
    </form>
  )
}
