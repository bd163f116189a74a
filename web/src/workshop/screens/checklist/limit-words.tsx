// The limits of a measured question in words: the bounds of the bands, and the legal limit.
import { useWords } from '../../app/words.tsx'
import type { Question } from '../../store/survey-elements.ts'
import { Icon } from '../../ui/icons.tsx'
import { statusIcons } from '../../ui/parts.tsx'

export function LimitWords({ question }: { question: Question }) {
  const { t, number, unitWord } = useWords()
  const { bounds = [], legalMin, legalMax, unit } = question.clientSettings ?? {}
  if (bounds.length === 0 && legalMin === undefined && legalMax === undefined) return null
  const inWords = bounds.map((bound, index) => {
    const before = bounds[index - 1]
    const from =
      before === undefined
        ? undefined
        : 'lt' in before
          ? `≥ ${number(before.lt)}`
          : 'lte' in before
            ? `> ${number(before.lte)}`
            : undefined
    const own = 'lt' in bound ? `< ${number(bound.lt)}` : 'lte' in bound ? `≤ ${number(bound.lte)}` : from
    return { status: bound.status, words: own ?? '' }
  })
  return (
    <p className="cl-limits">
      {inWords.map(({ status, words }) => (
        <span key={status} className={`cl-limit ${status}`}>
          <Icon name={statusIcons[status]} size={16} />
          <span className="unseen">{t(`status.${status}`)} </span>
          {words}
        </span>
      ))}
      {legalMin !== undefined && (
        <span className="cl-law">
          {t('check.legalMin', { value: number(legalMin), unit: unitWord(unit) })}
        </span>
      )}
      {legalMax !== undefined && (
        <span className="cl-law">
          {t('check.legalMax', { value: number(legalMax), unit: unitWord(unit) })}
        </span>
      )}
    </p>
  )
}
