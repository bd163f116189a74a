// One quote of the offer: what it is for, labour, parts and VAT separately, the customer's decision, and what it has in common with
// other offers and the order.
import type { RecordedDecision, RejectionReason } from '@walkaround/contract/app/offers.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { decimalsOf, minus, unitPriceOf } from '@walkaround/contract/rules/money.ts'
import type { Overlap } from '@walkaround/contract/rules/overlapping-work.ts'
import { useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, IconButton, Note, StatusBadge } from '../../ui/parts.tsx'
import { LineQuestion, type Questions } from '../questions/line-question.tsx'
import { Decided, TakenBack, useDecisionWords } from './decided.tsx'
import { TakeBackSheet } from './decision-sheet.tsx'
import { type Decision, dueStates, type Offered } from './offer.ts'

interface Props {
  offered: Offered
  reasons: readonly RejectionReason[]
  mayChange: boolean
  mayDecide: boolean
  /** Other offers with the same work. */
  overlaps: readonly Overlap<{ offered: Offered }>[]
  /** How staff recorded the decision; only a recorded one can be withdrawn. */
  recorded?: RecordedDecision | undefined
  takenBack?: RecordedDecision['takenBack'] | undefined
  questions: Questions
  onTakeBack: (reason: string) => void
  onChange?: () => void
  onRemove?: () => void
}

export function OfferCard(props: Props) {
  const { offered, reasons, mayChange, mayDecide, recorded, takenBack, onChange, onRemove } = props
  const { t, money } = useWords()
  const wordsOf = useDecisionWords(reasons)
  const [isTakingBack, setTakingBack] = useState(false)
  const { quote, status, about, problem, due, heldBy, before } = offered
  const shown = (value: number) => (quote.currency ? money(value, quote.currency) : String(value))
  const decided = quote.approvalStatus && <Decided quote={quote} reasons={reasons} recorded={recorded} />
  return (
    <li className={`offer ${quote.approvalStatus ?? ''} ${heldBy ? 'held' : ''}`}>
      <div className="offer-head">
        <div className="offer-words">
          <h3>{offered.name ?? about ?? quote.id}</h3>
          <p className="soft">{[offered.variant, about].filter(Boolean).join(' · ')}</p>
        </div>
        {quote.category !== 'upsaleQuote' && <StatusBadge status={status ?? 'none'} />}
        {mayChange && onChange && <IconButton icon="pen" label={t('quotes.change')} onClick={onChange} />}
        {mayChange && onRemove && <IconButton icon="trash" label={t('quotes.remove')} onClick={onRemove} />}
      </div>
      {due && <DueWords due={due} />}
      {heldBy && (
        <p className="fact">
          <Icon name="check" size={20} />{' '}
          <span>
            {t('quotes.held', { line: heldBy.description ?? heldBy.itemCode ?? '' })}{' '}
            {t('quotes.heldNotCounted')}
          </span>
        </p>
      )}
      <Overlaps offered={offered} overlaps={props.overlaps} />
      {problem ? (
        <Note tone="bad" title={t(`quotes.problem.${problem}`)}>
          {t('quotes.problemWhat')}
        </Note>
      ) : (
        <>
          {quote.category === 'quote' && <Items quote={quote} />}
          <dl className="offer-sums">
            <Sum label={t('quotes.labour')} value={shown(offered.labour)} />
            <Sum label={t('quotes.parts')} value={shown(offered.parts)} />
            <Sum label={t('quotes.vat')} value={shown(offered.vat)} />
            <div className="sum whole">
              <dt>{t('quotes.total')}</dt>
              <dd>
                {before !== undefined && (
                  <s>
                    <span className="unseen">{t('quotes.insteadOf')} </span>
                    {shown(before)}
                  </s>
                )}{' '}
                {shown(offered.incVat)}
              </dd>
            </div>
          </dl>
        </>
      )}
      <LineQuestion about={{ kind: 'quote', id: quote.id }} questions={props.questions} />
      {offered.isPending && (
        <p className="sync-state device">
          <Icon name="device" size={18} /> {t('quotes.pending')}
        </p>
      )}
      {decided}
      {!quote.approvalStatus && takenBack && <TakenBack {...takenBack} />}
      {mayDecide && recorded && (
        <Button icon="undo" className="take-back" onClick={() => setTakingBack(true)}>
          {t('says.undecide')}
        </Button>
      )}
      {isTakingBack && recorded && (
        <TakeBackSheet
          decided={decided}
          owners={recorded.replaced && wordsOf(recorded.replaced as Decision)}
          onClose={() => setTakingBack(false)}
          onTakeBack={(reason) => {
            setTakingBack(false)
            props.onTakeBack(reason)
          }}
        />
      )}
    </li>
  )
}

/** Each offer names those with the same work, with their amounts: the advisor decides which one stays. */
function Overlaps({ offered, overlaps }: Pick<Props, 'offered' | 'overlaps'>) {
  const { t, money } = useWords()
  const namesOf = (others: readonly Offered[]) =>
    others
      .map(
        ({ name, about, incVat, quote }) => `${name ?? about ?? quote.id} (${money(incVat, quote.currency)})`,
      )
      .join(', ')
  const inside = overlaps.filter(({ kind }) => kind === 'inside')
  const wholes = inside.flatMap(({ whole, part }) => (part.offered === offered ? [whole.offered] : []))
  const parts = inside.flatMap(({ whole, part }) => (whole.offered === offered ? [part.offered] : []))
  const alike = overlaps.flatMap(({ kind, whole, part }) => {
    if (kind === 'inside') return []
    return whole.offered === offered ? [part.offered] : part.offered === offered ? [whole.offered] : []
  })
  const said = [
    wholes.length > 0 && t('quotes.inside', { offers: namesOf(wholes) }),
    parts.length > 0 && t('quotes.contains', { offers: namesOf(parts) }),
    alike.length > 0 && t('quotes.shared', { offers: namesOf(alike) }),
  ].filter(Boolean)
  if (said.length === 0) return null
  return (
    <Note tone="soon" title={said.join(' ')}>
      {t('quotes.overlapWhat')}
    </Note>
  )
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div className="sum">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Overdue by 24 months · every 24 months, counted from new. */
function DueWords({ due }: { due: NonNullable<Offered['due']> }) {
  const { t, number } = useWords()
  const states = dueStates(due).map(({ kind, over }) => {
    if (over === 0) return t('quotes.dueNow')
    const way = over > 0 ? 'over' : 'left'
    const size = Math.abs(over)
    return kind === 'km' ? t(`quotes.${way}Km`, { km: number(size) }) : t(`quotes.${way}Months`, { n: size })
  })
  const intervals = [
    due.by.includes('mileage') && t('quotes.everyKm', { interval: number(due.intervalKm ?? 0) }),
    due.by.includes('age') && t('quotes.everyMonths', { n: due.intervalMonths ?? 0 }),
  ].filter(Boolean)
  const words = `${states.join(', ')} · ${intervals.join(', ')}, ${t(`quotes.since.${due.since}`)}`
  return (
    <p className="fact">
      <Icon name="clock" size={20} /> {words.charAt(0).toUpperCase() + words.slice(1)}
    </p>
  )
}

/** Quantity, unit, unit price and discount of each line that has them. */
function Items({ quote: { contents = [], currency } }: { quote: Quote }) {
  const { money, unitWord } = useWords()
  const lines = contents.flatMap((item) => {
    const { id, description, quantity, unitOfMeasure, amountExVat, fullAmountExVat } = item
    const full = fullAmountExVat ?? amountExVat
    const each = unitPriceOf(full, quantity, decimalsOf(currency))
    const off = full === undefined || amountExVat === undefined ? 0 : minus(full, amountExVat)
    if (full === undefined || amountExVat === undefined || (each === undefined && off === 0)) return []
    const made =
      each === undefined
        ? money(full, currency)
        : `${quantity} ${unitWord(unitOfMeasure)} × ${money(each, currency)}`
    const less = off === 0 ? '' : ` − ${money(off, currency)}`
    return [
      {
        key: id ?? description,
        text: `${description ?? ''}: ${made}${less} = ${money(amountExVat, currency)}`,
      },
    ]
  })
  if (lines.length === 0) return null
  return (
    <ul className="offer-items soft">
      {lines.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  )
}
