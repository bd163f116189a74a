// The answer of the last visit, and one tap to repeat it.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import { useWords } from '../../app/words.tsx'
import { isAnswered, type Question } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { statusIcons } from '../../ui/parts.tsx'
import { saidIn } from '../finding/phrases.ts'
import { lastInWords, sameAsLast } from './answering.ts'
import type { Doings } from './doings.ts'
import { isMeasured } from './plan.ts'

interface LastProps {
  question: Question
  last: LastVisit
  isLocked: boolean
  doings: Doings
}

function useLastWords(question: Question, last: LastVisit): string | undefined {
  const { number, unitWord } = useWords()
  const said = lastInWords(question, last)
  const { decimals } = question.clientSettings ?? {}
  const isNumber = isMeasured(question) && said !== undefined && Number.isFinite(Number(said))
  return isNumber ? `${number(Number(said), decimals)} ${unitWord(last.unitOfMeasurement)}` : said
}

function giveAgain(again: Change, question: Question, doings: Doings): void {
  doings.focus(question.id)
  doings.change([again])
  doings.moveOn(question.id)
}

/** In a row: one grey line. */
export function LastLine({ question, last }: Pick<LastProps, 'question' | 'last'>) {
  const { t, briefDate, language } = useWords()
  const words = useLastWords(question, last)
  if (words === undefined && last.status === undefined) return null
  return (
    <p className="cl-row-last">
      {t('check.last', { date: briefDate(last.at) })}{' '}
      {last.status && <Icon name={statusIcons[last.status]} size={16} />}{' '}
      <span>{words ?? t(`status.${last.status ?? 'none'}`)}</span>
      {last.comment && (
        <>
          {' – '}
          <span>{saidIn(last.comment, question.id, language)}</span>
        </>
      )}
    </p>
  )
}

/** In a row: a sign that repeats it. */
export function LastAgain({ question, last, isLocked, doings }: LastProps) {
  const { t } = useWords()
  const again = isLocked || isAnswered(question) ? undefined : sameAsLast(question, last)
  if (!again) return null
  return (
    <button
      type="button"
      className="cl-same cl-row-same"
      aria-label={t('check.same')}
      title={t('check.same')}
      onClick={() => giveAgain(again, question, doings)}
    >
      <Icon name="sync" size={22} />
    </button>
  )
}

export function LastTime({ question, last, isLocked, doings }: LastProps) {
  const { t, briefDate, language } = useWords()
  const words = useLastWords(question, last)
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
          {last.comment && <span className="soft"> – {saidIn(last.comment, question.id, language)}</span>}
        </span>
      </p>
      {!isLocked && again && isOpen && (
        <button type="button" className="cl-same" onClick={() => giveAgain(again, question, doings)}>
          <Icon name="sync" size={20} /> {t('check.same')}
        </button>
      )}
    </div>
  )
}
