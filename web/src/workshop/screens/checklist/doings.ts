// What cards can ask the checklist to do. One object for all cards, the same for as long as the survey is open.
import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { Change } from '../../store/tables.ts'

export interface Doings {
  change: (changes: readonly Change[]) => Promise<void>
  focus: (questionId: string) => void
  /** To the next question without an answer. */
  moveOn: (questionId: string) => void
  /** Wherever it is now, the question is in sight afterwards. */
  stay: (questionId: string) => void
  openSheet: (questionId: string) => void
  openPad: (questionId: string) => void
  openCamera: (questionId: string) => void
  allGood: (answers: readonly GivenAnswer[]) => Promise<void>
  undo: (answers: readonly GivenAnswer[]) => Promise<void>
}
