// The sync centre: what is only on this device, by survey, with sizes and states; what was refused and what to do; a rescue file;
// the storage. Deletes only what was refused and a person gave up.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { useEffect, useState } from 'preact/compat'
import { useLive, useWorkshop } from '../app/context.tsx'
import { keepStorage } from '../app/offline.ts'
import { useSignal } from '../app/use-signal.ts'
import { useWords, type Words } from '../app/words.tsx'
import { takeOver } from '../store/outbox.ts'
import type { MediaItem, OutboxItem } from '../store/tables.ts'
import { makeRescueFile } from '../sync/rescue.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Button, Note } from '../ui/parts.tsx'
import { toast } from '../ui/toast.tsx'
import { Refusals } from './refusals.tsx'
import { SyncState } from './sync-state.tsx'

interface Waiting {
  /** Of the clients this person works for. */
  items: OutboxItem[]
  media: MediaItem[]
  /** How much unsent work of others there is, including other clients. */
  others: ReadonlyMap<string, { all: number; within: number }>
  /** Plates by survey, as far as a board on the device has them. */
  names: ReadonlyMap<string, string>
}

function useWaiting(): Waiting | undefined {
  const { store, session } = useWorkshop()
  const { login, clients } = session() ?? { clients: [] }
  return useLive(async () => {
    // Unsent work of others at clients this person does not work for is counted, but neither shown nor exported.
    const isWithin = ({ clientId }: { clientId: string }) => clients.some(({ id }) => id === clientId)
    const allItems = await store.outbox.where('state').notEqual('confirmed').sortBy('seq')
    const allMedia = await store.media.where('state').notEqual('confirmed').sortBy('at')
    const [items, media] = [allItems.filter(isWithin), allMedia.filter(isWithin)]
    const others = new Map<string, { all: number; within: number }>()
    for (const item of [...allItems, ...allMedia]) {
      if (item.login === login || item.state === 'refused') continue
      const { all, within } = others.get(item.login) ?? { all: 0, within: 0 }
      others.set(item.login, { all: all + 1, within: within + Number(isWithin(item)) })
    }
    const cards = (await store.boards.toArray()).flatMap(({ board }) => board.cards)
    return {
      items,
      media,
      others,
      names: new Map([...cards.flatMap(namesOfCard), ...items.flatMap(namesOfNew)]),
    }
  }, [login])
}

const namesOfCard = ({ surveys, numberPlate, vehicle, id }: BoardCard): [string, string][] =>
  surveys.map((survey) => [survey.id, numberPlate ?? vehicle ?? id])

function namesOfNew({ change }: OutboxItem): [string, string][] {
  if (change.type !== 'putInspection') return []
  const { surveys = [], numberPlate, vin } = change.inspection
  return surveys.map(({ id }) => [id, numberPlate ?? vin ?? id])
}

export function SyncCentre() {
  const { t } = useWords()
  const workshop = useWorkshop()
  const waiting = useWaiting()
  const login = workshop.session()?.login
  if (!waiting) return <main id="main" className="screen narrow" aria-busy="true" />
  const isOpen = ({ state }: { state: string }) => state !== 'refused'
  const mine = [...waiting.items, ...waiting.media].filter((item) => item.login === login && isOpen(item))
  const clients = workshop.session()?.clients.map(({ id }) => id) ?? []
  return (
    <main id="main" className="screen narrow">
      <h1>{t('sync.title')}</h1>
      <State n={mine.length} />
      <Refusals items={waiting.items} media={waiting.media} names={waiting.names} />
      <Surveys waiting={waiting} login={login} />
      {[...waiting.others].map(([name, { all, within }]) => (
        <Note
          key={name}
          tone="plain"
          icon="person"
          title={t('sync.others', { name })}
          action={
            within > 0 && (
              <Button
                onClick={() => takeOver(workshop.store, name, login ?? '', clients).then(workshop.poke)}
              >
                {t('sync.take')}
              </Button>
            )
          }
        >
          {t('sync.othersWhat', { n: all, name })}
        </Note>
      ))}
      <Rescue hasUnsent={waiting.items.length + waiting.media.length > 0} clients={clients} />
      <Storage />
    </main>
  )
}

function State({ n }: { n: number }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const sending = useSignal(workshop.sending)
  const isOnline = useSignal(workshop.isOnline)
  if (n === 0)
    return (
      <Note tone="good" icon="cloud" title={t('sync.all')}>
        {t('sync.allWhat')}
      </Note>
    )
  const how = sending === 'signedOut' ? t('sync.signedOut') : isOnline ? t('sync.working') : t('sync.paused')
  return (
    <Note
      tone="soon"
      icon="device"
      title={t('sync.waiting', { n })}
      action={
        <Button icon="sync" onClick={workshop.poke}>
          {t('sync.now')}
        </Button>
      }
    >
      {how}
    </Note>
  )
}

function Surveys({ waiting, login }: { waiting: Waiting; login: string | undefined }) {
  const words = useWords()
  const { t } = words
  const isOnline = useSignal(useWorkshop().isOnline)
  const ids = new Set(
    [...waiting.items, ...waiting.media]
      .filter((item) => item.login === login && item.state !== 'refused')
      .map(({ surveyId }) => surveyId),
  )
  return [...ids].map((surveyId) => {
    const isOfSurvey = (item: { surveyId: string; login: string; state: string }) =>
      item.surveyId === surveyId && item.login === login && item.state !== 'refused'
    const items = waiting.items.filter(isOfSurvey)
    const media = waiting.media.filter(isOfSurvey)
    const name =
      surveyId === ''
        ? t('sync.noSurvey')
        : (waiting.names.get(surveyId) ?? t('sync.ofSurvey', { id: surveyId }))
    return (
      <section key={surveyId} className="panel outbox" aria-label={name}>
        <header className="outbox-head">
          <div>
            <h2>{name}</h2>
            <p className="soft">{summary(items, media, words)}</p>
          </div>
          {surveyId !== '' && (
            <LinkButton to={{ screen: 'survey', surveyId }} icon="next">
              {t('sync.open')}
            </LinkButton>
          )}
        </header>
        <ul className="outbox-list">
          {items.length > 0 && (
            <li>
              <span>{t('sync.edits', { n: items.length })}</span>
              <SyncState
                state={isOnline && items.some(({ state }) => state === 'sent') ? 'sent' : 'device'}
              />
            </li>
          )}
          {media.map((item) => (
            <MediaLine key={item.id} item={item} words={words} isOnline={isOnline} />
          ))}
        </ul>
      </section>
    )
  })
}

function summary(items: readonly OutboxItem[], media: readonly MediaItem[], { t, size }: Words): string {
  const photos = media.filter(({ kind }) => kind === 'photo').length
  const videos = media.length - photos
  const bytes = media.reduce((sum, one) => sum + one.size - one.offset, 0)
  return [
    items.length > 0 && t('sync.edits', { n: items.length }),
    photos > 0 && t('sync.photos', { n: photos }),
    videos > 0 && t('sync.videos', { n: videos }),
    bytes > 0 && size(bytes),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Without a network nothing is being sent, whatever was started. */
function MediaLine(props: { item: MediaItem; words: Words; isOnline: boolean }) {
  const { item, isOnline } = props
  const { t, size } = props.words
  const word = t(`sync.kind.${item.kind}`)
  return (
    <li>
      <span>
        {word},{' '}
        {item.offset > 0 ? t('sync.of', { done: size(item.offset), all: size(item.size) }) : size(item.size)}
        {item.offset > 0 && <progress max={item.size} value={item.offset} aria-label={word} />}
      </span>
      <SyncState state={item.state === 'sent' && !isOnline ? 'device' : item.state} />
    </li>
  )
}

function Rescue({ hasUnsent, clients }: { hasUnsent: boolean; clients: readonly string[] }) {
  const { t } = useWords()
  const { store } = useWorkshop()
  if (!hasUnsent) return null
  const save = async () => {
    const file = await makeRescueFile(store, APP_VERSION, clients)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `walkaround-${new Date().toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')}.rescue`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    toast(t('sync.rescued'))
  }
  return (
    <section className="panel">
      <p>{t('sync.rescueWhat')}</p>
      <div className="actions">
        <Button icon="save" onClick={save}>
          {t('sync.rescue')}
        </Button>
      </div>
    </section>
  )
}

function Storage() {
  const { t, size } = useWords()
  const [state, setState] = useState<{ used: number; quota: number; isKept: boolean }>()
  const look = async () => {
    if (!navigator.storage?.estimate) return
    const { usage = 0, quota = 0 } = await navigator.storage.estimate()
    setState({ used: usage, quota, isKept: (await navigator.storage.persisted?.()) ?? false })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    look()
  }, [])
  if (!state) return null
  return (
    <section className="panel">
      <h2>{t('sync.storage')}</h2>
      <p>{t('sync.used', { used: size(state.used), quota: size(state.quota) })}</p>
      <progress max={state.quota} value={state.used} aria-label={t('sync.storage')} />
      <p className="soft">{state.isKept ? t('sync.safe') : t('sync.unsafe')}</p>
      {!state.isKept && (
        <div className="actions">
          <Button icon="lock" onClick={() => keepStorage().then(look)}>
            {t('sync.keep')}
          </Button>
        </div>
      )}
    </section>
  )
}
