// What stands around every field: its name, what it is for, what is wrong with it, and what somebody else has made of it meanwhile.
import { type ReactNode, useId } from 'preact/compat'
import { Icon } from '../../workshop/ui/icons.tsx'
import { Button } from '../../workshop/ui/parts.tsx'
import { useWords } from '../app/words.tsx'
import type { FieldOf } from './use-form.ts'

export interface FieldProps<V> {
  of: FieldOf<V>
  label: string
  /** One line: what it is for, or how it is typed. */
  hint?: ReactNode
}

/** What ties a control to its name and to what is said below it. */
interface ControlAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** `inWords`: a value as people read it. */
export function useFieldParts<V>({ of, hint }: Omit<FieldProps<V>, 'label'>, inWords: (value: V) => string) {
  const id = useId()
  const described = [hint && `${id}-hint`, of.met && `${id}-met`, of.fault !== undefined && `${id}-fault`]
  const control: ControlAttributes = {
    id,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': of.fault === undefined ? undefined : true,
  }
  const below = (
    <>
      {hint && (
        <p className="soft field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {of.met && <MetNote id={`${id}-met`} of={of} inWords={inWords} />}
      {of.fault !== undefined && <Fault id={`${id}-fault`} rule={of.fault} />}
    </>
  )
  return { control, below }
}

function MetNote<V>({ id, of, inWords }: { id: string; of: FieldOf<V>; inWords: (value: V) => string }) {
  const { t } = useWords()
  if (!of.met) return null
  const { theirs, isContested } = of.met
  const shown = (value: V) => inWords(value) || t('form.nothing')
  return (
    <div className="field-met" id={id}>
      <p>
        <Icon name="advise" size={18} />
        <span>
          {isContested
            ? t('form.contested', { theirs: shown(theirs), yours: shown(of.value) })
            : t('form.followed', { theirs: shown(theirs) })}
        </span>
      </p>
      {isContested && <Button onClick={() => of.takeTheirs()}>{t('form.take')}</Button>}
    </div>
  )
}

/** In the words of the service, which are English. */
export function Fault({ id, rule }: { id: string; rule: string }) {
  const { t } = useWords()
  const [before = '', after = ''] = t('form.refused', { rule: '\u0000' }).split('\u0000')
  return (
    <p className="field-error" id={id}>
      <Icon name="urgent" size={18} />
      <span>
        {before}
        <span lang="en">{rule}</span>
        {after}
      </span>
    </p>
  )
}

export function FieldFrame<V>(
  props: FieldProps<V> & {
    inWords: (value: V) => string
    children: (control: ControlAttributes) => ReactNode
  },
) {
  const { control, below } = useFieldParts(props, props.inWords)
  return (
    <div className="field form-field">
      <label htmlFor={control.id}>{props.label}</label>
      {props.children(control)}
      {below}
    </div>
  )
}
