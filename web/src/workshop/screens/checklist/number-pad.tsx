// The number pad: beside the list on a wide screen, below it on others. Goes from wheel to wheel by itself.
import type { LastVisit, SurveyPage } from '@walkaround/contract/app/board.ts'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../app/words.tsx'
import { findBand, type Question, selectedAnswers } from '../../store/survey-elements.ts'
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
import { ownWords } from './wheels.ts'

interface PadProps {
  /** The walk, in its order. */
  questions: readonly Question[]
  questionId: string
  page: SurveyPage
  lastVisit: ReadonlyMap<string, LastVisit>
  onGive: (given: Change) => void
  onGoTo: (questionId: string) => void
  /** After the last one. */
  onDone: () => void
  onClose: () => void
}

/** So long one sees what was typed before the next wheel comes. */
const seenMs = 140

export function NumberPad(props: PadProps) {
  const { t, number, point, unitWord } = useWords()
  const { questions, questionId, page } = props
  const question = questions.find(({ id }) => id === questionId) ?? questions[0]!
  const settings = question.clientSettings ?? {}
  const limits: Limits = { decimals: settings.decimals ?? 0, ...pick(settings) }
  const [typed, setTyped] = useState<{ of: string; entry: Entry }>()
  const entry = typed?.of === question.id ? typed.entry : emptyEntry(limits)
  const [doubt, setDoubt] = useState<Doubt>()
  const moving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(moving.current), [])
  const value = toValue(entry, limits)
  const before = selectedAnswers(question)[0]?.value
  const last = settings.printAs === 'mileage' ? undefined : props.lastVisit.get(question.id)?.value
  const unit = unitOf(question, page)
  const shown = value ?? before
  const band = findBand(question, shown)
  const texts = questions.map(({ text }) => text ?? '')
  const at = questions.indexOf(question)
  const next = questions[at + 1]
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
    // Given at once; only the step to the next one waits for the eye.
    props.onGive(giveNumber(question, complete, unit))
    moving.current = setTimeout(goOn, seenMs)
  }
  /** Whoever types on means the next wheel. */
  const typeNext = (digit: string) => {
    if (value === undefined || !next || doubtsOf(question, value, page)) return
    if (moving.current === undefined) props.onGive(giveNumber(question, value, unit))
    goOn()
    const { decimals: nextDecimals = 0, ...settingsOfNext } = next.clientSettings ?? {}
    const limitsOfNext = { decimals: nextDecimals, ...pick(settingsOfNext) }
    setTyped({ of: next.id, entry: typeDigit(emptyEntry(limitsOfNext), digit, limitsOfNext) })
  }
  const press = (key: string): boolean => {
    if (/^\d$/.test(key)) {
      if (isFull(entry, limits)) typeNext(key)
      else type((one) => typeDigit(one, key, limits))
    } else if (key === '.' || key === ',') type((one) => typePoint(one, limits))
    else if (key === '-') type(toggleSign)
    else if (key === 'Backspace') type(erase)
    else if (key === 'Enter' || key === 'ArrowDown') enter()
    else if (key === 'ArrowUp' && at > 0) props.onGoTo(questions[at - 1]!.id)
    else if (key === 'Escape') props.onClose()
    else return false
    return true
  }
  useKeysOf(press)
  const isSigned = (limits.min ?? 0) < 0
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
        {band && shown !== undefined && <Icon name={statusIcons[band.status]} size={34} />}
        <span className={value === undefined ? 'soft' : ''}>
          {value === undefined
            ? before === undefined
              ? entry.isNegative
                ? '−'
                : '–'
              : local(before, point)
            : local(value, point)}
        </span>
        <small>{unitWord(unit)}</small>
        {band && shown !== undefined && <span className="cl-pad-band">{t(`status.${band.status}`)}</span>}
      </output>
      {doubt ? (
        <div className="cl-pad-doubt" role="alert">
          <p>
            {t(doubt.kind === 'range' ? 'pad.range' : doubt.kind === 'lower' ? 'pad.lower' : 'pad.above', {
              value: number(Number(value)),
              min: doubt.min === undefined ? '' : number(doubt.min),
              max: doubt.max === undefined ? '' : number(doubt.max),
              unit: unitWord(unit),
            })}
          </p>
          <div className="actions">
            <Button
              look="main"
              onClick={() => {
                setTyped(undefined)
                setDoubt(undefined)
              }}
            >
              {t('pad.correct')}
            </Button>
            <Button onClick={() => give(value!)}>{t('pad.take')}</Button>
          </div>
        </div>
      ) : (
        <p className="cl-pad-hint soft">
          {whole !== undefined && value !== undefined
            ? t('pad.ambiguous', {
                value: local(value, point),
                other: local(whole, point),
                key: `${local(whole, point)}${point}`,
              })
            : limits.min !== undefined &&
              limits.max !== undefined &&
              t('pad.between', { min: number(limits.min), max: number(limits.max), unit: unitWord(unit) })}
        </p>
      )}
      <div className="cl-pad-keys">
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((key) => (
          <button key={key} type="button" className="cl-key" onClick={() => press(key)}>
            {key}
          </button>
        ))}
        {isSigned ? (
          <button
            type="button"
            className="cl-key small"
            aria-label={t('pad.sign')}
            onClick={() => press('-')}
          >
            ±
          </button>
        ) : limits.decimals > 0 ? (
          <button
            type="button"
            className={`cl-key ${whole === undefined ? 'small' : 'offered'}`}
            aria-label={whole === undefined ? t('pad.point') : t('pad.whole', { value: local(whole, point) })}
            onClick={() => press('.')}
          >
            {whole === undefined ? point : `${local(whole, point)}${point}`}
          </button>
        ) : (
          <span />
        )}
        <button type="button" className="cl-key" onClick={() => press('0')}>
          0
        </button>
        <button
          type="button"
          className="cl-key small"
          aria-label={t('pad.erase')}
          onClick={() => press('Backspace')}
        >
          <EraseSign />
        </button>
      </div>
      <div className="cl-pad-foot">
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

const local = (value: string, point: string) => value.replace('-', '−').replace('.', point)
const pick = ({ min, max }: { min?: number; max?: number }) => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
})

/** Mileage is read as the car shows it. */
function unitOf(question: Question, page: SurveyPage): string | undefined {
  const { unit, printAs } = question.clientSettings ?? {}
  const car = page.survey.surveyObject as { mileageUnit?: string } | undefined
  return printAs === 'mileage' ? (car?.mileageUnit ?? unit) : unit
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

function EraseSign() {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="30" height="30" aria-hidden="true" focusable="false">
      <path
        d="M9 5.500h12v13H9L2.500 12zM12.500 9.500l5 5M17.500 9.500l-5 5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
