// Writes an own quote line by line and computes the VAT. It cannot be saved before currency and amounts are complete.
import type { HourlyRate } from '@walkaround/contract/app/offers.ts'
import { currencies as allCurrencies } from '@walkaround/contract/currencies.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { parseAmount, sum } from '@walkaround/contract/rules/money.ts'
import { type FormEvent, useId, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { newId } from '../../store/ids.ts'
import { Button, Choice, ErrorNote, Field, IconButton } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import {
  changePrice,
  emptyLine,
  type Hourly,
  isDiscountWrong,
  isWhole,
  problemsOf,
  sumOf,
  sumsOf,
  type TypedLine,
  type TypedQuote,
  toCategory,
  toQuote,
  toTyped,
  typePrice,
  typeRate,
  type Unit,
  units,
  withHourly,
} from './own-quote.ts'

export interface OwnQuoteStart {
  questionId: string
  answerId: string
  about: string
  /** The quote to change; absent for a new one. */
  quote?: Quote & { id: string }
  /** The lines are those of a package, which the quote replaces. */
  isPackage?: boolean
  /** The lines are parts that the parts desk priced: the labour is added to them. */
  isOfParts?: boolean
}

export function OwnQuoteSheet(props: {
  start: OwnQuoteStart
  /** Currencies to choose from, the usual one first; empty means any. */
  currencies: readonly string[]
  rate: number | undefined
  /** What an hour costs, by labour type; the first is proposed. */
  rates: readonly HourlyRate[]
  onKeep: (quoteId: string, quote: Quote) => void
  onClose: () => void
}) {
  const { t } = useWords()
  const { start } = props
  const rate = props.rate === undefined ? '' : String(props.rate)
  const choices = currencyChoices(props.currencies, start.quote?.currency)
  const usual = choices[0] ?? ''
  const [first] = props.rates
  const hourly = { labourType: first?.labourType, exVat: first?.amountExVat, rate, currency: usual }
  const [typed, setTyped] = useState<TypedQuote>(() => {
    const labour = emptyLine(newId(), 'labour', hourly)
    if (!start.quote)
      return {
        description: '',
        currency: usual,
        rate,
        lines: [labour],
        discount: '',
        discountKind: 'percent',
      }
    const known = toTyped(start.quote, rate)
    return start.isOfParts ? { ...known, lines: [labour, ...known.lines] } : known
  })
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
    <Sheet
      title={t(start.quote && !start.isOfParts ? 'quotes.change' : 'quotes.own')}
      isWide
      onClose={props.onClose}
    >
      <form className="own-quote" onSubmit={submit} noValidate>
        <p className="soft">{start.about}</p>
        {start.isPackage && <p>{t('quotes.replacesPackage')}</p>}
        {isChecked && !isWhole(typed) && (
          <ErrorNote title={t('quotes.blocked')}>{t('quotes.blockedWhat')}</ErrorNote>
        )}
        <div className="own-head">
          <Field
            label={t('quotes.name')}
            value={typed.description}
            maxLength={200}
            onChange={(event) => setTyped({ ...typed, description: event.currentTarget.value })}
          />
          <Select
            label={t('quotes.currency')}
            value={typed.currency}
            options={choices.map((value) => ({ value, label: value }))}
            onChoose={(currency) => setTyped({ ...typed, currency })}
          />
          <Field
            label={t('quotes.rate')}
            value={typed.rate}
            inputMode="decimal"
            onChange={(event) => setTyped(typeRate(typed, event.currentTarget.value))}
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
                rates={props.rates}
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
        <WholeDiscount typed={typed} onChange={setTyped} />
        <div className="actions">
          <Button
            icon="plus"
            onClick={() =>
              setTyped({ ...typed, lines: [...typed.lines, emptyLine(newId(), 'material', hourly)] })
            }
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

/** Those of the order and the dealership; all currencies only if neither has one. */
function currencyChoices(known: readonly string[], before: string | undefined): string[] {
  const all = before === undefined ? known : [before, ...known]
  return all.length > 0 ? [...new Set(all)] : [...allCurrencies.keys()].sort()
}

function Select<V extends string>(props: {
  className?: string
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChoose: (value: V) => void
}) {
  const id = useId()
  return (
    <div className={`field ${props.className ?? ''}`}>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        className="select"
        value={props.value}
        onChange={(event) => props.onChoose(event.currentTarget.value as V)}
      >
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

function Line(props: {
  line: TypedLine
  n: number
  typed: TypedQuote
  isChecked: boolean
  rates: readonly HourlyRate[]
  onChange: (line: TypedLine) => void
  onRemove?: () => void
}) {
  const { t, unitWord } = useWords()
  const { line, typed, onChange } = props
  const problems = props.isChecked ? problemsOf(line, typed) : []
  const error = (name: (typeof problems)[number]) =>
    problems.includes(name) ? { error: t(name === 'text' ? 'quotes.needsText' : 'quotes.needsAmount') } : {}
  const { rates } = props
  const hourlyOf = (rate: HourlyRate | undefined): Hourly => ({
    labourType: rate?.labourType,
    exVat: rate?.amountExVat,
    rate: typed.rate,
    currency: typed.currency,
  })
  const types = labourTypes(rates, line)
  const unitChoices: readonly Unit[] = units.includes(line.unit) ? units : [line.unit, ...units]
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
        onChoose={(itemCategory) => onChange(toCategory(line, itemCategory, hourlyOf(rates[0])))}
      />
      {line.itemCategory === 'labour' && types.length > 1 && (
        <Select
          className="own-type"
          label={t('quotes.labourType')}
          value={line.labourType ?? ''}
          options={types.map((value) => ({ value, label: value || t('quotes.labourAny') }))}
          onChoose={(type) => {
            const rate = rates.find(({ labourType = '' }) => labourType === type)
            onChange(withHourly(line, { ...hourlyOf(rate), labourType: type || undefined }))
          }}
        />
      )}
      <Field
        label={t('quotes.text')}
        value={line.text}
        maxLength={200}
        className="own-text"
        onChange={(event) => onChange({ ...line, text: event.currentTarget.value })}
        {...error('text')}
      />
      <Field
        label={t('quotes.quantity')}
        value={line.quantity}
        inputMode="decimal"
        onChange={(event) => onChange(changePrice(line, { quantity: event.currentTarget.value }))}
        {...error('quantity')}
      />
      <Select
        label={t('quotes.unit')}
        value={line.unit}
        options={unitChoices.map((value) => ({ value, label: unitWord(value) }))}
        onChoose={(unit) => onChange(changePrice(line, { unit }))}
      />
      {(['exVat', 'incVat'] as const).map((name) => (
        <Field
          key={name}
          label={t(`quotes.price.${name}`)}
          value={line[name]}
          inputMode="decimal"
          onChange={(event) =>
            onChange(typePrice(line, name, event.currentTarget.value, typed.rate, typed.currency))
          }
          {...error(name)}
        />
      ))}
      {props.onRemove && (
        <IconButton icon="trash" label={t('quotes.removeLine', { n: props.n })} onClick={props.onRemove} />
      )}
      <div className="own-discount">
        <Field
          label={t('quotes.discount')}
          value={line.discount}
          inputMode="decimal"
          onChange={(event) => onChange(changePrice(line, { discount: event.currentTarget.value }))}
          {...error('discount')}
        />
        <Select
          label={t('quotes.discountKind')}
          value={line.discountKind}
          options={[
            { value: 'percent', label: '%' },
            { value: 'amount', label: typed.currency },
          ]}
          onChoose={(discountKind) => onChange(changePrice(line, { discountKind }))}
        />
        <Made line={line} typed={typed} />
      </div>
    </fieldset>
  )
}

/** Those with a rate, and the one the line has. */
const labourTypes = (rates: readonly HourlyRate[], line: TypedLine): string[] => [
  ...new Set([...rates.map(({ labourType = '' }) => labourType), line.labourType ?? '']),
]

/** On all lines together, and what it leaves. */
function WholeDiscount({ typed, onChange }: { typed: TypedQuote; onChange: (typed: TypedQuote) => void }) {
  const { t, money } = useWords()
  const sums = sumsOf(typed)
  const total = sums && sum(sums.map(({ incVat }) => incVat))
  const before = sums && sum(sums.map(({ full }) => full.incVat))
  return (
    <div className="own-whole">
      <Field
        label={t('quotes.discountAll')}
        value={typed.discount}
        inputMode="decimal"
        onChange={(event) => onChange({ ...typed, discount: event.currentTarget.value })}
        {...(isDiscountWrong(typed) ? { error: t('quotes.discountTooMuch') } : {})}
      />
      <Select
        label={t('quotes.discountAllKind')}
        value={typed.discountKind}
        options={[
          { value: 'percent', label: '%' },
          { value: 'amount', label: typed.currency },
        ]}
        onChoose={(discountKind) => onChange({ ...typed, discountKind })}
      />
      <p className="own-made" aria-live="polite">
        {t('quotes.total')}{' '}
        {before !== undefined && total !== undefined && total < before && (
          <s>
            <span className="unseen">{t('quotes.insteadOf')} </span>
            {money(before, typed.currency)}
          </s>
        )}{' '}
        <strong>{total === undefined ? '–' : money(total, typed.currency)}</strong>
      </p>
    </div>
  )
}

/** How the total of the line is computed, as it will be offered. */
function Made({ line, typed }: { line: TypedLine; typed: TypedQuote }) {
  const { t, money, unitWord } = useWords()
  const made = sumOf(line, typed)
  if (!made) return <p className="own-made soft">–</p>
  const { basis, discountKind } = line
  const shown = (text: string) => money(parseAmount(text) ?? 0, typed.currency)
  const discount = line.discount.trim()
  const less = discount === '' ? '' : ` − ${discountKind === 'percent' ? `${discount} %` : shown(discount)}`
  const way = `${line.quantity.trim() || '1'} ${unitWord(line.unit)} × ${shown(line[basis])}${less}`
  return (
    <p className="own-made" aria-live="polite">
      {way} = <strong>{money(made[basis], typed.currency)}</strong>{' '}
      <span className="soft">
        {basis === 'exVat'
          ? t('quotes.incVatShort', { amount: money(made.incVat, typed.currency) })
          : t('quotes.exVatShort', { amount: money(made.exVat, typed.currency) })}
      </span>
    </p>
  )
}
