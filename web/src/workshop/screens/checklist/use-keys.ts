// The checklist by keyboard: arrows move between questions, 1, 2 and 3 answer fine, advise and urgent, Enter opens the finding.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { useEffect, useRef } from 'preact/compat'
import { findQuestion } from '../../store/survey-elements.ts'
import { groupByStatus, leadsOn, statuses, tapAnswer } from './answering.ts'
import type { Doings } from './doings.ts'
import { isMeasured } from './plan.ts'

const restMs = 1_000

interface Keys {
  isOn: boolean
  page: SurveyPage
  currentId: string | undefined
  doings: Doings
  step: (step: 1 | -1) => void
}

export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    let before: { key: string; id: string | undefined; at: number } | undefined
    const listen = (event: KeyboardEvent) => {
      // A key held down, or pressed twice within a second, does not undo its own answer.
      const now = { key: event.key, id: latest.current.currentId, at: event.timeStamp }
      const isSame = before?.key === now.key && before.id === now.id && now.at - before.at < restMs
      const isSecond = /^\d$/.test(now.key) && (event.repeat || isSame)
      if (!latest.current.isOn || isTyping(event) || isSecond) return
      before = now
      if (press(event.key, latest.current)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey || (target instanceof HTMLElement && target.matches('input, textarea, select'))

function press(key: string, { page, currentId, doings, step }: Keys): boolean {
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    step(key === 'ArrowDown' ? 1 : -1)
    return true
  }
  const question = currentId === undefined ? undefined : findQuestion(page, currentId)
  const status = statuses[Number(key) - 1]
  if (!question || !status) return false
  if (isMeasured(question)) {
    doings.openPad(question.id)
    return true
  }
  const group = groupByStatus(question).find((one) => one.status === status)
  const [answer, ...more] = group?.answers ?? []
  if (!answer) return false
  if (more.length > 0) {
    doings.openSheet(question.id)
    return true
  }
  doings.change(tapAnswer(question, answer))
  if (leadsOn(question, answer)) doings.moveOn(question.id)
  else if (!answer.selected) doings.stay(question.id)
  return true
}
