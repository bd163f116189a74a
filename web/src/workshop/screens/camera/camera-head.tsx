// What is being photographed: the question with its wheel and value, or the damage mark.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { useWords } from '../../app/words.tsx'
import type { MediaPlace } from '../../store/tables.ts'
import { StatusBadge } from '../../ui/parts.tsx'
import type { PlannedSection } from '../checklist/plan.ts'
import { useMarkWords } from './mark-words.ts'
import { describeQuestion } from './places.ts'

export function CameraHead(props: {
  page: SurveyPage | undefined
  sections: readonly PlannedSection[]
  place: MediaPlace
}) {
  const { t, measured } = useWords()
  const markWords = useMarkWords()
  const { page, place } = props
  const shown = describeQuestion(props.sections, place.questionId)
  const mark = page?.damage.marks.find(({ id }) => id !== undefined && id === place.markId)
  if (!shown)
    return (
      <header className="camera-head">
        <h2>{mark ? markWords(mark) : t('camera.title')}</h2>
      </header>
    )
  const values = shown.answers.map(({ value, unit }) => measured(value, unit)).filter(Boolean)
  return (
    <header className="camera-head">
      <div>
        {shown.section && <p className="camera-section">{shown.section}</p>}
        <h2>
          {shown.title}
          {shown.wheel && <span className="camera-wheel"> {shown.wheel}</span>}
        </h2>
      </div>
      <p className="camera-value">
        <StatusBadge status={shown.status}>{values.length > 0 ? values.join(' · ') : undefined}</StatusBadge>
      </p>
    </header>
  )
}
