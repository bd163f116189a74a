// What was found, as the owner reads it: points that need work with photos and measured values, the rest by name. Pure; the
// workshop's own comments never appear here.
import type {
  Grade,
  OwnerFinding,
  OwnerPhoto,
  OwnerScale,
  OwnerVideo,
} from '@walkaround/contract/owner-page.ts'
import { answerParts, boundOf, hasScale, tyreWords } from '../findings/answer-words.ts'
import { gradePoints } from '../findings/grading.ts'
import type { FoundAnswer, FoundSection } from '../findings/model.ts'
import type { Words } from '../findings/texts.ts'

type FoundPoint = Omit<OwnerFinding, 'lines' | 'coveredBy' | 'meaning'>

export interface Found {
  /** Urgent first. */
  points: FoundPoint[]
  fine: string[]
  notChecked: string[]
  grades: ReadonlyMap<string, Grade>
}

export interface Shown {
  photo(id: string): OwnerPhoto | undefined
  videos(questionId: string): OwnerVideo[]
  words: Words
  /** What was measured at the last visit. */
  last(questionId: string, unit: string | undefined): OwnerScale['last']
  /** When it will be urgent if it goes on like this. */
  urgentFrom(questionId: string): OwnerScale['urgentFrom']
}

export function toFound(sections: readonly FoundSection[], shown: Shown): Found {
  const graded = gradePoints(sections)
  const grades = new Map<string, Grade>()
  for (const grade of ['red', 'amber', 'green'] as const)
    for (const { question } of graded[grade]) grades.set(question.ref as string, grade)
  const points = (['red', 'amber'] as const).flatMap((grade) =>
    graded[grade].map(({ question }): FoundPoint => {
      const judged = question.answers.filter(({ status }) => status === 'red' || status === 'amber')
      const photos = [...judged, ...question.answers.filter((one) => !judged.includes(one))].flatMap(
        (answer) => answer.photos ?? [],
      )
      return {
        id: question.ref as string,
        title: question.text,
        grade,
        answers: [
          ...judged.flatMap((answer) => answerParts(shown.words, answer)),
          ...tyreWords(shown.words, question),
        ],
        scales: judged.flatMap((answer) => toScale(question.ref as string, answer, shown) ?? []),
        photos: [...(question.photos ?? []), ...photos].flatMap((id) => shown.photo(id) ?? []),
        videos: shown.videos(question.ref as string),
      }
    }),
  )
  return {
    points,
    fine: graded.green.map(({ question }) => question.text),
    notChecked: graded.none.map(({ question }) => question.text),
    grades,
  }
}

function toScale(
  questionId: string,
  answer: FoundAnswer,
  { words, last, urgentFrom }: Shown,
): OwnerScale | undefined {
  const { value, unit, limit } = answer
  if (value === undefined || !limit || !hasScale(answer)) return undefined
  const { legalMin, legalMax } = limit
  const side = legalMin === undefined ? 'most' : 'least'
  const legal = legalMin ?? legalMax
  return {
    value,
    unit: unit === undefined ? undefined : words.formats.unitWord(unit),
    bands: limit.bands.map((band) => ({ grade: band.status, end: boundOf(band) })),
    last: last(questionId, unit),
    urgentFrom: answer.status === 'amber' ? urgentFrom(questionId) : undefined,
    legal: legal === undefined ? undefined : { side, value: legal },
  }
}
