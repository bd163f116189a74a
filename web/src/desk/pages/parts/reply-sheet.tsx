// The reply to a request: parts with quantity and price, when they are there, a note; or that they cannot be had. If the request was
// changed meanwhile, the sheet says what is new and keeps what was typed.

import { currencies as allCurrencies } from '@walkaround/contract/currencies.ts'
import type { PartQueueEntry, PartReply } from '@walkaround/contract/dms/parts.ts'
import { partLimits } from '@walkaround/contract/rules/parts.ts'
import { type FormEvent, useId, useState } from 'preact/compat'
import { useSignedIn } from '../../../office/app/context.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button, Choice, ErrorNote, Field } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { Meanwhile } from './meanwhile.tsx'
import {
  emptyLine,
  isDayWrong,
  isWhole,
  sumOf,
  type TypedReply,
  toRefusal,
  toReply,
  toTyped,
} from './reply.ts'
import { ReplyLine } from './reply-line.tsx'
import { FindingWords } from './request-row.tsx'
import { useReply } from './use-reply.ts'

const newKey = () => crypto.randomUUID()

interface SheetProps {
  entry: PartQueueEntry
  onClose: () => void
}

export function ReplySheet({ entry, onClose }: SheetProps) {
  const { t, today } = useWords()
  const { client } = useSignedIn()
  const formId = useId()
  const car = entry.numberPlate ?? entry.vehicle ?? entry.title
  const { request, save, isSaving, error, meanwhile } = useReply(entry)
  const branch = client.branches.find(({ id }) => id === entry.branchId)
  const choices = currencyChoices(branch?.currency ?? client.currency, entry.request.currency)
  const [typed, setTyped] = useState(() => toTyped(entry.request, choices[0] ?? '', newKey))
  const [isChecked, setChecked] = useState(false)
  const send = async (reply: PartReply) => {
    if (!(await save(reply))) return
    toast(t('parts.saved', { car }))
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (request && isWhole(typed, today())) void send(toReply(typed, request.revision))
  }
  return (
    <Sheet
      title={t('parts.answerTo', { car })}
      isWide
      onClose={onClose}
      footer={
        <>
          <Button
            disabled={!request || isSaving}
            onClick={() => request && send(toRefusal(typed, request.revision))}
          >
            {t('parts.cannot')}
          </Button>
          <Button look="main" type="submit" form={formId} disabled={!request || isSaving}>
            {t('parts.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="part-reply" onSubmit={submit} noValidate>
        <div className="part-finding">
          <FindingWords entry={request ? { ...entry, request } : entry} />
        </div>
        {meanwhile && <Meanwhile request={request} />}
        {error !== undefined && <RefusalNote error={error} />}
        {isChecked && !isWhole(typed, today()) && <ErrorNote title={t('parts.blocked')} />}
        <Lines typed={typed} isChecked={isChecked} choices={choices} onChange={setTyped} />
        <Availability typed={typed} isChecked={isChecked} onChange={setTyped} />
        <NoteField value={typed.note} onChange={(note) => setTyped({ ...typed, note })} />
      </form>
    </Sheet>
  )
}

/** The one of the former reply and that of the dealership; all of them only if it has none. */
function currencyChoices(ofClient: string | undefined, before: string | undefined): string[] {
  const known = [before, ofClient].filter((one): one is string => one !== undefined)
  return known.length > 0 ? [...new Set(known)] : [...allCurrencies.keys()].sort()
}

interface PartProps {
  typed: TypedReply
  isChecked: boolean
  onChange: (typed: TypedReply) => void
}

function Lines({ typed, isChecked, choices, onChange }: PartProps & { choices: readonly string[] }) {
  const { t, money } = useWords()
  const id = useId()
  const { lines, currency } = typed
  return (
    <>
      <ol className="part-reply-lines">
        {lines.map((line, at) => (
          <li key={line.key}>
            <ReplyLine
              line={line}
              n={at + 1}
              isChecked={isChecked}
              onChange={(next) =>
                onChange({ ...typed, lines: lines.map((one) => (one.key === next.key ? next : one)) })
              }
              {...(lines.length > 1
                ? { onRemove: () => onChange({ ...typed, lines: lines.filter((one) => one !== line) }) }
                : {})}
            />
          </li>
        ))}
      </ol>
      <div className="part-reply-sum">
        {lines.length < partLimits.lines && (
          <Button icon="plus" onClick={() => onChange({ ...typed, lines: [...lines, emptyLine(newKey())] })}>
            {t('parts.addLine')}
          </Button>
        )}
        {choices.length > 1 && (
          <div className="field">
            <label htmlFor={id}>{t('parts.currency')}</label>
            <select
              id={id}
              className="part-select"
              value={currency}
              onChange={({ currentTarget: { value } }) => onChange({ ...typed, currency: value })}
            >
              {choices.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </div>
        )}
        <p aria-live="polite">
          {t('parts.sum')} <strong>{money(sumOf(typed), currency)}</strong>
        </p>
      </div>
    </>
  )
}

function Availability({ typed, isChecked, onChange }: PartProps) {
  const { t, today } = useWords()
  const isWrong = isChecked && isDayWrong(typed, today())
  return (
    <div className="part-when">
      <Choice
        label={t('parts.when')}
        value={typed.isInStock ? 'stock' : 'day'}
        onChoose={(value) => onChange({ ...typed, isInStock: value === 'stock' })}
        options={[
          { value: 'stock', label: t('parts.inStock') },
          { value: 'day', label: t('parts.later') },
        ]}
      />
      {!typed.isInStock && (
        <Field
          label={t('parts.day')}
          type="date"
          min={today()}
          value={typed.day}
          onInput={(event) => onChange({ ...typed, day: event.currentTarget.value })}
          {...(isWrong ? { error: t('parts.needsDay') } : {})}
        />
      )}
    </div>
  )
}

function NoteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t('parts.note')}</label>
      <textarea
        id={id}
        rows={2}
        value={value}
        maxLength={partLimits.text}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
