// Chooses the figure that the charts of the page show, and says how it is counted.
import { useId } from 'preact/compat'
import { useQuery } from '../../../office/app/query.ts'
import { useWords } from '../../app/words.ts'
import { type ChosenFigure, keyOfFigure } from './figure-choice.ts'
import { nameOfFigure } from './figure-words.ts'

export function FigurePicker({
  choices,
  chosen,
}: {
  choices: readonly ChosenFigure[]
  chosen: ChosenFigure
}) {
  const { t } = useWords()
  const [, ask] = useQuery()
  const id = useId()
  return (
    <div className="figure-choice">
      <label htmlFor={id}>{t('numbers.shown')}</label>
      <select
        id={id}
        value={keyOfFigure(chosen)}
        aria-describedby={`${id}-words`}
        onChange={({ currentTarget: { value } }) => ask({ figure: value })}
      >
        {choices.map((one) => (
          <option key={keyOfFigure(one)} value={keyOfFigure(one)}>
            {nameOfFigure(one.definition, one.currency)}
          </option>
        ))}
      </select>
      <p className="soft" id={`${id}-words`}>
        {chosen.definition.words}
      </p>
    </div>
  )
}
