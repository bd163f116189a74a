// Sets one's own PIN for shared tablets: typed twice, checked by the rule of the service before it is sent; with the password if the
// sign-in is some time ago.
import { brokenPinRule } from '@walkaround/contract/rules/pins.ts'
import { type FormEvent, useState } from 'preact/compat'
import { Refused } from '../../api/problem.ts'
import { readOwnPin, setOwnPin } from '../../api/tablets.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import type { SessionClient } from '../../rights.ts'
import { Button, ErrorNote, Field, Note, Spinner } from '../../ui/parts.tsx'
import { useRead } from '../use-read.ts'

type Outcome = 'none' | 'working' | 'saved' | 'offline' | 'wrongPassword' | 'different'

export function OwnPin({ client }: { client: SessionClient }) {
  const { t, dayTime } = useWords()
  const { requester } = useWorkshop()
  const { value: known, reload } = useRead(client.id, () => readOwnPin(requester, client.id))
  const [isOpen, setOpen] = useState(false)
  const [isSaved, setSaved] = useState(false)
  return (
    <section className="panel" aria-label={t('pin.title')}>
      <h2>{t('pin.title')}</h2>
      <p className="soft">
        {t('pin.what', { name: client.name })}{' '}
        {known?.setAt && t('pin.since', { time: dayTime(known.setAt) })}
      </p>
      {known?.lockedOn && (
        <Note tone="soon" icon="lock" title={t('pin.lockedOn', { name: known.lockedOn.join(', ') })} />
      )}
      {isSaved && !isOpen && <Note tone="good" title={t('pin.saved')} />}
      {isOpen ? (
        <PinForm
          clientId={client.id}
          onDone={(hasChanged) => {
            setOpen(false)
            setSaved(hasChanged)
            if (hasChanged) reload()
          }}
        />
      ) : (
        <div className="actions">
          <Button icon="lock" onClick={() => setOpen(true)}>
            {t(known?.setAt ? 'pin.change' : 'pin.set')}
          </Button>
        </div>
      )}
    </section>
  )
}

function PinForm({ clientId, onDone }: { clientId: string; onDone: (hasChanged: boolean) => void }) {
  const { t } = useWords()
  const { requester } = useWorkshop()
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [password, setPassword] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>('none')
  const [isTried, setTried] = useState(false)
  const rule = brokenPinRule(pin)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (rule !== undefined || outcome === 'working') return
    if (pin !== again) return setOutcome('different')
    setOutcome('working')
    try {
      await setOwnPin(requester, clientId, pin, password)
      onDone(true)
    } catch (error) {
      const kind = error instanceof Refused ? error.kind : undefined
      if (kind === 'signInAgain') setPassword('')
      setOutcome(kind === 'signInAgain' ? 'none' : kind === 'wrongPassword' ? 'wrongPassword' : 'offline')
    }
  }
  const digits = { type: 'password', inputMode: 'numeric', autoComplete: 'off', required: true } as const
  return (
    <form className="own-password" onSubmit={submit} aria-busy={outcome === 'working'}>
      {outcome === 'offline' && <ErrorNote title={t('tablet.offline')}>{t('tablet.offlineWhat')}</ErrorNote>}
      <Field
        {...digits}
        label={t('pin.new')}
        value={pin}
        onChange={(event) => setPin(event.currentTarget.value)}
        {...(isTried && rule ? { error: t(`pin.rule.${rule}`) } : {})}
      />
      <Field
        {...digits}
        label={t('pin.again')}
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
        {...(outcome === 'different' && pin !== again ? { error: t('pin.different') } : {})}
      />
      {password !== undefined && (
        <>
          <p className="soft">{t('pin.passwordWhat')}</p>
          <Field
            label={t('pin.password')}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            required
            {...(outcome === 'wrongPassword' ? { error: t('pin.wrongPassword') } : {})}
          />
        </>
      )}
      {outcome === 'working' ? (
        <Spinner>{t('tablet.opening')}</Spinner>
      ) : (
        <div className="actions">
          <Button type="submit" look="main">
            {t('pin.save')}
          </Button>
          <Button look="quiet" onClick={() => onDone(false)}>
            {t('app.cancel')}
          </Button>
        </div>
      )}
    </form>
  )
}
