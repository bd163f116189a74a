// Fields that are typed: a line, several lines, a number, a colour.
import { isColour } from '@walkaround/contract/rules/colours.ts'
import type { LooseInputHTMLAttributes } from 'preact'
import type { InputHTMLAttributes, ReactNode } from 'preact/compat'
import { useWords } from '../app/words.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type Own = 'value' | 'label' | 'role' | 'onInput' | 'onChange' | 'id'
type TextProps = FieldProps<string> & Omit<LooseInputHTMLAttributes, Own | keyof FieldProps<string>>

const asTyped = (value: string) => value

export function TextField({ of, label, hint, ...rest }: TextProps) {
  return (
    <FieldFrame of={of} label={label} hint={hint} inWords={asTyped}>
      {(control) => (
        <div className="field-box">
          <input
            type="text"
            {...(rest as InputHTMLAttributes<HTMLInputElement>)}
            {...control}
            value={of.value}
            onInput={(event) => of.change(event.currentTarget.value)}
          />
        </div>
      )}
    </FieldFrame>
  )
}

/** Several lines, such as an address. */
export function TextArea(props: FieldProps<string> & { rows?: number; placeholder?: string; lang?: string }) {
  const { of, label, hint, rows = 3, placeholder, lang } = props
  return (
    <FieldFrame of={of} label={label} hint={hint} inWords={(value) => value.split('\n').join(' / ')}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          placeholder={placeholder}
          lang={lang}
          value={of.value}
          onInput={(event) => of.change(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

export function NumberField(
  props: FieldProps<number | undefined> & { after?: ReactNode; min?: number; max?: number },
) {
  const { of, label, hint, after, min = 0, max } = props
  return (
    <FieldFrame
      of={of}
      label={label}
      hint={hint}
      inWords={(value) => (value === undefined ? '' : String(value))}
    >
      {(control) => (
        <div className="field-box number-box">
          <input
            type="number"
            inputMode="decimal"
            step="any"
            min={min}
            max={max}
            {...control}
            value={of.value ?? ''}
            onInput={({ currentTarget: { valueAsNumber } }) =>
              of.change(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
            }
          />
          {after !== undefined && <span className="field-after">{after}</span>}
        </div>
      )}
    </FieldFrame>
  )
}

/** A colour is typed, or picked beside it; it may be left empty, which a browser's own field cannot. */
export function ColourField({ of, label, hint }: FieldProps<string>) {
  const { t } = useWords()
  return (
    <FieldFrame of={of} label={label} hint={hint} inWords={asTyped}>
      {(control) => (
        <div className="field-box colour-box">
          <input
            type="text"
            {...control}
            placeholder="#0b5768"
            spellcheck={false}
            autoComplete="off"
            value={of.value}
            onInput={(event) => of.change(event.currentTarget.value)}
          />
          <input
            type="color"
            aria-label={t('form.pick', { label })}
            value={isColour(of.value) ? of.value.toLowerCase() : '#808080'}
            onInput={(event) => of.change(event.currentTarget.value)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
