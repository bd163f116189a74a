// What was said at the last visit, and the one tap that says it again.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import { useWords } from '../../app/words.tsx'
import type { Question } from '../../store/survey-elements.ts'
import { Icon } from '../../ui/icons.tsx'
import { statusIcons } from '../../ui/parts.tsx'
import { isSameAsLast, lastInWords, sameAsLast } from './answering.ts'
import type { Doings } from './doings.ts'

export function LastTime(props: { question: Question; last: LastVisit; isLocked: boolean; doings: Doings }) {
  const { t, locale } = useWords()
  const { question, last, isLocked, doings } = props
  const words = lastInWords(question, last)
  if (words === undefined && last.status === undefined) return null
  const again = sameAsLast(question, last)
  const day = new Date(last.at)
  const date = Number.isNaN(day.getTime())
    ? last.at
    : new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: '2-digit' }).format(day)
  const isSame = isSameAsLast(question, last)
  return (
    <div className="cl-last">
      <p>
        <span className="soft">{t('check.last', { date })}</span>{' '}
        <span className={`cl-last-words ${last.status ?? ''}`}>
          {last.status && <Icon name={statusIcons[last.status]} size={18} />}
          <span>{words ?? t(`status.${last.status ?? 'none'}`)}</span>
          {last.comment && <span className="soft"> – {last.comment}</span>}
        </span>
      </p>
      {!isLocked && again && !isSame && (
        <button
          type="button"
          className="cl-same"
          onClick={() => {
            doings.focus(question.id)
            doings.change([again])
            doings.moveOn(question.id)
          }}
        >
          <Icon name="sync" size={20} /> {t('check.same')}
        </button>
      )}
    </div>
  )
}
