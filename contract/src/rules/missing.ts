// What completing an inspection still needs (D5): answers, signatures and videos. Tablet and service decide with this. Pure.
import { type Conditions, type Facts, isMandatory } from './conditions.ts'

interface AskedQuestion {
  readonly id: string
  readonly mandatory?: boolean | string
  readonly answerSigned?: boolean
  readonly answerVideoMandatory?: boolean
  readonly answers?: readonly { readonly id?: string; readonly videoMandatory?: boolean }[]
}

export interface Missing {
  questionId: string
  what: 'answer' | 'signature' | 'video'
}

export interface Taken {
  /** Questions with a signature that holds (I2). */
  readonly signed: ReadonlySet<string>
  /** Questions with a video, or with one being uploaded: it may arrive after completion. */
  readonly filmed: ReadonlySet<string>
}

/** A video that could not be converted cannot be watched, so it counts as missing. */
export const isFilm = ({ state }: { readonly state?: string }): boolean => state !== 'failed'

export function listMissing(
  visible: Iterable<AskedQuestion>,
  { facts, conditions }: { facts: Facts; conditions: Conditions },
  { signed, filmed }: Taken,
): Missing[] {
  const missing: Missing[] = []
  for (const question of visible) {
    const { id: questionId, answers = [] } = question
    const selected = facts.answers.get(questionId) ?? []
    const isAnswered = selected.length > 0
    const isWanted = isMandatory(question, facts, conditions)
    if (isWanted && !isAnswered) missing.push({ questionId, what: 'answer' })
    // An optional question without an answer needs neither signature nor video.
    if (!isWanted && !isAnswered) continue
    if (question.answerSigned && !signed.has(questionId)) missing.push({ questionId, what: 'signature' })
    const needsVideo =
      question.answerVideoMandatory ||
      answers.some(({ id, videoMandatory }) => videoMandatory && selected.some((one) => one.id === id))
    if (needsVideo && !filmed.has(questionId)) missing.push({ questionId, what: 'video' })
  }
  return missing
}
