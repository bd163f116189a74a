// What happened to one car, the newest first, by day.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import type { HistoryEntry } from '@walkaround/contract/app/history.ts'
import { HISTORY_LIMIT, MOST_HISTORY } from '@walkaround/contract/history-limits.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import type { HistoryOperations } from '../../api/history.ts'
import { Link, useKept } from '../../app/router.tsx'
import { useWords } from '../../app/words.tsx'
import type { TextKey } from '../../texts/texts.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, Choice, Spinner } from '../../ui/parts.tsx'
import { Bytes } from '../callbacks/bytes.tsx'
import { useTypeWord } from '../callbacks/delivery-badge.tsx'
import { nameOf } from '../cards.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { useRead } from '../use-read.ts'
import { type Group, groups, isBad, looksOf, routeOf } from './entry-kinds.ts'

const pollMs = 5_000

const wayWords = {
  survey: 'history.toSurvey',
  callbacks: 'history.toCallback',
  requests: 'history.toRequest',
} as const satisfies Record<string, TextKey>

export function CarHistory({ card, operations }: { card: BoardCard; operations: HistoryOperations }) {
  const { t } = useWords()
  const [group, setGroup] = useKept<Group>('group', 'all')
  const [limit, setLimit] = useKept(`limit of ${cardName(card)}`, HISTORY_LIMIT)
  const { value, error, reload } = useRead(
    `${card.kind} ${card.id} ${limit}`,
    () => operations.read(card, limit),
    pollMs,
  )
  const shown = value?.entries.filter((entry) => group === 'all' || looksOf(entry).group === group)
  return (
    <section className="panel" aria-labelledby="history-of">
      <h2 id="history-of">
        {[card.numberPlate, nameOf(card) || (card.externalId ?? card.id)].filter(Boolean).join(' · ')}
      </h2>
      <p className="soft">
        {[card.externalId ?? card.id, card.vehicle, card.customer, card.vin].filter(Boolean).join(' · ')}
      </p>
      <Choice
        label={t('history.show')}
        isLabelUnseen
        value={group}
        options={groups.map((value) => ({ value, label: t(`history.${value}`) }))}
        onChoose={setGroup}
      />
      {!shown &&
        (error ? <RefusalNote error={error} onRetry={reload} /> : <Spinner>{t('app.loading')}</Spinner>)}
      {shown?.length === 0 && <p className="soft">{t('history.empty')}</p>}
      {shown && shown.length > 0 && (
        <ol className="history-list">
          {shown.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and a list is read as a whole
            <li key={`${entry.at} ${at}`}>
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
      )}
      {value?.hasMore && limit < MOST_HISTORY && (
        <Button onClick={() => setLimit(Math.min(limit * 4, MOST_HISTORY))}>{t('history.more')}</Button>
      )}
    </section>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { t, dayTime } = useWords()
  const who = useWho()
  const line = useLine()
  const route = routeOf(entry)
  return (
    <article className={`history-entry ${isBad(entry) ? 'bad' : ''}`}>
      <Icon name={isBad(entry) ? 'urgent' : looksOf(entry).icon} size={20} />
      <div className="history-words">
        <p className="history-line">{line(entry)}</p>
        <p className="soft">{[dayTime(entry.at), who(entry), entry.failure].filter(Boolean).join(' · ')}</p>
        <div className="history-ways">
          {route && <Link to={route}>{t(wayWords[route.screen as keyof typeof wayWords])}</Link>}
          {entry.details !== undefined && (
            <details>
              <summary>{t('history.details')}</summary>
              <Bytes text={entry.details} />
            </details>
          )}
        </div>
      </div>
    </article>
  )
}

function useWho(): (entry: HistoryEntry) => string | undefined {
  const { t } = useWords()
  return ({ kind, by, isBySystem, status }) => {
    if (kind !== 'event') return status === undefined ? undefined : t('history.replied', { status })
    if (by === undefined) return undefined
    if (!isBySystem) return t('history.by', { name: by })
    return t(by === 'owner-page' ? 'history.byOwner' : 'history.bySystem')
  }
}

/** Kinds that only a newer service knows are shown by their own name. */
function useLine(): (entry: HistoryEntry) => string {
  const { t } = useWords()
  const typeWord = useTypeWord()
  return (entry) => {
    if (entry.kind === 'attempt')
      return t(isBad(entry) ? 'history.notTold' : 'history.told', {
        n: entry.attempt ?? 1,
        what: typeWord(entry.what ?? ''),
      })
    if (entry.kind === 'request')
      return t('history.request', { operation: entry.operation ?? '', key: entry.by ?? '' })
    const key = `history.event.${entry.event}`
    const word = t(key as TextKey)
    return word === key ? (entry.event ?? '') : word
  }
}
