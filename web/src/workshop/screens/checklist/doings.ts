// The actions that cards can call on the checklist. One object for all cards, which stays the same while the survey is open.
import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { Change } from '../../store/tables.ts'

export interface Doings {
  change: (changes: readonly Change[]) => Promise<void>
  focus: (questionId: string) => void
  /** Moves to the next question without an answer. */
  moveOn: (questionId: string) => void
  /** Scrolls so that the question stays visible. */
  stay: (questionId: string) => void
  openSheet: (questionId: string) => void
  openPad: (questionId: string) => void
  openCamera: (questionId: string) => void
  /** Moves on too: to the next question of the section or after it. */
  allGood: (answers: readonly GivenAnswer[]) => void
  undo: (answers: readonly GivenAnswer[]) => Promise<void>
}
