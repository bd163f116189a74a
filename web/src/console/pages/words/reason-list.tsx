// The reasons to decline, one below the other as they are offered: words, whether they are offered, and their order.
import {
  LONGEST_REASON,
  MOST_REASONS,
  wordsOfReasonIn,
} from '@walkaround/contract/rules/rejection-reasons.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { useId } from 'preact/compat'
import { announce } from '../../../office/app/announce.ts'
import { useSignedIn } from '../../../office/app/context.tsx'
import { Fault, type FieldProps, useFieldParts } from '../../../office/form/field-frame.tsx'
import { Button, ErrorNote } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { faultsOfReasons, moved, newReason, type ReasonDraft, type ReasonField } from './reason-drafts.ts'

const nameOf = ({ code, words, delivered }: ReasonDraft, language: Language) =>
  words[language]?.text || delivered?.[language]?.text || code

type Props = FieldProps<readonly ReasonDraft[]> & { language: Language }

export function ReasonList({ of, label, hint, language }: Props) {
  const { t } = useWords()
  const faults = faultsOfReasons(of.partFaults ?? {}, of.value)
  // What a reason is to blame for stands at its fields.
  const list = faults.size > 0 ? { ...of, fault: undefined } : of
  const { control, below } = useFieldParts({ of: list, hint }, (reasons) =>
    reasons.map((reason) => nameOf(reason, language)).join(' / '),
  )
  const change = (at: number, part: Partial<ReasonDraft>) =>
    of.change(of.value.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const move = (from: number, to: number) => {
    const next = moved(of.value, from, to)
    const one = of.value[from]
    of.change(next)
    if (one) announce(t('reasons.moved', { name: nameOf(one, language), n: to + 1 }))
  }
  return (
    <fieldset {...control} className="reasons">
      <legend>{label}</legend>
      {faults.size > 0 && (
        <ErrorNote
          title={t('reasons.wrong', {
            names: of.value
              .filter((_, at) => faults.has(at))
              .map((reason) => nameOf(reason, language))
              .join(', '),
          })}
        />
      )}
      <ol className="reason-list">
        {of.value.map((reason, at) => (
          <Reason
            key={reason.isNew ? `new ${at}` : reason.code}
            reason={reason}
            language={language}
            faults={faults.get(at) ?? {}}
            isFirst={at === 0}
            isLast={at === of.value.length - 1}
            onChange={(part) => change(at, part)}
            onMove={(by) => move(at, at + by)}
            onRemove={() => of.change(of.value.filter((_, index) => index !== at))}
          />
        ))}
      </ol>
      <div className="actions">
        <Button
          icon="plus"
          disabled={of.value.length >= MOST_REASONS}
          onClick={() => of.change([...of.value, newReason(of.value)])}
        >
          {t('reasons.add')}
        </Button>
      </div>
      {below}
    </fieldset>
  )
}

function Reason(props: {
  reason: ReasonDraft
  language: Language
  faults: Partial<Record<ReasonField, string>>
  isFirst: boolean
  isLast: boolean
  onChange: (part: Partial<ReasonDraft>) => void
  onMove: (by: number) => void
  onRemove: () => void
}) {
  const { t } = useWords()
  const { client } = useSignedIn()
  const id = useId()
  const { reason, language, faults, onChange } = props
  /** Ties a control to what is wrong with it. */
  const marked = (field: ReasonField) =>
    faults[field] === undefined
      ? {}
      : { 'aria-invalid': true as const, 'aria-describedby': `${id}-${field}-fault` }
  const below = (field: ReasonField) => {
    const rule = faults[field]
    return rule !== undefined && <Fault id={`${id}-${field}-fault`} rule={rule} />
  }
  const { code, words, delivered, isOff, isNew } = reason
  const said = words[language] ?? {}
  const standard = delivered ? [{ code, words: delivered }] : []
  const otherwise = (without: 'text' | 'reported') => {
    const { [without]: _, ...rest } = said
    const left = { code, words: { ...words, [language]: rest } }
    return wordsOfReasonIn(left, language, { standard, clientLanguage: client.language })[without]
  }
  const say = (part: { text?: string; reported?: string }) =>
    onChange({ words: { ...words, [language]: { ...said, ...part } } })
  const name = nameOf(reason, language)
  const texts = [
    ['text', t('reasons.text')],
    ['reported', t('reasons.reported')],
  ] as const
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset for each would be read with that of all */}
      <div role="group" aria-label={name} className={isOff ? 'reason off' : 'reason'}>
        <div className="reason-texts">
          {texts.map(([field, what]) => (
            <div key={field} className="field">
              <label htmlFor={`${id}-${field}`}>{what}</label>
              <div className="field-box">
                <input
                  {...marked(field)}
                  id={`${id}-${field}`}
                  type="text"
                  lang={language}
                  maxLength={LONGEST_REASON}
                  autoComplete="off"
                  value={said[field] ?? ''}
                  placeholder={isNew ? '' : otherwise(field)}
                  onInput={({ currentTarget: { value } }) => say({ [field]: value })}
                />
              </div>
              {below(field)}
            </div>
          ))}
          {isNew && (
            <div className="field">
              <label htmlFor={`${id}-code`}>{t('reasons.code')}</label>
              <div className="field-box">
                <input
                  {...marked('code')}
                  id={`${id}-code`}
                  className="mono"
                  type="text"
                  spellcheck={false}
                  autoComplete="off"
                  value={code}
                  onInput={({ currentTarget: { value } }) => onChange({ code: value })}
                />
              </div>
              {below('code')}
            </div>
          )}
        </div>
        <div className="reason-acts">
          {!isNew && (
            <span className="soft">
              {t(delivered ? 'reasons.standard' : 'reasons.own')} · <span className="mono">{code}</span>
            </span>
          )}
          <label className="check-field">
            <input
              type="checkbox"
              checked={!isOff}
              onChange={({ currentTarget: { checked } }) => onChange({ isOff: !checked })}
            />
            <span>
              {t('reasons.offered')}
              <span className="unseen">: {name}</span>
            </span>
          </label>
          <Button
            look="quiet"
            disabled={props.isFirst}
            aria-label={t('reasons.up', { name })}
            onClick={() => props.onMove(-1)}
          >
            <span aria-hidden="true">↑</span>
          </Button>
          <Button
            look="quiet"
            disabled={props.isLast}
            aria-label={t('reasons.down', { name })}
            onClick={() => props.onMove(1)}
          >
            <span aria-hidden="true">↓</span>
          </Button>
          {isNew && (
            <Button look="quiet" aria-label={t('reasons.removeOf', { name })} onClick={props.onRemove}>
              {t('reasons.remove')}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
