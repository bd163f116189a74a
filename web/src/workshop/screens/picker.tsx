// One of a list, or all: a filter of a log.
import { useId } from 'preact/compat'

export function Picker(props: {
  label: string
  /** The word for no choice. */
  all: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChoose: (value: string | undefined) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <div className="field-box">
        <select
          id={id}
          value={props.value ?? ''}
          onChange={(event) => props.onChoose(event.currentTarget.value || undefined)}
        >
          <option value="">{props.all}</option>
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
