// One part of a reply: what it is, its number, how many, and what one of them costs.
import { useId } from 'preact/compat'
import { Field, IconButton } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { type LineProblem, problemsOf, type TypedLine, units } from './reply.ts'

interface LineProps {
  line: TypedLine
  n: number
  isChecked: boolean
  onChange: (line: TypedLine) => void
  onRemove?: () => void
}

export function ReplyLine({ line, n, isChecked, onChange, onRemove }: LineProps) {
  const { t, unitWord } = useWords()
  const id = useId()
  const problems = isChecked ? problemsOf(line) : []
  const error = (name: LineProblem) =>
    problems.includes(name) ? { error: t(name === 'text' ? 'parts.needsText' : 'parts.needsNumber') } : {}
  const type = (name: 'text' | 'code' | 'quantity' | 'price') => ({
    value: line[name],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...line, [name]: currentTarget.value }),
  })
  const choices = units.includes(line.unit) ? units : [line.unit, ...units]
  return (
    <fieldset className="part-reply-line">
      <legend className="unseen">{t('parts.line', { n })}</legend>
      <Field
        label={t('parts.text')}
        className="part-reply-text"
        maxLength={200}
        {...type('text')}
        {...error('text')}
      />
      <Field label={t('parts.code')} className="part-reply-code" maxLength={100} {...type('code')} />
      <Field label={t('parts.quantity')} inputMode="decimal" {...type('quantity')} {...error('quantity')} />
      <div className="field">
        <label htmlFor={id}>{t('parts.unit')}</label>
        <select
          id={id}
          className="part-select"
          value={line.unit}
          onChange={({ currentTarget: { value } }) => onChange({ ...line, unit: value as TypedLine['unit'] })}
        >
          {choices.map((unit) => (
            <option key={unit} value={unit}>
              {unitWord(unit)}
            </option>
          ))}
        </select>
      </div>
      <Field
        label={t('parts.price')}
        className="part-reply-price"
        inputMode="decimal"
        {...type('price')}
        {...error('price')}
      />
      {onRemove && <IconButton icon="trash" label={t('parts.removeLine', { n })} onClick={onRemove} />}
    </fieldset>
  )
}
