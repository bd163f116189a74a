// Thumbnails of a place with their states, and a button for more.
import { useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import type { MediaPlace } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { Camera } from './camera.tsx'
import { ShotItem } from './shot-item.tsx'
import { useShots } from './use-shots.ts'

export function PhotoStrip(props: { surveyId: string; place: MediaPlace; isReadOnly?: boolean }) {
  const { t } = useWords()
  const { surveyId, place, isReadOnly = false } = props
  const shots = useShots(surveyId, place)
  const [isCamera, setCamera] = useState(false)
  return (
    <div className="photo-strip">
      <ul>
        {shots.map((shot, index) => (
          <ShotItem
            key={shot.id}
            surveyId={surveyId}
            place={place}
            shot={shot}
            number={index + 1}
            isReadOnly={isReadOnly}
          />
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
    </div>
  )
}
