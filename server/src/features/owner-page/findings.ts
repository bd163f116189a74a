// What was found, as the owner reads it: what needs work with photos and measured values, the rest by name. Pure; the
// workshop's own comments never come here.
import type {
  Grade,
  OwnerFinding,
  OwnerPhoto,
  OwnerScale,
  OwnerVideo,
} from '@walkaround/contract/owner-page.ts'
import { gradePoints } from '../printed-forms/draw/grading.ts'
import type { FormAnswer, FormSection } from '../printed-forms/model.ts'

export type FoundPoint = Omit<OwnerFinding, 'lines' | 'coveredBy' | 'meaning'>

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
  unitWord(code: string): string
  quantity(value: number, unit: string | undefined): string
}

export function toFound(sections: readonly FormSection[], shown: Shown): Found {
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
        answers: judged.flatMap((answer) => wordsOf(answer, shown)),
        scales: judged.flatMap((answer) => toScale(answer, shown) ?? []),
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

function wordsOf(answer: FormAnswer, { quantity }: Shown): string[] {
  const measured = answer.value === undefined ? [] : [quantity(answer.value, answer.unit)]
  return [...measured, ...(answer.text === undefined || answer.text === '' ? [] : [answer.text])]
}

function toScale({ value, unit, limit }: FormAnswer, { unitWord }: Shown): OwnerScale | undefined {
  if (value === undefined || !limit) return undefined
  const bands = limit.bands.map(({ status, below, upTo }) => {
    const end = below ?? upTo
    return { grade: status as Grade, ...(end === undefined ? {} : { end }) }
  })
  if (!bands.some(({ end }) => end !== undefined)) return undefined
  const legal =
    limit.legalMin !== undefined
      ? { legal: { side: 'least' as const, value: limit.legalMin } }
      : limit.legalMax !== undefined
        ? { legal: { side: 'most' as const, value: limit.legalMax } }
        : {}
  return { value, ...(unit === undefined ? {} : { unit: unitWord(unit) }), bands, ...legal }
}
