// A shared tablet that nobody has unlocked: the names of its people, then the PIN of one. Says what waits here for whom.
import type { OwnTablet } from '@walkaround/contract/app/tablets.ts'
import { useEffect, useState } from 'preact/compat'
import { Refused } from '../../api/problem.ts'
import { readTablet } from '../../api/tablets.ts'
import { useLive, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { setSetting } from '../../store/settings.ts'
import { Mark } from '../../ui/icons.tsx'
import { Button, ErrorNote, Note } from '../../ui/parts.tsx'
import { SignIn } from '../sign-in.tsx'
import { PinPad } from './pin-pad.tsx'

type Person = OwnTablet['people'][number]

/** The failure that is shown, by its words. */
type Failure = 'wrong' | 'pinLocked' | 'needsNetwork' | 'offline'

const failures: Partial<Record<string, Failure>> = { wrongPin: 'wrong', pinLocked: 'pinLocked' }

export function TabletLock({ tablet }: { tablet: OwnTablet }) {
  const { t } = useWords()
  const [person, setPerson] = useState<Person>()
  const [wantsPassword, setWantsPassword] = useState(false)
  useTablet()
  if (wantsPassword)
    return (
      <>
        <nav className="tablet-back" aria-label={t('tablet.people')}>
          <Button icon="back" onClick={() => setWantsPassword(false)}>
            {t('tablet.backToNames')}
          </Button>
        </nav>
        <SignIn />
      </>
    )
  return (
    <main id="main" className="tablet-lock">
      <div className="tablet-card">
        {person ? (
          <Unlock key={person.id} person={person} onLeave={() => setPerson(undefined)} />
        ) : (
          <Names tablet={tablet} onChoose={setPerson} />
        )}
        <Button look="quiet" icon="lock" onClick={() => setWantsPassword(true)}>
          {t('tablet.password')}
        </Button>
      </div>
    </main>
  )
}

/** Reads again who may unlock it, as often as the network comes back. */
function useTablet(): void {
  const { requester, store, isOnline } = useWorkshop()
  const online = useSignal(isOnline)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the network is back
  useEffect(() => {
    const keep = async () => {
      try {
        await setSetting(store, 'tablet', await readTablet(requester))
      } catch (error) {
        // Revoked: from now on people sign in as on any other device.
        const isRevoked = error instanceof Refused && error.kind === 'tabletNotPaired'
        if (isRevoked) await setSetting(store, 'tablet', undefined)
      }
    }
    keep().catch((error: unknown) => console.error(error))
  }, [requester, store, online])
}

function Names({ tablet, onChoose }: { tablet: OwnTablet; onChoose: (person: Person) => void }) {
  const { t, dayTime } = useWords()
  const { sessions } = useWorkshop()
  const presence = useSignal(sessions.presence)
  return (
    <>
      <header className="tablet-head">
        <Mark size={48} />
        <div>
          <h1>{t('tablet.title')}</h1>
          <p className="soft">{t('tablet.lead', { name: tablet.name })}</p>
        </div>
      </header>
      {presence.state === 'locked' && (
        <Note tone="soon" icon="lock" title={t('tablet.wasHere', { name: presence.session.name })} />
      )}
      {tablet.people.length === 0 && (
        <Note tone="soon" title={t('tablet.nobody')}>
          {t('tablet.nobodyWhat')}
        </Note>
      )}
      <ul className="tablet-people" aria-label={t('tablet.people')}>
        {tablet.people.map((one) => (
          <li key={one.id}>
            <button type="button" className="tablet-person" onClick={() => onChoose(one)}>
              <strong>{one.name}</strong>
              {one.isLocked ? (
                <span className="soft">{t('tablet.isLocked')}</span>
              ) : (
                one.usedAt && <span className="soft">{t('tablet.used', { time: dayTime(one.usedAt) })}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <Waiting />
    </>
  )
}

/** What is still on the device, and for whom. */
function Waiting() {
  const { t } = useWords()
  const { store } = useWorkshop()
  const left = useLive(async () => {
    const counts = new Map<string, number>()
    for (const table of [store.outbox, store.media])
      await table
        .where('state')
        .notEqual('confirmed')
        .each(({ login }) => {
          counts.set(login, (counts.get(login) ?? 0) + 1)
        })
    return [...counts].map(([name, n]) => ({ name, n }))
  }, [])
  return (
    <>
      {left?.map(({ name, n }) => (
        <Note key={name} tone="soon" icon="device" title={t('signIn.waiting', { n, name })} />
      ))}
    </>
  )
}

function Unlock({ person, onLeave }: { person: Person; onLeave: () => void }) {
  const { t } = useWords()
  const { sessions } = useWorkshop()
  const [isWorking, setWorking] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const unlock = async (pin: string) => {
    setWorking(true)
    setFailure(undefined)
    try {
      const outcome = await sessions.unlock(person.id, pin)
      if (outcome !== 'opened') setFailure(outcome === 'wrong' ? 'wrong' : 'needsNetwork')
    } catch (error) {
      setFailure((error instanceof Refused && failures[error.kind ?? '']) || 'offline')
    } finally {
      setWorking(false)
    }
  }
  return (
    <>
      {failure && <ErrorNote title={t(`tablet.${failure}`)}>{t(`tablet.${failure}What`)}</ErrorNote>}
      <PinPad name={person.name} isWorking={isWorking} onPin={unlock} />
      <Button look="quiet" icon="back" onClick={onLeave}>
        {t('tablet.somebodyElse')}
      </Button>
    </>
  )
}
