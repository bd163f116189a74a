// Fields that are chosen: one of several, yes or no, some of a list.
import { foldForSearch as fold } from '@walkaround/contract/rules/folding.ts'
import { useState } from 'preact/compat'
import { useWords } from '../app/words.tsx'
import { FieldFrame, type FieldProps, useFieldParts } from './field-frame.tsx'

export interface Option<V extends string> {
  readonly value: V
  readonly label: string
  /** Beside the label, if several are called the same. */
  readonly detail?: string | undefined
}

const labelIn = <V extends string>(options: readonly Option<V>[], value: V) =>
  options.find((option) => option.value === value)?.label ?? value

/** `none`: what an empty value is called; without it, one has to be chosen. */
export function SelectField<V extends string>(
  props: FieldProps<V> & { options: readonly Option<V>[]; none?: string },
) {
  const { of, label, hint, options, none } = props
  // What was chosen before stays, even if it is not offered any more.
  const isKnown = options.some(({ value }) => value === of.value)
  return (
    <FieldFrame
      of={of}
      label={label}
      hint={hint}
      inWords={(value) => (value === '' ? (none ?? '') : labelIn(options, value))}
    >
      {(control) => (
        <select
          {...control}
          value={of.value}
          onChange={({ currentTarget }) => of.change(currentTarget.value as V)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {!isKnown && (none === undefined || of.value !== '') && (
            <option value={of.value}>{of.value}</option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

export function CheckField({ of, label, hint }: FieldProps<boolean>) {
  const { t } = useWords()
  const { control, below } = useFieldParts({ of, hint }, (value) => t(value ? 'form.yes' : 'form.no'))
  return (
    <div className="field form-field">
      <label className="check-field">
        <input
          type="checkbox"
          {...control}
          checked={of.value}
          onChange={(event) => of.change(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {below}
    </div>
  )
}

/** More than these are sought by letters. */
const mostSeen = 10
/** More lines than these nobody reads. */
const mostListed = 100

/** Some of a list, in the order of the list. */
export function ListField<V extends string>(
  props: FieldProps<readonly V[]> & { options: readonly Option<V>[] },
) {
  const { t } = useWords()
  const { of, label, hint, options } = props
  const [sought, seek] = useState('')
  const { control, below } = useFieldParts({ of, hint }, (values) =>
    values.map((value) => labelIn(options, value)).join(', '),
  )
  const words = fold(sought)
  const found = options.filter(
    (option) =>
      words === '' || fold(`${option.label}|${option.value}|${option.detail ?? ''}`).includes(words),
  )
  const known = options.map((option) => option.value)
  // What is chosen and not offered any more stays chosen.
  const toggle = (value: V, isOn: boolean) =>
    of.change([
      ...of.value.filter((one) => !known.includes(one)),
      ...known.filter((one) => (one === value ? isOn : of.value.includes(one))),
    ])
  return (
    <fieldset className="field form-field list-field" aria-describedby={control['aria-describedby']}>
      <legend>{label}</legend>
      {options.length > mostSeen && (
        <div className="field-box">
          <input
            type="search"
            aria-label={t('form.seek', { label })}
            placeholder={t('form.seekShort')}
            autoComplete="off"
            value={sought}
            onInput={(event) => seek(event.currentTarget.value)}
          />
          <span className="field-after" role="status">
            {t('form.chosen', { n: of.value.length })}
          </span>
        </div>
      )}
      <div className="list-options">
        {found.slice(0, mostListed).map(({ value, label: name, detail }) => (
          <label key={value} className="check-field">
            <input
              type="checkbox"
              aria-invalid={control['aria-invalid']}
              checked={of.value.includes(value)}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            <span>
              {name} {detail !== undefined && <span className="soft">{detail}</span>}
            </span>
          </label>
        ))}
        {found.length > mostListed && (
          <p className="soft">{t('form.more', { n: found.length - mostListed })}</p>
        )}
        {found.length === 0 && <p className="soft">{t('form.noneFound')}</p>}
      </div>
      {below}
    </fieldset>
  )
}
