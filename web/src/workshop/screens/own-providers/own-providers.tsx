// With which providers one's own login is joined: joining, and taking that away. Both ask for the password. Joining leaves the app for the
// provider; whoever comes back is told here what became of it. Shows nothing where no client has a provider.
import type { OwnProvider } from '@walkaround/contract/app/sign-in-providers.ts'
import { type JoinRefusal, joinRefusals } from '@walkaround/contract/rules/provider-claims.ts'
import { useEffect, useRef, useState } from 'preact/compat'
import { createOwnProviderOperations } from '../../api/own-providers.ts'
import { Refused } from '../../api/problem.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { Button, ErrorNote, Note } from '../../ui/parts.tsx'
import { Act } from '../second-factor/act.tsx'
import { useRead } from '../use-read.ts'

/** How somebody comes back, as the address of this page has it. */
interface Return {
  of: string
  refused: JoinRefusal | undefined
}

const keyOf = ({ client, provider }: Pick<OwnProvider, 'client' | 'provider'>) => `${client}/${provider}`
const wayBackTo = (of: OwnProvider) => `settings?${new URLSearchParams({ provider: keyOf(of) })}`

function readReturn(): Return | undefined {
  const asked = new URLSearchParams(location.search)
  const of = asked.get('provider')
  if (of === null) return undefined
  const refused = asked.get('refused')
  return { of, refused: joinRefusals.find((known) => known === refused) }
}

/** By the names of the catalogue; what is wrong before anybody leaves the page. */
const refusedAtOnce: Readonly<Record<string, JoinRefusal>> = {
  providerFailed: 'unreachable',
  noSuchResource: 'off',
  alreadyExists: 'joined',
}

export function OwnProviders() {
  const { t } = useWords()
  const { requester, session } = useWorkshop()
  const operations = createOwnProviderOperations(requester)
  const [cameBack] = useState(readReturn)
  const [doing, setDoing] = useState<{ kind: 'join' | 'leave'; one: OwnProvider }>()
  const [left, setLeft] = useState<string>()
  const { value, reload } = useRead(session()?.csrf ?? '', operations.read)
  const close = () => setDoing(undefined)
  // Whoever goes back to this page from the provider finds it as it was: waiting to leave.
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setDoing(undefined)
    }
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [])
  const explain = (error: unknown) => {
    const kind = error instanceof Refused ? refusedAtOnce[error.kind ?? ''] : undefined
    return kind && { title: t('provider.refused'), what: t(`provider.refused.${kind}`) }
  }
  if (!value || (value.providers.length === 0 && !cameBack?.refused)) return null
  const { providers, mayChange } = value
  const hasSeveralClients = new Set(providers.map(({ client }) => client)).size > 1
  return (
    <section className="panel" aria-label={t('provider.title')}>
      <h2>{t('provider.title')}</h2>
      <p className="soft">{t('provider.what')}</p>
      {!left && cameBack && <Outcome of={cameBack} providers={providers} />}
      <div role="status">{left && <Note tone="good" title={t('provider.left', { label: left })} />}</div>
      <ul className="own-sessions">
        {providers.map((one) => (
          <Row
            key={keyOf(one)}
            one={one}
            isNamed={hasSeveralClients}
            // Its form has a button of the same name.
            mayChange={mayChange === true && doing?.one !== one}
            onAct={(kind) => {
              setLeft(undefined)
              setDoing({ kind, one })
            }}
          />
        ))}
      </ul>
      {!mayChange && providers.some(({ isOnlyWay }) => !isOnlyWay) && (
        <p className="soft">{t('provider.byPassword')}</p>
      )}
      {doing?.kind === 'join' && (
        <Act
          key={`join ${keyOf(doing.one)}`}
          title={t('provider.join', { label: doing.one.label })}
          asksPassword
          explain={explain}
          onDo={async (password) => {
            location.assign(await operations.join(doing.one, password, wayBackTo(doing.one)))
            // The page is about to go.
            await new Promise(() => {})
          }}
          onClose={close}
        >
          {t('provider.joinWhat', { label: doing.one.label })}
          {doing.one.givesRole && ` ${t('provider.givesRole')}`}
        </Act>
      )}
      {doing?.kind === 'leave' && (
        <Act
          key={`leave ${keyOf(doing.one)}`}
          title={t('provider.leaveOf', { label: doing.one.label })}
          asksPassword
          danger={t('provider.leave')}
          onDo={async (password) => {
            await operations.separate(doing.one, password)
            close()
            setLeft(doing.one.label)
            reload()
          }}
          onClose={close}
        >
          {t('provider.leaveWhat', { label: doing.one.label })}
        </Act>
      )}
    </section>
  )
}

function Row({
  one,
  isNamed,
  mayChange,
  onAct,
}: {
  one: OwnProvider
  isNamed: boolean
  mayChange: boolean
  onAct: (kind: 'join' | 'leave') => void
}) {
  const { t, dayTime } = useWords()
  const { label, clientName, joinedAt, isDisabled, isOnlyWay } = one
  return (
    <li>
      <div>
        <p>
          <strong>{label}</strong>
          {isNamed && ` · ${clientName}`}
        </p>
        <p className="soft">
          {joinedAt ? t('provider.joined', { time: dayTime(joinedAt) }) : t('provider.notJoined')}
          {isDisabled && ` · ${t('provider.off')}`}
        </p>
        {isOnlyWay && <p className="soft">{t('provider.onlyWay')}</p>}
      </div>
      {mayChange && !joinedAt && (
        <Button onClick={() => onAct('join')}>{t('provider.join', { label })}</Button>
      )}
      {mayChange && joinedAt && !isOnlyWay && (
        <Button onClick={() => onAct('leave')} aria-label={t('provider.leaveOf', { label })}>
          {t('provider.leave')}
        </Button>
      )}
    </li>
  )
}

/** It stands far down the page that opens, so it is brought into view, and read out. */
function Outcome({ of, providers }: { of: Return; providers: readonly OwnProvider[] }) {
  const { t } = useWords()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const one = providers.find((known) => keyOf(known) === of.of)
  if (!of.refused && !one?.joinedAt) return null
  return (
    <div ref={place} tabIndex={-1}>
      {of.refused ? (
        <ErrorNote title={t('provider.refused')}>{t(`provider.refused.${of.refused}`)}</ErrorNote>
      ) : (
        one && (
          <Note tone="good" title={t('provider.done', { label: one.label })}>
            {t('provider.doneWhat', { label: one.label, client: one.clientName })}
          </Note>
        )
      )}
    </div>
  )
}
