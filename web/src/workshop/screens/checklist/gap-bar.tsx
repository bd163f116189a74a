// To the previous and the next open point, in reach of the thumb; when nothing is open, completing takes their place.
import { memo, useEffect, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button, IconButton } from '../../ui/parts.tsx'

/** For this long after it appears the button does nothing: the finger that gave the last answer may still be there. */
const restMs = 1_000

export const GapBar = memo(function GapBar(props: {
  open: number
  isReady: boolean
  /** Photos that are expected and missing. */
  photos: number
  onStep: (step: 1 | -1) => void
  onComplete: () => void
}) {
  const { t } = useWords()
  if (props.isReady) return <Complete photos={props.photos} onComplete={props.onComplete} />
  if (props.open === 0) return null
  return (
    <div className="cl-gaps">
      <IconButton
        icon="back"
        className="cl-gap-up"
        label={t('check.previousGap')}
        onClick={() => props.onStep(-1)}
        data-repeat
      />
      <Button className="cl-gap-next" icon="next" onClick={() => props.onStep(1)} data-repeat>
        {t('check.nextGap')}
      </Button>
    </div>
  )
})

function Complete({ photos, onComplete }: { photos: number; onComplete: () => void }) {
  const { t } = useWords()
  const [isResting, setResting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setResting(false), restMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="cl-gaps done">
      <p>
        {t('check.allDone')}
        {photos > 0 && <span className="soft"> {t('finish.photos', { n: photos })}</span>}
      </p>
      <Button look="main" icon="check" disabled={isResting} onClick={onComplete}>
        {t('finish.complete')}
      </Button>
    </div>
  )
}
