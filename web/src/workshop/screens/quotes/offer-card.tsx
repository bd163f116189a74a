// One quote of the offer: what it is for, labour, parts and VAT separately, and the customer's decision.
import type { RecordedDecision, RejectionReason } from '@walkaround/contract/app/board.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { decimalsOf, unitPriceOf } from '@walkaround/contract/rules/money.ts'
import { isSameDecision } from '@walkaround/contract/rules/recorded-decision.ts'
import { useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, IconButton, Note, StatusBadge } from '../../ui/parts.tsx'
import { LaterSheet, NoSheet, ReplaceSheet, TakeBackSheet } from './decision-sheet.tsx'
import { type Decision, dueStates, isOwnersDecision, type Offered } from './offer.ts'
import { reasonWords } from './reasons.ts'

interface Props {
  offered: Offered
  reasons: readonly RejectionReason[]
  mayChange: boolean
  mayDecide: boolean
  /** `replaces`: when the owner made the decision that is replaced, as the server reported it. */
  onDecide: (decision: Decision & { replaces?: string }) => void
  /** How staff recorded the decision; only a recorded one can be withdrawn. */
  recorded?: RecordedDecision | undefined
  onTakeBack: () => void
  onChange?: () => void
  onRemove?: () => void
}

export function OfferCard(props: Props) {
  const { offered, reasons, mayChange, mayDecide, recorded, onDecide, onChange, onRemove } = props
  const { t, money, timeZone } = useWords()
  const detailsOf = useDetails(reasons)
  const [asking, ask] = useState<'later' | 'no'>()
  const [replacing, replace] = useState<Decision>()
  const [isTakingBack, setTakingBack] = useState(false)
  const { quote, status, about, problem, due } = offered
  const shown = (value: number) => (quote.currency ? money(value, quote.currency) : String(value))
  const wordsOf = (decision: Decision) =>
    [t(`quotes.is.${decision.approvalStatus}`), ...detailsOf(decision)].join(', ')
  const decide = (decision: Decision) => {
    ask(undefined)
    if (isSameDecision(quote, decision, timeZone)) return
    if (isOwnersDecision(quote)) replace(decision)
    else onDecide(decision)
  }
  return (
    <li className={`offer ${quote.approvalStatus ?? ''}`}>
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
            <Sum label={t('quotes.total')} value={shown(offered.incVat)} isTotal />
          </dl>
        </>
      )}
      {offered.isPending && (
        <p className="sync-state device">
          <Icon name="device" size={18} /> {t('quotes.pending')}
        </p>
      )}
      {quote.approvalStatus && <Decided {...props} />}
      {mayDecide && !problem && !offered.isPending && (
        <fieldset className="decide">
          <legend className="unseen">{t('quotes.decide')}</legend>
          <Button
            icon="check"
            aria-pressed={quote.approvalStatus === 'approved'}
            onClick={() => decide({ approvalStatus: 'approved' })}
          >
            {t('quotes.approve')}
          </Button>
          <Button
            icon="clock"
            aria-pressed={quote.approvalStatus === 'deferred'}
            onClick={() => ask('later')}
          >
            {t('quotes.later')}
          </Button>
          <Button icon="close" aria-pressed={quote.approvalStatus === 'rejected'} onClick={() => ask('no')}>
            {t('quotes.no')}
          </Button>
          {recorded && (
            <Button icon="undo" className="take-back" onClick={() => setTakingBack(true)}>
              {t('quotes.takeBack')}
            </Button>
          )}
        </fieldset>
      )}
      {asking === 'later' && (
        <LaterSheet
          status={status}
          {...(quote.approvalStatus === 'deferred' && quote.deferralDate
            ? { until: quote.deferralDate }
            : {})}
          onClose={() => ask(undefined)}
          onDecide={(deferralDate) => decide({ approvalStatus: 'deferred', deferralDate })}
        />
      )}
      {asking === 'no' && (
        <NoSheet
          reasons={reasons}
          chosen={quote.approvalStatus === 'rejected' ? quote.rejectionReasonCode : undefined}
          onClose={() => ask(undefined)}
          onDecide={(code) =>
            decide({
              approvalStatus: 'rejected',
              ...(code === undefined ? {} : { rejectionReasonCode: code }),
            })
          }
        />
      )}
      {replacing && (
        <ReplaceSheet
          decided={<Decided {...props} />}
          next={wordsOf(replacing)}
          onClose={() => replace(undefined)}
          onReplace={() => {
            replace(undefined)
            onDecide({ ...replacing, replaces: quote.approvalDate ?? '' })
          }}
        />
      )}
      {isTakingBack && recorded && (
        <TakeBackSheet
          decided={<Decided {...props} />}
          owners={recorded.replaced && wordsOf(recorded.replaced as Decision)}
          onClose={() => setTakingBack(false)}
          onTakeBack={() => {
            setTakingBack(false)
            props.onTakeBack()
          }}
        />
      )}
    </li>
  )
}

function Sum({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? 'sum whole' : 'sum'}>
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

/** Until when, or why not. */
function useDetails(reasons: Props['reasons']): (decision: Partial<Decision>) => string[] {
  const { t, language, shortDate } = useWords()
  return ({ approvalStatus, deferralDate, rejectionReasonCode: code }) => {
    if (approvalStatus === 'deferred' && deferralDate)
      return [t('quotes.until', { date: shortDate(deferralDate) })]
    if (approvalStatus !== 'rejected' || !code) return []
    return [reasonWords(code, reasons, language) ?? t('quotes.reasonCode', { code })]
  }
}

function Decided({ offered: { quote }, reasons, recorded }: Pick<Props, 'offered' | 'reasons' | 'recorded'>) {
  const { t, dayTime } = useWords()
  const detailsOf = useDetails(reasons)
  const details = [
    ...detailsOf(quote as Partial<Decision>),
    quote.approvalMedium && t(`quotes.medium.${quote.approvalMedium}`),
    recorded?.spokeWith,
    quote.approvalDate && dayTime(quote.approvalDate),
    recorded?.recordedBy && t('quotes.recordedBy', { name: recorded.recordedBy }),
  ]
  const looks = { approved: ['good', 'fine'], deferred: ['soon', 'clock'], rejected: ['', 'close'] } as const
  const [tone, icon] = looks[quote.approvalStatus!]
  return (
    <p className={`fact decided ${tone}`}>
      <Icon name={icon} size={22} />
      <span>
        <strong>{t(`quotes.is.${quote.approvalStatus!}`)}</strong> {details.filter(Boolean).join(' · ')}
      </span>
    </p>
  )
}

/** Quantity, unit and unit price, if there are several lines. */
function Items({ quote: { contents = [], currency } }: { quote: Quote }) {
  const { money, unitWord } = useWords()
  const lines = contents.flatMap(({ id, description, quantity, unitOfMeasure, amountExVat }) => {
    const each = unitPriceOf(amountExVat, quantity, decimalsOf(currency))
    if (each === undefined || amountExVat === undefined) return []
    const made = `${quantity} ${unitWord(unitOfMeasure)} × ${money(each, currency)} = ${money(amountExVat, currency)}`
    return [{ key: id ?? description, text: `${description ?? ''}: ${made}` }]
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
