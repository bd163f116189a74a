// Where a photo belongs instead: a question, a damage mark or the car as a whole, found by its words.
import { useMemo, useState } from 'preact/compat'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import type { MediaPlace } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { Field } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { planChecklist } from '../checklist/plan.ts'
import { useMarkWords } from './mark-words.ts'
import { listTargets, type Target } from './places.ts'
import { isSamePlace } from './shots.ts'
import { moveShot, useStoredSurvey } from './use-shots.ts'

export function MoveSheet(props: {
  surveyId: string
  photoId: string
  /** Where it is now. */
  place: MediaPlace
  onMoved: () => void
  onClose: () => void
}) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const markWords = useMarkWords()
  const { surveyId, photoId, place } = props
  const [search, setSearch] = useState('')
  const page = useStoredSurvey(surveyId)?.page
  const sections = useMemo(() => (page ? planChecklist(page) : []), [page])
  const words = { mark: markWords, whole: t('camera.whole') }
  const targets = listTargets(sections, page?.damage.marks ?? [], words, search).filter(
    (target) => !isSamePlace(target.place, place),
  )
  const move = async ({ place: to, text }: Target) => {
    await moveShot(workshop, surveyId, photoId, to)
    toast(t('camera.moved', { place: text }), () => moveShot(workshop, surveyId, photoId, place))
    props.onMoved()
  }
  return (
    <Sheet title={t('camera.moveTitle')} onClose={props.onClose}>
      <div className="move-photo">
        <Field
          label={t('camera.moveSearch')}
          type="search"
          value={search}
          autoComplete="off"
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        {page && targets.length === 0 && <p className="soft">{t('camera.moveNone')}</p>}
        <ul>
          {targets.map((target) => (
            <li key={target.place.questionId ?? target.place.markId ?? ''}>
              <button type="button" className="move-target" onClick={() => move(target)}>
                <span>
                  {target.text}
                  {target.section && <small>{target.section}</small>}
                </span>
                <Icon name="next" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}
