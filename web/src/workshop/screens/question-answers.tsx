// The question of a screen, answered right there, without going to the checklist.
import { useWorkshop } from '../app/context.tsx'
import { edit } from '../store/outbox.ts'
import type { Question } from '../store/survey-elements.ts'
import { Icon } from '../ui/icons.tsx'
import { type Status, statusIcons } from '../ui/parts.tsx'

export function QuestionAnswers(props: { surveyId: string; question: Question; isReadOnly: boolean }) {
  const workshop = useWorkshop()
  const { surveyId, question } = props
  const toggle = (answerId: string, isSelected: boolean) =>
    workshop.change(surveyId, [
      isSelected
        ? edit({ kind: 'clear', questionId: question.id, answerId })
        : edit({ kind: 'answers', answers: [{ questionId: question.id, answerId }] }),
    ])
  const answers = (question.answers ?? []).filter(({ custom, id }) => !custom && id !== undefined)
  return (
    <section className="panel">
      <h2>{question.text}</h2>
      <div className="question-answers">
        {answers.map(({ id, value, status, selected }) => (
          <button
            key={id}
            type="button"
            className={`answer-button ${status ?? 'none'}`}
            aria-pressed={selected === true}
            disabled={props.isReadOnly}
            onClick={() => toggle(id!, selected === true)}
          >
            <Icon name={statusIcons[(status ?? 'none') as Status]} />
            <span>{value}</span>
          </button>
        ))}
      </div>
    </section>
  )
}
