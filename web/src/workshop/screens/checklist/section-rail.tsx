// The sections at the side, or at the top of a narrow screen: progress and findings; a tap goes there.
import { memo, useEffect, useRef } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { statusIcons } from '../../ui/parts.tsx'
import { type PlannedSection, progressOf } from './plan.ts'

export const SectionRail = memo(function SectionRail(props: {
  sections: readonly PlannedSection[]
  activeId: string | undefined
  onChoose: (sectionId: string) => void
}) {
  const { t } = useWords()
  const rail = useRef<HTMLElement>(null)
  const { activeId } = props
  // On a narrow screen the rail scrolls along. With the next frame: the browser measures then anyway.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const box = rail.current
      const entry = box?.querySelector<HTMLElement>(`[data-section="${CSS.escape(activeId ?? '')}"]`)
      if (box && entry && box.scrollWidth > box.clientWidth)
        box.scrollTo({ left: entry.offsetLeft - (box.clientWidth - entry.offsetWidth) / 2 })
    })
    return () => cancelAnimationFrame(frame)
  }, [activeId])
  return (
    <nav className="cl-rail" aria-label={t('check.sections')} ref={rail}>
      <ul>
        {props.sections
          .filter(({ questions }) => questions.length > 0)
          .map((section) => (
            <Entry
              key={section.id}
              section={section}
              isActive={section.id === activeId}
              onChoose={props.onChoose}
            />
          ))}
      </ul>
    </nav>
  )
})

const Entry = memo(function Entry(props: {
  section: PlannedSection
  isActive: boolean
  onChoose: (sectionId: string) => void
}) {
  const { t } = useWords()
  const { section } = props
  const { done, total, worst } = progressOf(section.questions)
  // Findings show at once; green only when the whole section was checked.
  const isFound = worst === 'red' || worst === 'amber'
  const status = isFound || done === total ? (worst ?? 'none') : 'none'
  return (
    <li>
      <button
        type="button"
        data-section={section.id}
        className={`cl-rail-entry ${done === total ? 'done' : ''}`}
        aria-current={props.isActive ? 'true' : undefined}
        onClick={() => props.onChoose(section.id)}
      >
        <span className={`cl-rail-mark ${status}`}>
          <Icon name={done === total && worst === undefined ? 'check' : statusIcons[status]} size={22} />
        </span>
        <span className="cl-rail-text">{section.text}</span>
        <span className="cl-rail-count">
          <span aria-hidden="true">
            {done}/{total}
          </span>
          <span className="unseen">
            {t('survey.progress', { answered: done, questions: total })}, {t(`status.${status}`)}
          </span>
        </span>
      </button>
    </li>
  )
})
