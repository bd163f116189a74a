// The number pad: next to the list on a wide screen, otherwise below it. Moves from wheel to wheel automatically.

import type { LastVisit, SurveyPage } from '@walkaround/contract/app/board.ts'
import { findBand, toNumber } from '@walkaround/contract/rules/bands.ts'
import { type TyreDetails, tyrePlaces } from '@walkaround/contract/rules/tyres.ts'
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
import { countReadings, giveOnlyReading, giveReading, isTyre, noteTyre } from './tyre-readings.ts'
import { ownWords } from './wheels.ts'

interface PadProps {
  /** The questions of the walk, in order. */
  questions: readonly Question[]
  questionId: string
  page: SurveyPage
  lastVisit: ReadonlyMap<string, LastVisit>
  onGive: (given: readonly Change[]) => void
  onGoTo: (questionId: string) => void
  /** Called after the last one. */
  onDone: () => void
  onClose: () => void
}

function limitsOf({ clientSettings }: Question): Limits {
  const { decimals = 0, min, max } = clientSettings ?? {}
  return { decimals, min, max }
}

/** Whether tyres are read at three places, as chosen last: one person reads all tyres the same way. */
let isThreeWanted = false

/** How long a typed value stays visible before the next wheel. */
const seenMs = 140

export function NumberPad(props: PadProps) {
  const { t, point, unitWord } = useWords()
  const { questions, questionId, page } = props
  const question = questions.find(({ id }) => id === questionId) ?? questions[0]!
  const limits = limitsOf(question)
  const [isThreeOn, setThree] = useState(isThreeWanted)
  const isThree = isTyre(question) && (isThreeOn || countReadings(question.tyre) > 1)
  const [reading, setReading] = useState<{ of: string; at: number; noted: TyreDetails }>()
  const { at: placeAt, noted } = reading?.of === question.id ? reading : { at: 0, noted: question.tyre ?? {} }
  const place = tyrePlaces[placeAt]!
  /** What is being typed: a question, or a place of a tyre. */
  const slot = isThree ? `${question.id}/${place}` : question.id
  const [typed, setTyped] = useState<{ of: string; entry: Entry }>()
  const entry = typed?.of === slot ? typed.entry : emptyEntry(limits)
  const [doubt, setDoubt] = useState<Doubt>()
  const moving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(moving.current), [])
  const value = toValue(entry, limits)
  const answered = selectedAnswers(question)[0]?.value
  const before = isThree ? noted[place] : answered
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
  /** To the next place of the tyre, otherwise to the next question. */
  const stepOn = () => {
    if (!isThree || placeAt === tyrePlaces.length - 1) return goOn()
    clearTimeout(moving.current)
    moving.current = undefined
    setDoubt(undefined)
    setTyped(undefined)
    // The reading was noted meanwhile.
    setReading((now) => (now?.of === question.id ? { ...now, at: placeAt + 1 } : now))
    return undefined
  }
  const keep = (given: string) => {
    if (!isThree)
      return props.onGive(
        isTyre(question) ? giveOnlyReading(question, given, unit) : [giveNumber(question, given, unit)],
      )
    const { details, changes } = giveReading(question, noted, { place, value: given, unit })
    setReading({ of: question.id, at: placeAt, noted: details })
    return props.onGive(changes)
  }
  const give = (given: string) => {
    keep(given)
    stepOn()
  }
  const enter = () => {
    if (value === undefined) return goOn()
    if (moving.current !== undefined) return stepOn()
    const doubts = doubtsOf(question, value, page)
    if (doubts) return setDoubt(doubts)
    give(value)
  }
  const type = (change: (entry: Entry) => Entry) => {
    const changed = change(entry)
    setTyped({ of: slot, entry: changed })
    setDoubt(undefined)
    if (changed === entry || !isComplete(changed, limits)) return
    const complete = toValue(changed, limits)!
    if (doubtsOf(question, complete, page)) return
    // The value is given at once; only the move to the next question waits.
    keep(complete)
    moving.current = setTimeout(stepOn, seenMs)
  }
  /** A further digit belongs to the next wheel. */
  const typeNext = (digit: string) => {
    const nextPlace = isThree ? tyrePlaces[placeAt + 1] : undefined
    const to = nextPlace ? question : next
    if (value === undefined || !to || doubtsOf(question, value, page)) return
    if (moving.current === undefined) keep(value)
    stepOn()
    const limitsOfNext = limitsOf(to)
    const ofNext = nextPlace ? `${question.id}/${nextPlace}` : isThree ? `${to.id}/${tyrePlaces[0]}` : to.id
    setTyped({ of: ofNext, entry: typeDigit(emptyEntry(limitsOfNext), digit, limitsOfNext) })
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
        {isTyre(question) && (
          <button
            type="button"
            className="cl-pad-three"
            aria-pressed={isThree}
            aria-label={`3 × ${t('tyre.three')}`}
            title={t('tyre.three')}
            onClick={() => {
              isThreeWanted = !isThree
              setThree(isThreeWanted)
              if (isThree)
                props.onGive(answered === undefined ? [] : giveOnlyReading(question, answered, unit))
            }}
          >
            3 ×
          </button>
        )}
        <IconButton icon="close" label={t('app.close')} onClick={props.onClose} />
      </header>
      {isThree && (
        <div className="cl-pad-places">
          {tyrePlaces.map((one, index) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === place}
              onClick={() => {
                setTyped(undefined)
                setReading({ of: question.id, at: index, noted })
              }}
            >
              {t(`tyre.${one}`)}
              <strong>{noted[one] === undefined ? '–' : local(noted[one], point)}</strong>
            </button>
          ))}
        </div>
      )}
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
        {previous && beside !== undefined && value === undefined && !isThree && (
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
          <button type="button" className="cl-same" onClick={() => props.onGive(clearAll(question))}>
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

/** A withdrawn depth takes the readings it came from with it. */
function clearAll(question: Question): Change[] {
  const { inner: _, middle: __, outer: ___, ...rest } = question.tyre ?? {}
  const cleared = clearQuestion(question)
  return countReadings(question.tyre) === 0 ? [cleared] : [noteTyre(question.id, rest), cleared]
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
