// Writing an own quote line by line, with the VAT worked out. It cannot be kept before currency and amounts are there.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../app/words.tsx'
import { newId } from '../../store/ids.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, Choice, ErrorNote, Field, IconButton } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import {
  emptyLine,
  isCurrency,
  isWhole,
  problemsOf,
  type TypedLine,
  type TypedQuote,
  toQuote,
  toTyped,
  typeAmount,
  typeRate,
} from './own-quote.ts'

export interface OwnQuoteStart {
  questionId: string
  answerId: string
  about: string
  /** What is changed; left out for a new one. */
  quote?: Quote & { id: string }
}

export function OwnQuoteSheet(props: {
  start: OwnQuoteStart
  currency: string
  rate: number | undefined
  onKeep: (quoteId: string, quote: Quote) => void
  onClose: () => void
}) {
  const { t } = useWords()
  const { start } = props
  const rate = props.rate === undefined ? '' : String(props.rate)
  const [typed, setTyped] = useState<TypedQuote>(() =>
    start.quote
      ? toTyped(start.quote, rate)
      : { description: '', currency: props.currency, rate, lines: [emptyLine(newId())] },
  )
  const [isChecked, setChecked] = useState(false)
  const setLine = (line: TypedLine) =>
    setTyped({ ...typed, lines: typed.lines.map((one) => (one.key === line.key ? line : one)) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isWhole(typed)) return
    const { questionId, answerId } = start
    props.onKeep(start.quote?.id ?? newId(), toQuote(typed, { questionId, answerId }, start.quote))
  }
  return (
    <Sheet title={t(start.quote ? 'quotes.change' : 'quotes.own')} isWide onClose={props.onClose}>
      <form className="own-quote" onSubmit={submit} noValidate>
        <p className="soft">{start.about}</p>
        {isChecked && !isWhole(typed) && (
          <ErrorNote title={t('quotes.blocked')}>{t('quotes.blockedWhat')}</ErrorNote>
        )}
        <div className="own-head">
          <Field
            label={t('quotes.name')}
            value={typed.description}
            maxLength={200}
            onChange={(event) => setTyped({ ...typed, description: event.target.value })}
          />
          <Field
            label={t('quotes.currency')}
            value={typed.currency}
            maxLength={3}
            autoCapitalize="characters"
            onChange={(event) => setTyped({ ...typed, currency: event.target.value.toUpperCase() })}
            {...(isChecked && !isCurrency(typed.currency) ? { error: t('quotes.needsCurrency') } : {})}
          />
          <Field
            label={t('quotes.rate')}
            value={typed.rate}
            inputMode="decimal"
            onChange={(event) => setTyped(typeRate(typed, event.target.value))}
            after={<span className="field-unit">%</span>}
          />
        </div>
        <ol className="own-lines">
          {typed.lines.map((line, index) => (
            <li key={line.key}>
              <Line
                line={line}
                n={index + 1}
                typed={typed}
                isChecked={isChecked}
                onChange={setLine}
                {...(typed.lines.length > 1
                  ? {
                      onRemove: () =>
                        setTyped({ ...typed, lines: typed.lines.filter(({ key }) => key !== line.key) }),
                    }
                  : {})}
              />
            </li>
          ))}
        </ol>
        <div className="actions">
          <Button
            icon="plus"
            onClick={() => setTyped({ ...typed, lines: [...typed.lines, emptyLine(newId(), 'material')] })}
          >
            {t('quotes.addLine')}
          </Button>
          <Button type="submit" look="main" icon="check">
            {t('quotes.keep')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

function Line(props: {
  line: TypedLine
  n: number
  typed: TypedQuote
  isChecked: boolean
  onChange: (line: TypedLine) => void
  onRemove?: () => void
}) {
  const { t } = useWords()
  const { line, typed, onChange } = props
  const problems = props.isChecked ? problemsOf(line) : []
  const error = (name: (typeof problems)[number]) =>
    problems.includes(name) ? { error: t(name === 'text' ? 'quotes.needsText' : 'quotes.needsAmount') } : {}
  return (
    <fieldset className="own-line">
      <legend className="unseen">{t('quotes.line', { n: props.n })}</legend>
      <Choice
        label={t('quotes.category')}
        isLabelUnseen
        value={line.itemCategory}
        options={[
          { value: 'labour', label: t('quotes.labour') },
          { value: 'material', label: t('quotes.part') },
        ]}
        onChoose={(itemCategory) => onChange({ ...line, itemCategory })}
      />
      <Field
        label={t('quotes.text')}
        value={line.text}
        maxLength={200}
        className="own-text"
        onChange={(event) => onChange({ ...line, text: event.target.value })}
        {...error('text')}
      />
      <Field
        label={t('quotes.quantity')}
        value={line.quantity}
        inputMode="decimal"
        onChange={(event) => onChange({ ...line, quantity: event.target.value })}
        {...error('quantity')}
      />
      {(['exVat', 'incVat'] as const).map((name) => (
        <Field
          key={name}
          label={t(`quotes.${name}`)}
          value={line[name]}
          inputMode="decimal"
          onChange={(event) =>
            onChange(typeAmount(line, name, event.target.value, typed.rate, typed.currency))
          }
          {...error(name)}
        />
      ))}
      {props.onRemove ? (
        <IconButton icon="trash" label={t('quotes.removeLine', { n: props.n })} onClick={props.onRemove} />
      ) : (
        <Icon name="pen" />
      )}
    </fieldset>
  )
}
