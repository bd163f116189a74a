// One mark: kind, size, place, words and photos. Every choice is saved at once.
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import { type MarkKind, markKinds } from '@walkaround/contract/mark-kinds.ts'
import { useEffect, useId, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button, Choice, IconButton } from '../../ui/parts.tsx'
import { PhotoStrip } from '../camera/photo-strip.tsx'
import { type KnownMark, sizes } from './marks.ts'
import { KindSymbol } from './symbols.tsx'

export function KindChoice(props: { label: string; value: MarkKind; onChoose: (kind: MarkKind) => void }) {
  const { shared } = useWords()
  const name = useId()
  return (
    <fieldset className="kinds">
      <legend className="unseen">{props.label}</legend>
      {markKinds.map((kind) => (
        <label key={kind} className="kind">
          <input
            type="radio"
            name={name}
            checked={kind === props.value}
            onChange={() => props.onChoose(kind)}
          />
          <span>
            <KindSymbol kind={kind} />
            {shared.kinds[kind]}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export function MarkEditor(props: {
  surveyId: string
  mark: KnownMark
  panels: readonly { id: string; name: string }[]
  onChange: (fields: Partial<DamageMark>) => void
  onPanel: (panelId: string) => void
  onRemove: () => void
  onClose: () => void
}) {
  const { t } = useWords()
  const { surveyId, mark, onChange } = props
  const id = useId()
  return (
    <section className="panel mark-editor" aria-label={t('damage.mark', { n: mark.number ?? '' })}>
      <header className="mark-editor-head">
        <span className="mark-dot">{mark.number}</span>
        <h2>{t('damage.mark', { n: mark.number ?? '' })}</h2>
        <IconButton icon="close" label={t('app.close')} onClick={props.onClose} />
      </header>
      <KindChoice label={t('damage.kind')} value={mark.kind} onChoose={(kind) => onChange({ kind })} />
      <Choice
        label={t('damage.size')}
        value={mark.size ?? ''}
        options={sizes.map((value) => ({ value: value as string, label: t(`damage.size.${value}`) }))}
        onChoose={(size) => onChange({ size: size as DamageMark['size'] })}
      />
      <div className="field">
        <label htmlFor={`${id}-panel`}>{t('damage.panel')}</label>
        <select
          id={`${id}-panel`}
          className="select"
          value={mark.panel ?? ''}
          onChange={(event) => props.onPanel(event.currentTarget.value)}
        >
          {mark.panel === undefined && <option value="">–</option>}
          {props.panels.map((panel) => (
            <option key={panel.id} value={panel.id}>
              {panel.name}
            </option>
          ))}
        </select>
      </div>
      <Words
        label={t('damage.comment')}
        value={mark.comment ?? ''}
        onKeep={(comment) => onChange({ comment })}
      />
      <Words
        label={t('damage.internalComment')}
        value={mark.internalComment ?? ''}
        onKeep={(internalComment) => onChange({ internalComment })}
      />
      <PhotoStrip surveyId={surveyId} place={{ markId: mark.id }} />
      <div className="actions">
        <Button icon="trash" onClick={props.onRemove}>
          {t('damage.remove')}
        </Button>
        <Button look="main" icon="check" onClick={props.onClose}>
          {t('damage.done')}
        </Button>
      </div>
    </section>
  )
}

/** Saved when the field loses focus. */
function Words(props: { label: string; value: string; onKeep: (text: string) => void }) {
  const id = useId()
  const [text, setText] = useState(props.value)
  useEffect(() => setText(props.value), [props.value])
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => text.trim() !== props.value && props.onKeep(text)}
      />
    </div>
  )
}
