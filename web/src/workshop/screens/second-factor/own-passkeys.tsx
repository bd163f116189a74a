// One's own passkeys and recovery codes: list, add, rename, remove, new codes. What changes how one signs in asks for the password.
import type { Passkey } from '@walkaround/contract/app/second-factor.ts'
import { useState } from 'preact/compat'
import { createSecondFactorOperations } from '../../api/second-factor.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { Button, ErrorNote, Note, Spinner } from '../../ui/parts.tsx'
import { describeAgent } from '../agents.ts'
import { useRead } from '../use-read.ts'
import { Act } from './act.tsx'
import { canHavePasskeys, makePasskey } from './browser-passkeys.ts'
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
              danger={t('factor.remove')}
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
