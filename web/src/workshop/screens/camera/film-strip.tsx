// The photos of the current place beside the shutter, newest first, and taking back the last one.
import { useWords } from '../../app/words.tsx'
import type { MediaPlace } from '../../store/tables.ts'
import { Button } from '../../ui/parts.tsx'
import { ShotItem } from './shot-item.tsx'
import type { Shot } from './shots.ts'

export function FilmStrip(props: {
  surveyId: string
  place: MediaPlace
  shots: readonly Shot[]
  onUndo?: () => void
}) {
  const { t } = useWords()
  const { surveyId, place, shots, onUndo } = props
  return (
    <div className="camera-film">
      <ul className="camera-roll" aria-label={t('camera.taken', { n: shots.length })}>
        {shots
          .map((shot, index) => (
            <ShotItem
              key={shot.id}
              surveyId={surveyId}
              place={place}
              shot={shot}
              number={index + 1}
              isReadOnly={false}
            />
          ))
          .toReversed()}
      </ul>
      {onUndo && (
        <Button icon="undo" onClick={onUndo} className="camera-quiet">
          {t('camera.undo')}
        </Button>
      )}
    </div>
  )
}
