// The answer of the last visit, and one tap to repeat it.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import { useWords } from '../../app/words.tsx'
import { isAnswered, type Question } from '../../store/survey-elements.ts'
import { Icon } from '../../ui/icons.tsx'
import { statusIcons } from '../../ui/parts.tsx'
import { lastInWords, sameAsLast } from './answering.ts'
import type { Doings } from './doings.ts'
import { isMeasured } from './plan.ts'

export function LastTime(props: { question: Question; last: LastVisit; isLocked: boolean; doings: Doings }) {
  const { t, briefDate, number, unitWord } = useWords()
  const { question, last, isLocked, doings } = props
  const said = lastInWords(question, last)
  const { decimals } = question.clientSettings ?? {}
  const isNumber = isMeasured(question) && said !== undefined && Number.isFinite(Number(said))
  const words = isNumber ? `${number(Number(said), decimals)} ${unitWord(last.unitOfMeasurement)}` : said
  if (words === undefined && last.status === undefined) return null
  const again = sameAsLast(question, last)
  const isOpen = !isAnswered(question)
  return (
    <div className="cl-last">
      <p>
        <span className="soft">{t('check.last', { date: briefDate(last.at) })}</span>{' '}
        <span className={`cl-last-words ${last.status ?? ''}`}>
          {last.status && <Icon name={statusIcons[last.status]} size={18} />}
          <span>{words ?? t(`status.${last.status ?? 'none'}`)}</span>
          {last.comment && <span className="soft"> – {last.comment}</span>}
        </span>
      </p>
      {!isLocked && again && isOpen && (
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
