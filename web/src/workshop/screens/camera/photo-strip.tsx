// Thumbnails of a place with their states, and a button for more.
import { useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import type { MediaPlace } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { PhotoViewer } from '../photo-viewer.tsx'
import { Camera } from './camera.tsx'
import { Thumb } from './thumb.tsx'
import { useShots } from './use-shots.ts'

export function PhotoStrip(props: { surveyId: string; place: MediaPlace; isReadOnly?: boolean }) {
  const { t } = useWords()
  const { surveyId, place, isReadOnly = false } = props
  const shots = useShots(surveyId, place)
  const [isCamera, setCamera] = useState(false)
  const [shownId, setShown] = useState<string>()
  const shown = shots.find(({ id }) => id === shownId)
  return (
    <div className="photo-strip">
      <ul>
        {shots.map((shot, index) => (
          <li key={shot.id}>
            <button
              type="button"
              className="shot"
              onClick={() => setShown(shot.id)}
              aria-label={t('camera.open', { n: index + 1, state: t(`state.${shot.state}`) })}
            >
              <Thumb surveyId={surveyId} shot={shot} />
            </button>
          </li>
        ))}
        {!isReadOnly && (
          <li>
            <button type="button" className="shot add" onClick={() => setCamera(true)}>
              <Icon name="camera" size={28} />
              <span>{t('camera.add')}</span>
            </button>
          </li>
        )}
      </ul>
      {isCamera && <Camera surveyId={surveyId} place={place} onClose={() => setCamera(false)} />}
      {shown && (
        <PhotoViewer
          surveyId={surveyId}
          shot={shown}
          place={place}
          isReadOnly={isReadOnly}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  )
}
