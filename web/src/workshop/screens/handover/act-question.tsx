// A question of the act, answered as in the checklist: chosen, typed or measured. Saved at once.
import { type ReactNode, useEffect, useId, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { newId } from '../../store/ids.ts'
import { type Question, selectedAnswers } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { giveNumber, giveWords, isFreeText, standardAnswers, tapAnswer } from '../checklist/answering.ts'

interface Props {
  question: Question
  /** The unit of the car, if known: a van from Leeds has miles. */
  unit?: string
  isReadOnly: boolean
  /** What stands below the field, by what is typed. */
  below?: (value: string) => ReactNode
  onChange: (changes: readonly Change[]) => void
}

export function ActQuestion(props: Props) {
  const { question } = props
  const standard = standardAnswers(question)
  const isNumber = question.answerCategory === 'length'
  if (isNumber || isFreeText(question)) return <Typed {...props} isNumber={isNumber} />
  return (
    <fieldset className="act-question">
      <legend>{question.text}</legend>
      <div className="act-answers">
        {standard.map((answer) => (
          <button
            key={answer.id}
            type="button"
            className="act-answer"
            aria-pressed={answer.selected === true}
            disabled={props.isReadOnly}
            onClick={() => props.onChange(tapAnswer(question, answer))}
          >
            {answer.selected && <Icon name="check" size={20} />}
            {answer.value}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function Typed({
  question,
  unit: usual,
  isReadOnly,
  isNumber,
  below,
  onChange,
}: Props & { isNumber: boolean }) {
  const { t, unitWord } = useWords()
  const id = useId()
  const given = selectedAnswers(question)[0]
  const known = given?.value ?? ''
  const unit = given?.unitOfMeasurement ?? usual
  const [text, setText] = useState(known)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => setText(known), [known])
  const value = isNumber ? text.replaceAll(/[\s.,]/g, '') : text.trim()
  const keep = () => {
    if (value === known) return setWrong(false)
    if (isNumber && !/^\d{1,7}$/.test(value)) return setWrong(true)
    setWrong(false)
    return onChange([
      isNumber ? giveNumber(question, value, unit) : giveWords(question, given?.id ?? newId(), value),
    ])
  }
  const shared = {
    id,
    value: text,
    readOnly: isReadOnly,
    onBlur: keep,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': isWrong ? `${id}-error` : undefined,
  }
  return (
    <div className="field act-question">
      <label htmlFor={id}>{question.text}</label>
      {isNumber ? (
        <div className="field-box">
          <input {...shared} inputMode="numeric" onChange={(event) => setText(event.currentTarget.value)} />
          {unit && <span className="field-unit">{unitWord(unit)}</span>}
        </div>
      ) : (
        <textarea
          {...shared}
          rows={2}
          maxLength={5000}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {isWrong && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="urgent" size={18} /> {t('quotes.needsAmount')}
        </p>
      )}
      {below?.(value)}
    </div>
  )
}
