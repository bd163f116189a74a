// The photos of a finding, small in a row; a tap opens one large.
import type { PartQueueEntry } from '@walkaround/contract/dms/parts.ts'
import { useState } from 'preact/compat'
import { useSignedIn } from '../../../office/app/context.tsx'
import { operationUrl } from '../../../workshop/places.ts'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'

export function RequestPhotos({ entry: { surveyId, photos, title } }: { entry: PartQueueEntry }) {
  const { t } = useWords()
  const { client } = useSignedIn()
  const [open, setOpen] = useState<number>()
  if (photos.length === 0) return null
  const url = (photo_id: string, size: 'medium' | 'huge') =>
    operationUrl('getSurveyPhoto', { system_client_id: client.id, survey_id: surveyId, photo_id, size })
  const words = (at: number) => t('parts.photo', { n: at + 1, finding: title })
  const shown = open === undefined ? undefined : photos[open]
  return (
    <>
      <ul className="part-photos">
        {photos.map((id, at) => (
          <li key={id}>
            <button type="button" onClick={() => setOpen(at)}>
              <img src={url(id, 'medium')} alt={words(at)} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && shown !== undefined && (
        <Sheet title={words(open)} onClose={() => setOpen(undefined)} isWide>
          <img className="part-photo-large" src={url(shown, 'huge')} alt={words(open)} />
        </Sheet>
      )}
    </>
  )
}
