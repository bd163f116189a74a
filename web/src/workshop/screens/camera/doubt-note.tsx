// Says that a photo may be blurred or too dark, while the car is still there. Blocks nothing and deletes nothing by itself.
import { useWords } from '../../app/words.tsx'
import type { Doubt } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button } from '../../ui/parts.tsx'

export function DoubtNote(props: {
  doubt: Doubt
  /** The next photo replaces it. */
  isReplaced?: boolean
  /** Left out where there is no camera. */
  onAgain?: () => void
  onKeep: () => void
}) {
  const { t } = useWords()
  return (
    <div className="camera-doubt" role="status">
      <Icon name="advise" />
      <p>{t(props.isReplaced ? 'camera.replaces' : `camera.doubt.${props.doubt}`)}</p>
      {props.onAgain && !props.isReplaced && (
        <Button icon="camera" onClick={props.onAgain}>
          {t('camera.again')}
        </Button>
      )}
      <Button icon="check" onClick={props.onKeep}>
        {t('camera.keep')}
      </Button>
    </div>
  )
}
