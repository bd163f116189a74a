// A decision in words: until when or why not, how and by whom it was given, who recorded it, or who took it back and why.
import type { RecordedDecision, RejectionReason } from '@walkaround/contract/app/offers.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { Decision } from './offer.ts'
import { reasonWords } from './reasons.ts'

function useDetails(reasons: readonly RejectionReason[]): (decision: Partial<Decision>) => string[] {
  const { t, language, shortDate } = useWords()
  return ({ approvalStatus, deferralDate, rejectionReasonCode: code }) => {
    if (approvalStatus === 'deferred' && deferralDate)
      return [t('quotes.until', { date: shortDate(deferralDate) })]
    if (approvalStatus !== 'rejected' || !code) return []
    return [reasonWords(code, reasons, language) ?? t('quotes.reasonCode', { code })]
  }
}

export function useDecisionWords(reasons: readonly RejectionReason[]): (decision: Decision) => string {
  const { t } = useWords()
  const detailsOf = useDetails(reasons)
  return (decision) => [t(`quotes.is.${decision.approvalStatus}`), ...detailsOf(decision)].join(', ')
}

export function Decided(props: {
  quote: Quote
  reasons: readonly RejectionReason[]
  recorded?: RecordedDecision | undefined
}) {
  const { t, dayTime } = useWords()
  const { quote, recorded } = props
  const detailsOf = useDetails(props.reasons)
  const who =
    recorded?.toldBy === 'driver'
      ? `${t('says.who.driver')} ${recorded.spokeWith ?? ''}`
      : recorded?.spokeWith
  const details = [
    ...detailsOf(quote as Partial<Decision>),
    quote.approvalMedium && t(`quotes.medium.${quote.approvalMedium}`),
    who?.trim(),
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
        {recorded?.note && <q className="decided-note">{recorded.note}</q>}
      </span>
    </p>
  )
}

/** It was decided once, and taken back. */
export function TakenBack({ by, at, reason }: NonNullable<RecordedDecision['takenBack']>) {
  const { t, dayTime } = useWords()
  const details = [reason, by, dayTime(at)].filter(Boolean).join(' · ')
  return (
    <p className="fact decided">
      <Icon name="undo" size={22} />
      <span>
        <strong>{t('says.undecided')}</strong> {details}
      </span>
    </p>
  )
}
