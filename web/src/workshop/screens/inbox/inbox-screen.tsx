// The inbox: what happened and what waits, the newest first; each entry leads to where it is solved.
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import { type ReactNode, useState } from 'preact/compat'
import { useLive, useWorkshop } from '../../app/context.tsx'
import { Link } from '../../app/router.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { CarClock, useWords } from '../../app/words.tsx'
import type { Route } from '../../paths.ts'
import { getSetting, setSetting } from '../../store/settings.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Button, Choice, Empty, Note, Spinner } from '../../ui/parts.tsx'
import { NotesSheet } from '../notes/notes-sheet.tsx'
import { QuestionSheet } from '../questions/question-sheet.tsx'
import { playSound } from './announce.ts'
import { carOf, lineOf } from './entry-words.ts'
import { markRead } from './mark-read.ts'
import { useInbox } from './use-inbox.ts'

const filters = ['all', 'mine', 'new'] as const
type Filter = (typeof filters)[number]

const icons: Readonly<Record<InboxEntry['kind'], IconName>> = {
  decided: 'hand',
  feedback: 'star',
  linkAsked: 'letter',
  undecided: 'clock',
  messageFailed: 'urgent',
  unmatched: 'car',
  note: 'note',
  question: 'ask',
  partsRequested: 'parts',
  partsAnswered: 'parts',
}

/** Where it is solved; a note and a question open here. */
function routeOf({ kind, surveyId, questionId }: InboxEntry): Route | undefined {
  if (kind === 'note' || kind === 'question') return undefined
  if (kind === 'unmatched' || surveyId === undefined) return { screen: 'board' }
  if (kind === 'decided') return { screen: 'quotes', surveyId }
  if (kind === 'partsRequested' || kind === 'partsAnswered')
    return { screen: 'finding', surveyId, questionId: questionId ?? '' }
  return { screen: kind === 'feedback' ? 'survey' : 'send', surveyId }
}

export function InboxScreen() {
  const { t } = useWords()
  const workshop = useWorkshop()
  const isOnline = useSignal(workshop.isOnline)
  const entries = useInbox()
  const [filter, setFilter] = useState<Filter>('all')
  const [notesOf, setNotesOf] = useState<InboxEntry>()
  const [asked, setAsked] = useState<InboxEntry>()
  const shown = entries?.filter(
    ({ isMine, isRead }) => filter === 'all' || (filter === 'mine' ? isMine : !isRead),
  )
  const unread = entries?.filter(({ isRead }) => !isRead) ?? []
  const see = (seen: readonly InboxEntry[]) => {
    markRead(workshop, seen).catch((error: unknown) => console.error(error))
  }
  return (
    <main id="main" className="screen narrow inbox">
      <h1>{t('inbox.title')}</h1>
      <div className="inbox-tools">
        <Choice
          label={t('inbox.show')}
          value={filter}
          options={filters.map((value) => ({ value, label: t(`inbox.${value}`) }))}
          onChoose={setFilter}
          isLabelUnseen
        />
        <Button icon="check" disabled={unread.length === 0} onClick={() => see(unread)}>
          {t('inbox.readAll')}
        </Button>
      </div>
      {shown === undefined && isOnline && <Spinner>{t('app.loading')}</Spinner>}
      {shown?.length === 0 && <Empty icon="inbox" title={t('inbox.none')} what={t('inbox.noneWhat')} />}
      {shown === undefined && !isOnline && <Empty icon="offline" title={t('net.offline')} />}
      {shown && shown.length > 0 && (
        <ul className="inbox-list">
          {shown.map((entry) => (
            <li key={entry.id}>
              <Entry
                entry={entry}
                onOpen={() => {
                  see([entry])
                  if (entry.kind === 'note') setNotesOf(entry)
                  if (entry.kind === 'question') setAsked(entry)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Telling />
      {asked?.surveyId !== undefined && (
        <CarClock branchId={asked.branchId}>
          <QuestionSheet
            surveyId={asked.surveyId}
            questionId={asked.questionId ?? ''}
            onClose={() => setAsked(undefined)}
          />
        </CarClock>
      )}
      {notesOf && (
        <CarClock branchId={notesOf.branchId}>
          <NotesSheet card={notesOf.card} onClose={() => setNotesOf(undefined)} />
        </CarClock>
      )}
    </main>
  )
}

function Entry({ entry, onOpen }: { entry: InboxEntry; onOpen: () => void }) {
  const words = useWords().at(entry.branchId)
  const route = routeOf(entry)
  const className = `inbox-entry ${entry.isRead ? '' : 'unread'}`
  const inside: ReactNode = (
    <>
      <Icon name={icons[entry.kind]} />
      <span className="inbox-words">
        <span className="inbox-line">
          {!entry.isRead && <span className="inbox-new">{words.t('inbox.isNew')}</span>}{' '}
          {lineOf(entry, words)}
        </span>
        <span className="soft">
          {[carOf(entry), words.dayTime(entry.at), entry.isAnswered && words.t('questions.isAnswered')]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <Icon name="next" size={20} />
    </>
  )
  return route ? (
    <Link to={route} className={className} onClick={onOpen}>
      {inside}
    </Link>
  ) : (
    <button type="button" className={className} onClick={onOpen}>
      {inside}
    </button>
  )
}

const onOff = ['on', 'off'] as const
type OnOff = (typeof onOff)[number]

/** Nothing is asked of the browser before somebody taps here. */
function Telling() {
  const { t } = useWords()
  const { store } = useWorkshop()
  const [isRefused, setRefused] = useState(false)
  const chosen = useLive(
    async () => ({
      sound: (await getSetting(store, 'inboxSound')) === true,
      notices: (await getSetting(store, 'inboxNotices')) === true,
    }),
    [],
  )
  const options = onOff.map((value) => ({ value, label: t(`inbox.${value}`) }))
  const toWord = (isOn: boolean | undefined): OnOff => (isOn ? 'on' : 'off')
  const setSound = async (value: OnOff) => {
    await setSetting(store, 'inboxSound', value === 'on')
    if (value === 'on') playSound()
  }
  const setNotices = async (value: OnOff) => {
    const isAllowed =
      value === 'on' &&
      typeof Notification !== 'undefined' &&
      (await Notification.requestPermission()) === 'granted'
    setRefused(value === 'on' && !isAllowed)
    await setSetting(store, 'inboxNotices', isAllowed)
  }
  return (
    <section className="panel">
      <Choice label={t('inbox.sound')} value={toWord(chosen?.sound)} options={options} onChoose={setSound} />
      <Choice
        label={t('inbox.notices')}
        value={toWord(chosen?.notices)}
        options={options}
        onChoose={setNotices}
      />
      {isRefused && <Note tone="soon" isAlert title={t('inbox.refused')} />}
    </section>
  )
}
