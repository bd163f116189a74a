// A large photo with what was drawn on it, who replaced whose marks, and the way to the editor.
import type { ShownMarkup } from '@walkaround/contract/app/markup.ts'
import type { Extent } from '@walkaround/contract/rules/markup.ts'
import { withMarkup } from '@walkaround/contract/rules/markup-words.ts'
import { useState } from 'preact/compat'
import { ofSurvey } from '../../api/operations.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { operationUrl } from '../../places.ts'
import { Button, Note } from '../../ui/parts.tsx'
import type { Shot } from '../camera/shots.ts'
import { MarkupEditor } from './markup-editor.tsx'
import { ShapesLayer } from './shapes-layer.tsx'
import { useMarkup } from './use-markup.ts'

interface Props {
  surveyId: string
  shot: Shot
  /** Of the picture: on the server, or a copy on this device. */
  source: string
  isReadOnly: boolean
  onBroken: () => void
}

export function MarkedPhoto({ surveyId, shot, source, isReadOnly, onBroken }: Props) {
  const { t, language } = useWords()
  const workshop = useWorkshop()
  const client = useSignal(workshop.clientId) ?? ''
  const known = useMarkup(surveyId, shot.id)
  const [photo, setPhoto] = useState<Extent>()
  const [isOpen, setOpen] = useState(false)
  if (!known) return null
  const { markup } = known
  const shapes = markup?.shapes ?? []
  // The server serves another picture after every save; the page may still have the former one.
  const shown = shot.isServed && markup ? `${source}?saved=${encodeURIComponent(markup.version)}` : source
  const original = operationUrl('getOriginalPhoto', {
    ...ofSurvey(client, surveyId),
    photo_id: shot.id,
    size: 'huge',
  })
  return (
    <>
      <div className="marked-photo">
        <span className="marked-box">
          <img
            src={shown}
            alt={withMarkup(t('camera.photo'), shapes, language)}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setPhoto({ width, height })
            }
            onError={onBroken}
          />
          {photo && shapes.length > 0 && <ShapesLayer shapes={shapes} photo={photo} />}
        </span>
      </div>
      {markup?.replaced && <Replaced markup={markup} />}
      {isReadOnly ? (
        shapes.length > 0 && <p className="soft">{t('markup.frozen')}</p>
      ) : (
        <div className="actions">
          <Button icon="pen" onClick={() => setOpen(true)}>
            {t('markup.open')}
          </Button>
        </div>
      )}
      {isOpen && (
        <MarkupEditor
          surveyId={surveyId}
          photoId={shot.id}
          source={shot.isServed ? original : source}
          markup={markup}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Replaced({ markup: { savedAt, savedBy, replaced } }: { markup: ShownMarkup }) {
  const { t, dayTime } = useWords()
  if (!replaced) return null
  const somebody = t('markup.somebody')
  return (
    <Note tone="soon" title={t('markup.replaced')}>
      {t('markup.replacedWhat', {
        who: savedBy ?? somebody,
        when: dayTime(savedAt),
        other: replaced.by ?? somebody,
        otherWhen: dayTime(replaced.at),
      })}
    </Note>
  )
}
