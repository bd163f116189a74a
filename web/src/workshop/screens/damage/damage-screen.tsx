// The damage map: the drawing of the car's body style, a tap sets a mark, its details next to it, and the lists below.
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import type { MarkKind } from '@walkaround/contract/mark-kinds.ts'
import { useMemo, useState } from 'preact/compat'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { newId } from '../../store/ids.ts'
import { elementsOf, listQuestions } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { Button, IconButton, Spinner } from '../../ui/parts.tsx'
import { QuestionAnswers } from '../question-answers.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { FrozenNote, SurveyShell, useReadOnly } from '../survey-shell.tsx'
import { DamageMap, type DrawingPoint } from './map.tsx'
import { KindChoice, MarkEditor } from './mark-editor.tsx'
import { AddByName, EarlierList, MarkList } from './mark-lists.tsx'
import {
  changeMark,
  deleteMark,
  isKnown,
  listEarlier,
  listPanels,
  onDrawing,
  placeOn,
  putMark,
  undoOf,
} from './marks.ts'
import type { Outline } from './outline.ts'
import { type Drawing, useDrawing } from './use-drawing.ts'
import { type Box, boxAround, wholeOf, zoomBox } from './view-box.ts'

export function DamageScreen({ route: { surveyId } }: ScreenProps<'damage'>) {
  const { t } = useWords()
  return (
    <SurveyShell surveyId={surveyId} title={t('damage.title')} className="damage">
      {(view) => <Loaded surveyId={surveyId} view={view} />}
    </SurveyShell>
  )
}

function Loaded({ surveyId, view }: { surveyId: string; view: SurveyView }) {
  const { t } = useWords()
  const { bodyStyle } = view.page.damage
  const drawn = useDrawing(bodyStyle)
  return drawn ? (
    <DamageWork surveyId={surveyId} view={view} {...drawn} />
  ) : (
    <Spinner>{t('app.loading')}</Spinner>
  )
}

/** The present marks, and every change of them with its undo. */
function useMarks(surveyId: string, view: SurveyView) {
  const workshop = useWorkshop()
  const [past, setPast] = useState<readonly Change[]>([])
  const marks = useMemo(() => view.page.damage.marks.filter(isKnown), [view.page.damage.marks])
  const { bodyStyle } = view.page.damage
  const change = async (make: (present: readonly DamageMark[]) => Change | undefined) => {
    const undos: Change[] = []
    await workshop.change(surveyId, ({ damage }) => {
      const next = make(damage.marks)
      if (!next) return []
      const undo = undoOf(next, damage.marks)
      if (undo) undos.push(undo)
      return [onDrawing(next, bodyStyle)]
    })
    setPast((all) => [...all, ...undos])
  }
  const undo = async () => {
    const last = past.at(-1)
    if (!last) return
    setPast(past.slice(0, -1))
    await workshop.change(surveyId, [onDrawing(last, bodyStyle)])
  }
  /** Has its own undo, including photos; earlier changes of the mark can no longer be undone. */
  const remove = async (markId: string) => {
    setPast((all) => all.filter((one) => !('markId' in one) || one.markId !== markId))
    await workshop.remove(surveyId, deleteMark(markId))
  }
  return { marks, change, remove, undo, canUndo: past.length > 0 }
}

function DamageWork({ surveyId, view, outline, names }: { surveyId: string; view: SurveyView } & Drawing) {
  const { t, locale } = useWords()
  const whole = useMemo(() => wholeOf(outline.viewBox), [outline])
  const [box, setBox] = useState<Box>(whole)
  const [kind, setKind] = useState<MarkKind>('scratch')
  const [selectedId, select] = useState<string>()
  const { marks, change, remove, undo, canUndo } = useMarks(surveyId, view)
  const isReadOnly = useReadOnly(view)
  const panels = useMemo(() => listPanels(outline, names, locale), [outline, names, locale])
  const earlier = useMemo(() => listEarlier(view.page.damage.earlier), [view.page.damage.earlier])
  const selected = marks.find(({ id }) => id === selectedId)
  const question = listQuestions(elementsOf(view.page)).find(
    ({ clientSettings, visible }) => clientSettings?.damageMap && visible !== false,
  )

  const add = (mark: DamageMark) => {
    const id = newId()
    select(id)
    return change(() => putMark(id, mark))
  }
  const addAt = ({ x, y, panel }: DrawingPoint) => add({ kind, x, y, panel, size: 'small' })
  const onPanel = (panelId: string): DrawingPoint | undefined => {
    const panel = placeOn(outline, panelId)
    return panel && { x: panel.centre[0], y: panel.centre[1], panel: panelId }
  }
  return (
    <div className="work-columns">
      <div className="damage-left">
        <FrozenNote view={view} />
        {!isReadOnly && <KindChoice label={t('damage.tool')} value={kind} onChoose={setKind} />}
        <div className="damage-map">
          <DamageMap
            outline={outline}
            box={box}
            whole={whole}
            onBox={setBox}
            marks={marks}
            earlier={earlier}
            selectedId={selectedId}
            isReadOnly={isReadOnly}
            label={t('damage.drawing', { n: marks.length })}
            onPlace={addAt}
            onSelect={select}
            onMove={(mark, place) => change((present) => changeMark(present, mark.id, place))}
          />
          <ViewBar outline={outline} box={box} whole={whole} onBox={setBox} />
        </div>
        {!isReadOnly && (
          <div className="damage-tools">
            <p className="soft">{t('damage.hint')}</p>
            <Button icon="undo" onClick={undo} disabled={!canUndo} data-repeat>
              {t('damage.undo')}
            </Button>
            <AddByName
              panels={panels}
              onAdd={(panelId) => {
                const place = onPanel(panelId)
                if (place) addAt(place)
              }}
            />
          </div>
        )}
      </div>
      <div className="damage-right">
        {selected && !isReadOnly && (
          <MarkEditor
            key={selected.id}
            surveyId={surveyId}
            mark={selected}
            panels={panels}
            onChange={(fields) => change((present) => changeMark(present, selected.id, fields))}
            onPanel={(panelId) => {
              const place = onPanel(panelId)
              if (place) change((present) => changeMark(present, selected.id, place))
            }}
            onRemove={() => {
              select(undefined)
              remove(selected.id)
            }}
            onClose={() => select(undefined)}
          />
        )}
        <MarkList
          surveyId={surveyId}
          marks={marks}
          names={names}
          selectedId={selectedId}
          isReadOnly={isReadOnly}
          onSelect={select}
        />
        <EarlierList
          earlier={earlier}
          marks={marks}
          names={names}
          {...(isReadOnly ? {} : { onRepeat: add })}
        />
        {question && <QuestionAnswers surveyId={surveyId} question={question} isReadOnly={isReadOnly} />}
      </div>
    </div>
  )
}

/** One view fills the screen of a phone; the whole drawing is for tablets. */
function ViewBar(props: { outline: Outline; box: Box; whole: Box; onBox: (box: Box) => void }) {
  const { t } = useWords()
  const { box, whole, onBox } = props
  const zoom = (factor: number) =>
    onBox(zoomBox(box, whole, factor, box.x + box.width / 2, box.y + box.height / 2))
  const isWhole = box.width === whole.width
  return (
    <fieldset className="view-bar" aria-label={t('damage.view')}>
      <button type="button" className="view-button" aria-pressed={isWhole} onClick={() => onBox(whole)}>
        {t('damage.view.all')}
      </button>
      {(['left', 'right', 'front', 'rear', 'top'] as const).map((id) => {
        const view = props.outline.views.find((one) => one.id === id)
        if (!view) return null
        const target = boxAround(view.box, whole)
        const isShown = !isWhole && target.x === box.x && target.y === box.y && target.width === box.width
        return (
          <button
            key={id}
            type="button"
            className="view-button"
            aria-pressed={isShown}
            onClick={() => onBox(target)}
          >
            {t(`damage.view.${id}`)}
          </button>
        )
      })}
      <span className="view-zoom" data-repeat>
        <IconButton
          icon="minus"
          label={t('damage.zoomOut')}
          onClick={() => zoom(1 / 1.6)}
          disabled={isWhole}
        />
        <IconButton icon="plus" label={t('damage.zoomIn')} onClick={() => zoom(1.6)} />
      </span>
    </fieldset>
  )
}
