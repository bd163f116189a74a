// Draws on a photo: arrows, circles, words, blurred areas. Full screen, for a finger in a glove and for a keyboard. Nothing is changed
// before it is saved, and the photo itself never is.
import type { MarkupShape, ShownMarkup } from '@walkaround/contract/app/markup.ts'
import { markupColours, markupLimits } from '@walkaround/contract/markup-limits.ts'
import { colourOf, type Extent } from '@walkaround/contract/rules/markup.ts'
import { shapeWords, withMarkup } from '@walkaround/contract/rules/markup-words.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'preact/compat'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, Field, Spinner } from '../../ui/parts.tsx'
import { Toasts, toast } from '../../ui/toast.tsx'
import {
  began,
  type Colour,
  done,
  drawnShape,
  middleShape,
  moved,
  recoloured,
  redone,
  resized,
  reworded,
  type Tool,
  undone,
} from './editing.ts'
import { ToolSign } from './signs.tsx'
import { Stage } from './stage.tsx'
import { saveMarkup } from './use-markup.ts'

interface Props {
  surveyId: string
  photoId: string
  /** The photo as it was taken. */
  source: string
  markup: ShownMarkup | undefined
  onClose: () => void
}

const tools: readonly Tool[] = ['select', 'arrow', 'circle', 'text', 'blur']

export function MarkupEditor({ surveyId, photoId, source, markup, onClose }: Props) {
  const { t, language } = useWords()
  const workshop = useWorkshop()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [photo, setPhoto] = useState<Extent>()
  const [isBroken, setBroken] = useState(false)
  const [tool, setTool] = useState<Tool>('arrow')
  const [colour, setColour] = useState<Colour>('red')
  const [words, setWords] = useState('')
  const [selected, setSelected] = useState<number>()
  const [history, setHistory] = useState(() => began(markup?.shapes ?? []))
  const [isLeaving, setLeaving] = useState(false)
  // What was shown when the editor opened: a save of somebody else meanwhile was not seen.
  const [seen] = useState(markup?.version)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  const shapes = history.now
  const chosen = selected === undefined ? undefined : shapes[selected]
  const change = (next: readonly MarkupShape[]) => setHistory(done(history, next))
  const replace = (index: number, shape: MarkupShape) => {
    if (shape !== shapes[index]) change(shapes.with(index, shape))
  }
  const add = (shape: MarkupShape | undefined) => {
    if (!shape) return
    if (shapes.length >= markupLimits.shapes) return toast(t('markup.full', { n: markupLimits.shapes }))
    change([...shapes, shape])
    setSelected(shapes.length)
    if (shape.kind === 'text') setWords('')
  }
  const remove = (index: number) => {
    change(shapes.toSpliced(index, 1))
    setSelected(undefined)
  }
  const go = (to: typeof undone) => {
    setHistory(to(history))
    setSelected(undefined)
  }
  const choose = (next: Tool) => {
    setTool(next)
    setSelected(undefined)
  }
  const recolour = (next: Colour) => {
    setColour(next)
    if (selected !== undefined && chosen) replace(selected, recoloured(chosen, next))
  }
  const leave = () => (history.past.length > 0 ? setLeaving(true) : onClose())
  const save = async () => {
    if (history.past.length > 0) await saveMarkup(workshop, surveyId, photoId, shapes, seen)
    onClose()
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const shape = shapes[index]
    const by = steps[event.key]
    if (!shape) return
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
    else if (by === undefined) return
    else if (!event.shiftKey) replace(index, moved(shape, by))
    else if (shape.kind === 'arrow')
      replace(index, resized(shape, 1, { x: shape.toX + by.x, y: shape.toY + by.y }))
    else if (shape.kind !== 'text')
      replace(index, resized(shape, 2, { x: shape.x + shape.width + by.x, y: shape.y + shape.height + by.y }))
    event.preventDefault()
  }
  const isText = chosen ? chosen.kind === 'text' : tool === 'text'
  const hasColour = chosen ? chosen.kind !== 'blur' : tool !== 'blur' && tool !== 'select'
  return (
    <dialog
      ref={dialog}
      className="markup"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        leave()
      }}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
    >
      <header className="markup-head">
        <h2 id={titleId}>{t('markup.title')}</h2>
        <div className="markup-steps" data-repeat>
          <button
            type="button"
            className="markup-button"
            onClick={() => go(undone)}
            disabled={history.past.length === 0}
          >
            <Icon name="undo" />
            <span>{t('markup.undo')}</span>
          </button>
          <button
            type="button"
            className="markup-button"
            onClick={() => go(redone)}
            disabled={history.future.length === 0}
          >
            <ToolSign name="redo" />
            <span>{t('markup.redo')}</span>
          </button>
        </div>
      </header>
      <div className="markup-stage">
        {isBroken ? (
          <p className="markup-broken">{t('camera.noPicture')}</p>
        ) : (
          <>
            {!photo && <Spinner>{t('app.loading')}</Spinner>}
            <Stage
              source={source}
              label={withMarkup(t('camera.photo'), shapes, language)}
              photo={photo}
              shapes={shapes}
              selected={selected}
              isDrawing={tool !== 'select'}
              draw={(from, to) => (tool === 'select' ? undefined : drawnShape(tool, colour, from, to, words))}
              onAdd={add}
              onSelect={setSelected}
              onReplace={replace}
              onSize={setPhoto}
              onBroken={() => setBroken(true)}
            />
          </>
        )}
      </div>
      <div className="markup-panel">
        <fieldset className="markup-tools">
          <legend className="unseen">{t('markup.tools')}</legend>
          {tools.map((one) => (
            <button
              key={one}
              type="button"
              className="markup-button"
              aria-pressed={tool === one}
              onClick={() => choose(one)}
            >
              <ToolSign name={one} />
              <span>{t(`markup.tool.${one}`)}</span>
            </button>
          ))}
        </fieldset>
        {hasColour && (
          <fieldset className="markup-colours">
            <legend className="unseen">{t('markup.colour')}</legend>
            {markupColours.map((one) => {
              const isOn = (chosen && chosen.kind !== 'blur' ? chosen.colour : colour) === one
              return (
                <button
                  key={one}
                  type="button"
                  className="markup-colour"
                  aria-pressed={isOn}
                  aria-label={t(`markup.colour.${one}`)}
                  title={t(`markup.colour.${one}`)}
                  onClick={() => recolour(one)}
                >
                  <span style={{ background: colourOf(one) }}>{isOn && <Icon name="check" />}</span>
                </button>
              )
            })}
          </fieldset>
        )}
        {isText && (
          <Field
            label={t('markup.words')}
            value={chosen?.kind === 'text' ? chosen.words : words}
            maxLength={markupLimits.words}
            enterKeyHint="done"
            onChange={({ currentTarget: { value } }) => {
              if (selected === undefined || chosen?.kind !== 'text') return setWords(value)
              const next = reworded(chosen, value)
              if (next) replace(selected, next)
            }}
          />
        )}
        <p className="markup-hint">{t(`markup.hint.${tool}`)}</p>
        <div className="markup-row">
          {tool !== 'select' && (
            <Button
              icon="plus"
              onClick={() => add(middleShape(tool, colour, words))}
              disabled={!photo || (tool === 'text' && words.trim() === '')}
            >
              {t('markup.add')}
            </Button>
          )}
          <Button
            icon="trash"
            data-repeat
            onClick={() => selected !== undefined && remove(selected)}
            disabled={!chosen}
          >
            {t('markup.delete')}
          </Button>
        </div>
        <section className="markup-list" aria-label={t('markup.marks')}>
          <h3>{t('markup.marks')}</h3>
          {shapes.length === 0 && <p className="soft">{t('markup.none')}</p>}
          <ul>
            {shapes.map((shape, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other name than their place
              <li key={index}>
                <button
                  type="button"
                  className="markup-item"
                  aria-pressed={selected === index}
                  aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete"
                  data-repeat
                  onClick={() => {
                    setTool('select')
                    setSelected(index)
                  }}
                  onKeyDown={(event) => onKey(event, index)}
                >
                  <ToolSign name={shape.kind} />
                  <span>{t('markup.mark', { n: index + 1, what: shapeWords(shape, language) })}</span>
                </button>
              </li>
            ))}
          </ul>
          {shapes.length > 0 && <p className="soft markup-keys">{t('markup.keys')}</p>}
        </section>
      </div>
      <footer className="markup-foot">
        {isLeaving ? (
          <>
            <p role="alert">{t('markup.unsaved')}</p>
            <Button onClick={onClose} look="danger">
              {t('markup.discard')}
            </Button>
            <Button onClick={() => setLeaving(false)}>{t('markup.goOn')}</Button>
          </>
        ) : (
          <Button icon="close" onClick={leave}>
            {t('markup.cancel')}
          </Button>
        )}
        <Button look="main" icon="check" onClick={save} disabled={!photo && history.past.length === 0}>
          {t('markup.save')}
        </Button>
      </footer>
      <Toasts />
    </dialog>
  )
}

const STEP = 0.01
const steps: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}
