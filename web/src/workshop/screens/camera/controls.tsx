// Light and zoom of the camera; what the device does not have is not shown.
import { useWords } from '../../app/words.tsx'
import { IconButton } from '../../ui/parts.tsx'
import { type Controls, zoomFactor, zoomLevels } from './device.ts'

export function CameraControls(props: {
  controls: Controls
  isLit: boolean
  onLight: () => void
  onZoom: (step: 1 | -1) => void
}) {
  const { t } = useWords()
  const { hasTorch, zoom } = props.controls
  const levels = zoom ? zoomLevels(zoom) : []
  return (
    <>
      {hasTorch && (
        <button type="button" className="camera-tool" aria-pressed={props.isLit} onClick={props.onLight}>
          <svg
            viewBox="0 0 24 24"
            width="24"
            height="24"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden="true"
          >
            <path d="M8 3h8v4l-2 3v11h-4V10L8 7zM8 7h8M12 13v3" />
          </svg>
          <span>{t('camera.light')}</span>
        </button>
      )}
      {zoom && levels.length > 1 && (
        <fieldset className="camera-zoom" data-repeat>
          <legend className="unseen">{t('camera.zoom')}</legend>
          <IconButton
            icon="minus"
            label={t('damage.zoomOut')}
            disabled={zoom.value <= (levels[0] ?? 0)}
            onClick={() => props.onZoom(-1)}
          />
          <output>{zoomFactor(zoom)}×</output>
          <IconButton
            icon="plus"
            label={t('damage.zoomIn')}
            disabled={zoom.value >= (levels.at(-1) ?? 0)}
            onClick={() => props.onZoom(1)}
          />
        </fieldset>
      )}
    </>
  )
}
