// The number pad: next to the list on a wide screen, otherwise below it. Moves from wheel to wheel automatically.

import type { LastVisit, SurveyPage } from '@walkaround/contract/app/board.ts'
import { findBand, toNumber } from '@walkaround/contract/rules/bands.ts'
import { useEffect, useRef, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { type Question, selectedAnswers, unitOf } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, IconButton, statusIcons } from '../../ui/parts.tsx'
import { clearQuestion, giveNumber } from './answering.ts'
import { type Doubt, doubtsOf } from './number-doubts.ts'
import {
  type Entry,
  emptyEntry,
  erase,
  isComplete,
  isFull,
  type Limits,
  toggleSign,
  toValue,
  typeDigit,
  typePoint,
  wholeReading,
} from './number-entry.ts'
import { DoubtNote, digits, local, PadHint, PadKeys } from './number-pad-parts.tsx'
import { ownWords } from './wheels.ts'

interface PadProps {
  /** The questions of the walk, in order. */
  questions: readonly Question[]
  questionId: string
  page: SurveyPage
  lastVisit: ReadonlyMap<string, LastVisit>
  onGive: (given: Change) => void
  onGoTo: (questionId: string) => void
  /** Called after the last one. */
  onDone: () => void
  onClose: () => void
}

function limitsOf({ clientSettings }: Question): Limits {
  const { decimals = 0, min, max } = clientSettings ?? {}
  return { decimals, min, max }
}

/** How long a typed value stays visible before the next wheel. */
const seenMs = 140

export function NumberPad(props: PadProps) {
  const { t, point, unitWord } = useWords()
  const { questions, questionId, page } = props
  const question = questions.find(({ id }) => id === questionId) ?? questions[0]!
  const limits = limitsOf(question)
  const [typed, setTyped] = useState<{ of: string; entry: Entry }>()
  const entry = typed?.of === question.id ? typed.entry : emptyEntry(limits)
  const [doubt, setDoubt] = useState<Doubt>()
  const moving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(moving.current), [])
  const value = toValue(entry, limits)
  const before = selectedAnswers(question)[0]?.value
  const last =
    question.clientSettings?.printAs === 'mileage' ? undefined : props.lastVisit.get(question.id)?.value
  const unit = unitOf(question, page)
  const shown = value ?? before
  const entered = toNumber(shown)
  const band = entered === undefined ? undefined : findBand(question, entered)
  const texts = questions.map(({ text }) => text ?? '')
  const at = questions.indexOf(question)
  const next = questions[at + 1]
  const previous = questions[at - 1]
  const beside = previous && selectedAnswers(previous)[0]?.value
  const whole = wholeReading(entry, limits)
  const goOn = () => {
    clearTimeout(moving.current)
    moving.current = undefined
    setDoubt(undefined)
    setTyped(undefined)
    if (next) props.onGoTo(next.id)
    else props.onDone()
  }
  const give = (given: string) => {
    props.onGive(giveNumber(question, given, unit))
    goOn()
  }
  const enter = () => {
    if (value === undefined || moving.current !== undefined) return goOn()
    const doubts = doubtsOf(question, value, page)
    if (doubts) return setDoubt(doubts)
    give(value)
  }
  const type = (change: (entry: Entry) => Entry) => {
    const changed = change(entry)
    setTyped({ of: question.id, entry: changed })
    setDoubt(undefined)
    if (changed === entry || !isComplete(changed, limits)) return
    const complete = toValue(changed, limits)!
    if (doubtsOf(question, complete, page)) return
    // The value is given at once; only the move to the next question waits.
    props.onGive(giveNumber(question, complete, unit))
    moving.current = setTimeout(goOn, seenMs)
  }
  /** A further digit belongs to the next wheel. */
  const typeNext = (digit: string) => {
    if (value === undefined || !next || doubtsOf(question, value, page)) return
    if (moving.current === undefined) props.onGive(giveNumber(question, value, unit))
    goOn()
    const limitsOfNext = limitsOf(next)
    setTyped({ of: next.id, entry: typeDigit(emptyEntry(limitsOfNext), digit, limitsOfNext) })
  }
  const typeDigitOn = (digit: string) =>
    isFull(entry, limits) ? typeNext(digit) : type((one) => typeDigit(one, digit, limits))
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ...Object.fromEntries(digits.map((digit) => [digit, () => typeDigitOn(digit)])),
    '.': () => type((one) => typePoint(one, limits)),
    ',': () => type((one) => typePoint(one, limits)),
    '-': () => type(toggleSign),
    Backspace: () => type(erase),
    Enter: enter,
    ArrowDown: enter,
    ArrowUp: at > 0 ? () => props.onGoTo(questions[at - 1]!.id) : undefined,
    Escape: props.onClose,
  }
  const press = (key: string): boolean => {
    const act = Object.hasOwn(keys, key) ? keys[key] : undefined
    act?.()
    return act !== undefined
  }
  useKeysOf(press)
  const correct = () => {
    setTyped(undefined)
    setDoubt(undefined)
  }
  return (
    <section
      className={`cl-pad ${shown === undefined ? 'none' : (band?.status ?? 'answered')}`}
      aria-label={t('pad.title')}
      data-repeat
    >
      <header className="cl-pad-head">
        <div>
          <p className="cl-pad-name">
            {questions.length > 1 ? ownWords(question.text ?? '', texts) : question.text}
          </p>
          {questions.length > 1 && (
            <p className="soft">{t('pad.of', { n: at + 1, all: questions.length })}</p>
          )}
        </div>
        <IconButton icon="close" label={t('app.close')} onClick={props.onClose} />
      </header>
      <output className="cl-pad-value" aria-live="polite">
        {band && <Icon name={statusIcons[band.status]} size={34} />}
        <span className={value === undefined ? 'soft' : ''}>
          {shown === undefined ? (entry.isNegative ? '−' : '–') : local(shown, point)}
        </span>
        <small>{unitWord(unit)}</small>
        {band && <span className="cl-pad-band">{t(`status.${band.status}`)}</span>}
      </output>
      {doubt && value !== undefined ? (
        <DoubtNote doubt={doubt} value={value} unit={unit} onCorrect={correct} onTake={() => give(value)} />
      ) : (
        <PadHint value={value} whole={whole} limits={limits} unit={unit} />
      )}
      <PadKeys limits={limits} whole={whole} onPress={press} />
      <div className="cl-pad-foot">
        {previous && beside !== undefined && value === undefined && (
          <button type="button" className="cl-same" onClick={() => give(beside)}>
            <Icon name="check" size={20} />{' '}
            {t('pad.sameWheel', {
              wheel: ownWords(previous.text ?? '', texts),
              value: local(beside, point),
            })}
          </button>
        )}
        {last !== undefined && (
          <button type="button" className="cl-same" onClick={() => give(last)}>
            <Icon name="sync" size={20} /> {t('pad.same', { value: local(last, point) })}
          </button>
        )}
        {before !== undefined && value === undefined && (
          <button type="button" className="cl-same" onClick={() => props.onGive(clearQuestion(question))}>
            <Icon name="trash" size={20} /> {t('pad.clear')}
          </button>
        )}
        <Button look="main" className="cl-pad-next" onClick={enter}>
          {next ? t(value === undefined ? 'pad.skip' : 'pad.next') : t('pad.done')}
        </Button>
      </div>
    </section>
  )
}

function useKeysOf(press: (key: string) => boolean): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey) return
      if (target instanceof HTMLElement && target.matches('input, textarea, select')) return
      // Enter on a button presses that button.
      if (event.key === 'Enter' && target instanceof HTMLButtonElement) return
      if (latest.current(event.key)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
