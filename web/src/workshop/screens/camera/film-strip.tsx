// The photos of the current place beside the shutter, newest first, and taking back the last one.
import { useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import type { MediaPlace } from '../../store/tables.ts'
import { Button } from '../../ui/parts.tsx'
import { PhotoViewer } from '../photo-viewer.tsx'
import type { Shot } from './shots.ts'
import { Thumb } from './thumb.tsx'

export function FilmStrip(props: {
  surveyId: string
  place: MediaPlace
  shots: readonly Shot[]
  onUndo?: () => void
}) {
  const { t } = useWords()
  const { surveyId, place, shots, onUndo } = props
  const [shownId, setShown] = useState<string>()
  const shown = shots.find(({ id }) => id === shownId)
  return (
    <div className="camera-film">
      <ul className="camera-roll" aria-label={t('camera.taken', { n: shots.length })}>
        {shots
          .map((shot, index) => (
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
          ))
          .toReversed()}
      </ul>
      {onUndo && (
        <Button icon="undo" onClick={onUndo} className="camera-quiet">
          {t('camera.undo')}
        </Button>
      )}
      {shown && (
        <PhotoViewer
          surveyId={surveyId}
          shot={shown}
          place={place}
          isReadOnly={false}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  )
}
