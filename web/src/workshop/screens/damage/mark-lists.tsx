// Marks as lists: those of this visit, those of earlier ones, and adding one by the name of a part. Offers the same as the drawing
// to people who cannot or do not want to point.
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import { useId, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button } from '../../ui/parts.tsx'
import { useShots } from '../camera/use-shots.ts'
import { isRepeated, type KnownMark } from './marks.ts'
import type { PanelNames } from './outline.ts'
import { KindSymbol } from './symbols.tsx'

export function MarkList(props: {
  surveyId: string
  marks: readonly KnownMark[]
  names: PanelNames
  selectedId: string | undefined
  isReadOnly: boolean
  onSelect: (id: string) => void
}) {
  const { t } = useWords()
  return (
    <section className="panel mark-list" aria-label={t('damage.now')}>
      <h2>{t('damage.now')}</h2>
      {props.marks.length === 0 && (
        <p className="soft">{t(props.isReadOnly ? 'handover.noDamage' : 'damage.none')}</p>
      )}
      <ul>
        {props.marks.map((mark) => (
          <li key={mark.id}>
            <button
              type="button"
              className="mark-row"
              aria-pressed={mark.id === props.selectedId}
              onClick={() => props.onSelect(mark.id)}
            >
              <span className="mark-dot">{mark.number}</span>
              <KindSymbol kind={mark.kind} size={24} />
              <Words mark={mark} names={props.names} />
              <PhotoCount surveyId={props.surveyId} markId={mark.id} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Words({ mark, names, when }: { mark: DamageMark; names: PanelNames; when?: string }) {
  const { t, shared } = useWords()
  const part = mark.panel === undefined ? t('damage.noPanel') : (names[mark.panel] ?? mark.panel)
  const details = [
    shared.kinds[mark.kind],
    mark.size && t(`damage.size.${mark.size}`),
    when,
    mark.comment,
    mark.internalComment,
  ]
  return (
    <span className="mark-words">
      <strong>{part}</strong>
      <span className="soft">{details.filter(Boolean).join(' · ')}</span>
    </span>
  )
}

function PhotoCount({ surveyId, markId }: { surveyId: string; markId: string }) {
  const { t } = useWords()
  const n = useShots(surveyId, { markId }).length
  if (n === 0) return null
  return (
    <span className="mark-photos">
      <Icon name="camera" size={20} />
      {n}
      <span className="unseen"> {t('camera.taken', { n })}</span>
    </span>
  )
}

/** Earlier damage is confirmed with one tap, not marked again. */
export function EarlierList(props: {
  earlier: readonly DamageMark[]
  marks: readonly DamageMark[]
  names: PanelNames
  onRepeat?: (mark: DamageMark) => void
}) {
  const { t, shortDate } = useWords()
  if (props.earlier.length === 0) return null
  return (
    <section className="panel mark-list earlier" aria-label={t('damage.earlier')}>
      <h2>{t('damage.earlier')}</h2>
      <ul>
        {props.earlier.map((mark, index) => (
          <li key={mark.id ?? index} className="mark-row">
            <KindSymbol kind={mark.kind} size={24} />
            <Words mark={mark} names={props.names} when={mark.seenAt && shortDate(mark.seenAt)} />
            {isRepeated(mark, props.marks) ? (
              <span className="fact good">
                <Icon name="check" size={20} />
                {t('damage.repeated')}
              </span>
            ) : (
              props.onRepeat && (
                <Button look="quiet" onClick={() => props.onRepeat?.(mark)}>
                  {t('damage.repeat')}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function AddByName(props: {
  panels: readonly { id: string; name: string }[]
  onAdd: (panelId: string) => void
}) {
  const { t } = useWords()
  const id = useId()
  const [panel, setPanel] = useState('')
  return (
    <form
      className="add-by-name"
      onSubmit={(event) => {
        event.preventDefault()
        if (panel !== '') props.onAdd(panel)
        setPanel('')
      }}
    >
      <label htmlFor={id} className="unseen">
        {t('damage.byName')}
      </label>
      <select
        id={id}
        className="select"
        value={panel}
        onChange={(event) => setPanel(event.currentTarget.value)}
      >
        <option value="">{t('damage.byName')}</option>
        {props.panels.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" icon="plus" disabled={panel === ''}>
        {t('damage.add')}
      </Button>
    </form>
  )
}
