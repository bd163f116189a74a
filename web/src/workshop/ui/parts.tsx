// The small parts of every screen: buttons, badges, notes. They get their words from the caller and know nothing about surveys or
// the store.
import type { LooseInputHTMLAttributes } from 'preact'
import type { ButtonHTMLAttributes, InputHTMLAttributes, ReactNode } from 'preact/compat'
import { useId } from 'preact/compat'
import { useWords } from '../app/words.tsx'
import { Icon, type IconName } from './icons.tsx'

export type Look = 'main' | 'plain' | 'quiet' | 'danger'
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look
  icon?: IconName
  isWide?: boolean
}

export function Button({
  look = 'plain',
  icon,
  isWide,
  className = '',
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button {...rest} type={type} className={`button ${look} ${isWide ? 'wide' : ''} ${className}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconName
  label: string
}

/** A button that shows only a sign; the word is for screen readers and the tooltip. */
export function IconButton({ icon, label, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={`icon-button ${className}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}

export type Status = 'green' | 'amber' | 'red' | 'none'
export const statusIcons: Readonly<Record<Status, IconName>> = {
  green: 'fine',
  amber: 'advise',
  red: 'urgent',
  none: 'none',
}

/** Colour always with sign and word; with `count`, the word is only for screen readers. */
export function StatusBadge({
  status,
  count,
  children,
}: {
  status: Status
  count?: number
  children?: ReactNode
}) {
  const { t } = useWords()
  return (
    <span className={`status ${status}`}>
      <Icon name={statusIcons[status]} size={20} />
      {count === undefined ? (
        <span>{children ?? t(`status.${status}`)}</span>
      ) : (
        <span>
          {count}
          <span className="unseen"> {t(`status.${status}`)}</span>
        </span>
      )}
    </span>
  )
}

export function Spinner({ children }: { children: ReactNode }) {
  return (
    <p className="spinner" role="status">
      <span className="spinner-ring" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}

export function Empty(props: {
  icon: IconName
  title: string
  what?: ReactNode
  children?: ReactNode
  /** Nothing else is on the screen. */
  isWhole?: boolean
}) {
  const Heading = props.isWhole ? 'h1' : 'h2'
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={props.icon} size={40} />
      </span>
      <Heading>{props.title}</Heading>
      {props.what && <p>{props.what}</p>}
      {props.children && <div className="actions">{props.children}</div>}
    </div>
  )
}

/** What is wrong and what to do next. */
export function Note(props: {
  tone: 'bad' | 'soon' | 'good' | 'plain'
  icon?: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
  isAlert?: boolean
}) {
  const icons = { bad: 'urgent', soon: 'advise', good: 'fine', plain: 'device' } as const
  return (
    <div className={`note ${props.tone}`} role={props.isAlert ? 'alert' : undefined}>
      <Icon name={props.icon ?? icons[props.tone]} />
      <div className="note-words">
        <p className="note-title">{props.title}</p>
        {props.children && <p>{props.children}</p>}
      </div>
      {props.action && <div className="note-action">{props.action}</div>}
    </div>
  )
}

export const ErrorNote = (props: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <Note tone="bad" isAlert {...props} />
)

type FieldProps = Omit<LooseInputHTMLAttributes, 'role'> & {
  label: string
  error?: string
  after?: ReactNode
}

export function Field({ label, error, after, className = '', ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...(rest as InputHTMLAttributes<HTMLInputElement>)}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {after}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="urgent" size={18} /> {error}
        </p>
      )}
    </div>
  )
}

/** A choice between a few values, side by side. */
export function Choice<V extends string>(props: {
  label: string
  options: readonly { value: V; label: string; lang?: string }[]
  value: V
  onChoose: (value: V) => void
  isLabelUnseen?: boolean
}) {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend className={props.isLabelUnseen ? 'unseen' : ''}>{props.label}</legend>
      <div className="choice-row">
        {props.options.map(({ value, label, lang }) => (
          <label key={value} className="choice-option" lang={lang}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChoose(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A share of a whole, with the words inside or next to it. */
export function Ring({
  part,
  tone = 'accent',
  children,
}: {
  part: number
  tone?: 'accent' | 'good'
  children?: ReactNode
}) {
  const length = 2 * Math.PI * 19
  const share = Math.min(1, Math.max(0, part))
  return (
    <span className={`ring ${tone}`}>
      <svg viewBox="0 0 44 44" width="44" height="44" aria-hidden="true" focusable="false">
        <circle className="ring-whole" cx="22" cy="22" r="19" />
        {share > 0 && (
          <circle
            className="ring-part"
            cx="22"
            cy="22"
            r="19"
            strokeDasharray={`${length * share} ${length}`}
            transform="rotate(-90 22 22)"
          />
        )}
      </svg>
      <span className="ring-inside">{children}</span>
    </span>
  )
}
