// Photos of one question side by side over the visits; a tap opens one large.
import type { VehicleHistory, VehiclePhoto } from '@walkaround/contract/dms/vehicle-history.ts'
import { useId, useState } from 'preact/compat'
import { useSignedIn } from '../../../office/app/context.tsx'
import { operationUrl } from '../../../workshop/places.ts'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'
import { useVisitWords } from './visit-words.ts'

const OTHERS = ''
const groupOf = ({ templateId = OTHERS, questionId = OTHERS }: VehiclePhoto) =>
  questionId === OTHERS ? OTHERS : `${templateId} ${questionId}`

/** The question with photos of the most visits comes first. */
function listGroups(photos: readonly VehiclePhoto[]): [string, VehiclePhoto[]][] {
  const groups = new Map<string, VehiclePhoto[]>()
  for (const photo of photos) groups.set(groupOf(photo), [...(groups.get(groupOf(photo)) ?? []), photo])
  const visitsOf = (group: readonly VehiclePhoto[]) => new Set(group.map(({ surveyId }) => surveyId)).size
  const rank = ([name, group]: [string, VehiclePhoto[]]) => (name === OTHERS ? 0 : visitsOf(group))
  return [...groups].sort((one, other) => rank(other) - rank(one))
}

export function Photos({ history: { photos } }: { history: VehicleHistory }) {
  const { t } = useWords()
  const wordsAt = useVisitWords()
  const { client } = useSignedIn()
  const id = useId()
  const groups = listGroups(photos)
  const [chosen, choose] = useState<string>()
  const [open, setOpen] = useState<VehiclePhoto>()
  const [name, group = []] = groups.find(([one]) => one === chosen) ?? groups[0] ?? []
  if (name === undefined) return null
  const url = ({ surveyId, id: photo_id }: VehiclePhoto, size: 'medium' | 'huge') =>
    operationUrl('getSurveyPhoto', { system_client_id: client.id, survey_id: surveyId, photo_id, size })
  const dayOf = ({ surveyId, at }: VehiclePhoto) => wordsAt(surveyId).shortDate(at)
  const words = (photo: VehiclePhoto) => `${photo.text ?? t('vehicle.otherPhotos')}, ${dayOf(photo)}`
  return (
    <section className="panel no-print" aria-label={t('vehicle.photos')}>
      <h2>{t('vehicle.photos')}</h2>
      <div className="photo-choice">
        <label htmlFor={id}>{t('vehicle.question')}</label>
        <select id={id} value={name} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {groups.map(([value, of]) => (
            <option key={value} value={value}>
              {`${of[0]?.text ?? t('vehicle.otherPhotos')} (${of.length})`}
            </option>
          ))}
        </select>
      </div>
      <ul className="photo-row" aria-label={group[0]?.text ?? t('vehicle.otherPhotos')}>
        {group.map((photo) => (
          <li key={`${photo.surveyId} ${photo.id}`}>
            <button type="button" className="photo-card" onClick={() => setOpen(photo)}>
              <img src={url(photo, 'medium')} alt={words(photo)} loading="lazy" />
              <span>{dayOf(photo)}</span>
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <Sheet title={words(open)} onClose={() => setOpen(undefined)} isWide>
          <img className="photo-large" src={url(open, 'huge')} alt={words(open)} />
        </Sheet>
      )}
    </section>
  )
}
