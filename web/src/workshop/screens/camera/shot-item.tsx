// One photo of a strip: its thumbnail, which opens it in large.
import { useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import type { MediaPlace } from '../../store/tables.ts'
import { PhotoViewer } from '../photo-viewer.tsx'
import type { Shot } from './shots.ts'
import { Thumb } from './thumb.tsx'

export function ShotItem(props: {
  surveyId: string
  place: MediaPlace
  shot: Shot
  /** Among the photos of the place, from 1. */
  number: number
  isReadOnly: boolean
}) {
  const { t } = useWords()
  const { surveyId, place, shot, number, isReadOnly } = props
  const [isShown, setShown] = useState(false)
  return (
    <li>
      <button
        type="button"
        className="shot"
        onClick={() => setShown(true)}
        aria-label={t('camera.open', { n: number, state: t(`state.${shot.state}`) })}
      >
        <Thumb surveyId={surveyId} shot={shot} />
      </button>
      {isShown && (
        <PhotoViewer
          surveyId={surveyId}
          shot={shot}
          place={place}
          isReadOnly={isReadOnly}
          onClose={() => setShown(false)}
        />
      )}
    </li>
  )
}
