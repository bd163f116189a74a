// What happened after the inspection, the newest first: sent, opened, decided line by line, said on the phone, told to the DMS.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { TimelineEntry, TimelineLine } from '@walkaround/contract/app/timeline.ts'
import { messageTypes } from '@walkaround/contract/messages.ts'
import { sum } from '@walkaround/contract/rules/money.ts'
import { memo } from 'preact/compat'
import { useWords, type Words } from '../../app/words.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/parts.tsx'
import { reasonsOf, reasonWords } from '../quotes/reasons.ts'
import type { TimelineReading } from './use-timeline.ts'

export function TimelinePanel({ reading, page }: { reading: TimelineReading; page: SurveyPage }) {
  const { t, dayTime } = useWords()
  const { kept, isOld } = reading
  return (
    <section className="panel" aria-labelledby="result-timeline">
      <h2 id="result-timeline">{t('result.timeline')}</h2>
      {kept && isOld && <p className="soft">{t('result.timelineOffline', { time: dayTime(kept.readAt) })}</p>}
      {!kept &&
        (isOld ? (
          <p className="soft">{t('result.timelineFailed')}</p>
        ) : (
          <Spinner>{t('app.loading')}</Spinner>
        ))}
      {kept && kept.timeline.entries.length === 0 && <p className="soft">{t('result.timelineNone')}</p>}
      {kept && kept.timeline.entries.length > 0 && (
        <ol className="timeline">
          {kept.timeline.entries.map((entry) => (
            <Entry key={`${entry.kind} ${entry.at} ${entry.id ?? ''}`} entry={entry} page={page} />
          ))}
        </ol>
      )}
    </section>
  )
}

const Entry = memo(({ entry, page }: { entry: TimelineEntry; page: SurveyPage }) => {
  const words = useWords()
  const { dayTime } = words
  const more = detailsOf(entry, words)
  return (
    <li className={`happened ${toneOf(entry)}`}>
      <Icon name={iconOf(entry)} />
      <div className="happened-words">
        <p className="happened-title">{titleOf(entry, words)}</p>
        {more !== '' && <p className="soft">{more}</p>}
        {entry.lines && <Lines lines={entry.lines} page={page} />}
        {entry.text && <blockquote>{entry.text}</blockquote>}
      </div>
      <time className="soft" dateTime={entry.at}>
        {dayTime(entry.at)}
      </time>
    </li>
  )
})

const isToStaff = ({ messageType }: TimelineEntry) =>
  messageType !== undefined && messageTypes[messageType].to === 'staff'

function titleOf(entry: TimelineEntry, { t, shared }: Words): string {
  const { kind, messageType, state, medium } = entry
  const what = messageType ? shared.messages[messageType] : ''
  switch (kind) {
    case 'message':
      if (state === 'failed') return t('result.failed', { what })
      if (state === 'waiting') return t('result.waiting', { what })
      if (isToStaff(entry)) return t('result.staffTold', { what })
      if (entry.inOutbox) return t('result.kept', { what })
      return t(entry.isAgain ? 'result.sentAgain' : 'result.sent', { what })
    case 'dmsTold':
      return t('result.dmsTold', { what })
    case 'recorded':
      return t(medium === 'phone' ? 'result.phone' : 'result.direct')
    case 'asked':
    case 'answered':
      return t(`result.${kind}`, { line: entry.line ?? '' })
    case 'feedback':
      return t('board.stars', { n: entry.stars ?? 0 })
    default:
      return t(`result.${kind}`)
  }
}

function detailsOf({ kind, to, channel, by, spokeWith, attempts }: TimelineEntry, { t }: Words): string {
  const parts =
    kind === 'message'
      ? [to, channel && t(`messages.channel.${channel}`)]
      : [
          by && t(kind === 'answered' ? 'result.answeredBy' : 'result.recordedBy', { who: by }),
          spokeWith && t('result.spokeWith', { who: spokeWith }),
          attempts !== undefined && attempts > 1 && t('result.dmsTries', { n: attempts }),
        ]
  return parts.filter(Boolean).join(' · ')
}

const icons: Readonly<Record<TimelineEntry['kind'], IconName>> = {
  completed: 'check',
  message: 'letter',
  opened: 'opened',
  watched: 'video',
  linkAsked: 'hand',
  linkWithdrawn: 'close',
  decided: 'hand',
  recorded: 'person',
  feedback: 'star',
  dmsTold: 'sync',
  asked: 'ask',
  answered: 'note',
}

const iconOf = ({ kind, medium }: TimelineEntry): IconName =>
  kind === 'recorded' && medium === 'phone' ? 'phone' : icons[kind]

function toneOf({ kind, state }: TimelineEntry): string {
  if (kind === 'message' && state !== 'sent') return state === 'failed' ? 'bad' : 'soon'
  return kind === 'decided' || kind === 'recorded' ? 'good' : ''
}

const lineIcons = { approved: 'fine', deferred: 'clock', rejected: 'close' } as const

function Lines({ lines, page }: { lines: readonly TimelineLine[]; page: SurveyPage }) {
  const { t, money, shortDate, language } = useWords()
  const approved = new Map<string | undefined, number[]>()
  for (const { status, amountIncVat, currency } of lines)
    if (status === 'approved' && amountIncVat !== undefined)
      approved.set(currency, [...(approved.get(currency) ?? []), amountIncVat])
  const nameOf = ({ quoteId, title }: TimelineLine) =>
    title ?? page.quotes.find(({ id }) => id === quoteId)?.description ?? t('result.offer')
  return (
    <>
      <ul className="decided-lines">
        {lines.map((line) => (
          <li key={line.quoteId}>
            <Icon name={lineIcons[line.status]} size={20} />
            <span className="decided-name">
              {nameOf(line)}{' '}
              <span className="soft">
                {[
                  t(`quotes.is.${line.status}`),
                  line.until && t('quotes.until', { date: shortDate(line.until) }),
                  line.reasonCode && reasonWords(line.reasonCode, reasonsOf(page), language),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {line.amountIncVat !== undefined && (
              <span className="decided-sum">{money(line.amountIncVat, line.currency)}</span>
            )}
          </li>
        ))}
      </ul>
      {[...approved].map(([currency, amounts]) => (
        <p key={currency ?? ''} className="decided-total">
          {t('result.approvedSum', { sum: money(sum(amounts), currency) })}
        </p>
      ))}
    </>
  )
}
