// "Customer says": who told it and how, yes, later or no to each offer, a note; then everything is read back before it is recorded.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditOf } from '@walkaround/contract/app/edits.ts'
import type { RejectionReason } from '@walkaround/contract/app/offers.ts'
import { wearWords } from '@walkaround/contract/rules/wear-words.ts'
import { useId, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button, Choice, ErrorNote, Field, Note } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useDecisionWords } from './decided.tsx'
import { laterFor } from './later.ts'
import type { Decision, Offered } from './offer.ts'
import { wordsOfReason } from './reasons.ts'
import {
  listAskable,
  listChanges,
  namesOf,
  problemsOf,
  type Said,
  sumsOf,
  type Teller,
  toEdits,
} from './said.ts'

interface Props {
  page: SurveyPage
  offer: readonly Offered[]
  reasons: readonly RejectionReason[]
  onRecord: (edits: Omit<EditOf<'decision'>, 'id' | 'at'>[]) => void
  onClose: () => void
}

export function CustomerSays({ page, offer, reasons, onRecord, onClose }: Props) {
  const { t, timeZone } = useWords()
  const names = namesOf(page)
  const [said, setSaid] = useState<Said>(() => ({
    toldBy: names.customer === '' && names.driver !== '' ? 'driver' : 'customer',
    medium: 'phone',
    note: '',
    decisions: {},
  }))
  const [isChecked, setChecked] = useState(false)
  const [isReading, setReading] = useState(false)
  const name = said.typedName ?? names[said.toldBy]
  const changes = listChanges(offer, said, timeZone)
  const problems = problemsOf(said, { name, changes: changes.length })
  const decide = (id: string, decision: Decision | undefined) => {
    const { [id]: _, ...others } = said.decisions
    setSaid({ ...said, decisions: decision ? { ...others, [id]: decision } : others })
  }
  if (isReading)
    return (
      <Sheet
        title={t('says.confirm')}
        onClose={onClose}
        footer={
          <>
            <Button icon="back" onClick={() => setReading(false)}>
              {t('says.back')}
            </Button>
            <Button look="main" icon="check" onClick={() => onRecord(toEdits(said, name, changes))}>
              {t('says.record')}
            </Button>
          </>
        }
      >
        <ReadBack said={said} name={name} changes={changes} reasons={reasons} />
      </Sheet>
    )
  const next = () => {
    setChecked(true)
    if (problems.length === 0) setReading(true)
  }
  return (
    <Sheet
      title={t('says.title')}
      isWide
      onClose={onClose}
      footer={
        <Button look="main" icon="next" onClick={next}>
          {t('says.next')}
        </Button>
      }
    >
      <div className="says">
        {isChecked && problems.includes('nothing') && <ErrorNote title={t('says.nothing')} />}
        <div className="says-who">
          <Choice<Teller>
            label={t('says.who')}
            value={said.toldBy}
            options={(['customer', 'driver', 'other'] as const).map((value) => ({
              value,
              label: t(`says.who.${value}`),
            }))}
            onChoose={(toldBy) => {
              const { typedName: _, ...rest } = said
              setSaid({ ...rest, toldBy })
            }}
          />
          <Choice
            label={t('says.how')}
            value={said.medium}
            options={[
              { value: 'phone', label: t('quotes.medium.phone') },
              { value: 'direct', label: t('quotes.medium.direct') },
            ]}
            onChoose={(medium) => setSaid({ ...said, medium })}
          />
          <Field
            label={t('quotes.spokeWith')}
            value={name}
            maxLength={200}
            onChange={(event) => setSaid({ ...said, typedName: event.currentTarget.value })}
            {...(isChecked && problems.includes('name') ? { error: t('quotes.needsName') } : {})}
          />
        </div>
        <ul className="says-lines">
          {listAskable(offer).map((offered) => (
            <SaysLine
              key={offered.quote.id}
              page={page}
              offered={offered}
              reasons={reasons}
              said={said.decisions[offered.quote.id]}
              isChecked={isChecked}
              onDecide={(decision) => decide(offered.quote.id, decision)}
            />
          ))}
        </ul>
        <NoteField value={said.note} onChange={(note) => setSaid({ ...said, note })} />
      </div>
    </Sheet>
  )
}

function NoteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t('says.note')}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={1000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

type Status = Decision['approvalStatus']

function SaysLine(props: {
  page: SurveyPage
  offered: Offered
  reasons: readonly RejectionReason[]
  said: Decision | undefined
  isChecked: boolean
  onDecide: (decision: Decision | undefined) => void
}) {
  const words = useWords()
  const { t, money, language } = words
  const { offered, said, reasons, onDecide } = props
  const name = useId()
  const reasonId = useId()
  const onOffer = reasons.filter(({ code, isOff }) => !isOff || code === said?.rejectionReasonCode)
  const { quote } = offered
  const now = said ?? (quote.approvalStatus ? (quote as unknown as Decision) : undefined)
  const later = () => laterFor(props.page, offered, words.today())
  const choose = (status: Status) =>
    onDecide({ approvalStatus: status, ...(status === 'deferred' ? { deferralDate: later().date } : {}) })
  const forecast = said?.approvalStatus === 'deferred' ? later().forecast : undefined
  const labels = { approved: t('quotes.approve'), deferred: t('quotes.later'), rejected: t('quotes.no') }
  return (
    <li>
      <fieldset className="says-line">
        <legend>
          <strong>{offered.name ?? offered.about ?? quote.id}</strong>{' '}
          <span className="says-price">{money(offered.incVat, quote.currency)}</span>
        </legend>
        <div className="choice-row">
          {(['approved', 'deferred', 'rejected'] as const).map((status) => (
            <label key={status} className="choice-option">
              <input
                type="radio"
                name={name}
                checked={now?.approvalStatus === status}
                onChange={() => choose(status)}
              />
              <span>{labels[status]}</span>
            </label>
          ))}
        </div>
        {said?.approvalStatus === 'deferred' && (
          <Field
            label={t('quotes.when')}
            type="date"
            value={said.deferralDate ?? ''}
            onChange={(event) => onDecide({ ...said, deferralDate: event.currentTarget.value })}
            {...(props.isChecked && !said.deferralDate ? { error: t('says.needsDate') } : {})}
          />
        )}
        {forecast && <p className="soft">{wearWords('staff', forecast, { language, formats: words })}</p>}
        {said?.approvalStatus === 'rejected' && onOffer.length > 0 && (
          <div className="field">
            <label htmlFor={reasonId}>{t('quotes.why')}</label>
            <select
              id={reasonId}
              className="select"
              value={said.rejectionReasonCode ?? ''}
              onChange={(event) => {
                const { rejectionReasonCode: _, ...rest } = said
                const code = event.currentTarget.value
                onDecide(code === '' ? rest : { ...rest, rejectionReasonCode: code })
              }}
            >
              <option value="">{t('quotes.reasonNone')}</option>
              {onOffer.map((reason) => (
                <option key={reason.code} value={reason.code}>
                  {wordsOfReason(reason, language)}
                </option>
              ))}
            </select>
          </div>
        )}
      </fieldset>
    </li>
  )
}

function ReadBack(props: {
  said: Said
  name: string
  changes: ReturnType<typeof listChanges>
  reasons: readonly RejectionReason[]
}) {
  const { t, money } = useWords()
  const wordsOf = useDecisionWords(props.reasons)
  const { said, changes } = props
  const who = [props.name.trim() || t(`says.who.${said.toldBy}`), t(`quotes.medium.${said.medium}`)]
  return (
    <div className="says">
      <p>{t('says.readBack', { who: who.join(', ') })}</p>
      <ul className="says-read">
        {changes.map(({ offered, decision, replacesOwners }) => (
          <li key={offered.quote.id}>
            <span>
              <strong>{offered.name ?? offered.about}</strong>: {wordsOf(decision)}
              {replacesOwners && <span className="soft"> · {t('says.replaces')}</span>}
            </span>
            <span className="says-price">{money(offered.incVat, offered.quote.currency)}</span>
          </li>
        ))}
      </ul>
      <dl className="offer-sums">
        {sumsOf(changes).map(({ status, currency, incVat }) => (
          <div key={`${status} ${currency}`} className={status === 'approved' ? 'sum whole' : 'sum'}>
            <dt>{t(`quotes.is.${status}`)}</dt>
            <dd>{money(incVat, currency)}</dd>
          </div>
        ))}
      </dl>
      {said.note.trim() !== '' && <Note tone="plain" icon="pen" title={said.note.trim()} />}
    </div>
  )
}
