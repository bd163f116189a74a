// The advisor's own words in a message, within the limit of the channel.
import { useId } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'

/** It may exceed the limit only if it was written for another channel: nothing is cut silently. */
export function NoteField(props: { value: string; limit: number; onChange: (note: string) => void }) {
  const { t } = useWords()
  const id = useId()
  const isLong = props.value.trim().length > props.limit
  return (
    <div className="field">
      <label htmlFor={id}>{t('send.note')}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={props.limit}
        value={props.value}
        aria-invalid={isLong ? true : undefined}
        aria-describedby={isLong ? `${id}-error` : undefined}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {isLong && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="urgent" size={18} /> {t('send.noteLong', { n: props.limit })}
        </p>
      )}
    </div>
  )
}
