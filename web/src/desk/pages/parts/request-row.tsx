// A request in the queue: the car with everything that a parts catalogue asks for, the finding with its photos, and since when it waits.
import type { PartQueueEntry } from '@walkaround/contract/dms/parts.ts'
import { memo } from 'preact/compat'
import { useSignedIn } from '../../../office/app/context.tsx'
import { ageOf } from '../../../office/ui/age.ts'
import { OfficeIcon } from '../../../office/ui/icons.tsx'
import { Icon } from '../../../workshop/ui/icons.tsx'
import { Button, StatusBadge } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { answerWords } from './reply-words.ts'
import { RequestPhotos } from './request-photos.tsx'

interface RowProps {
  entry: PartQueueEntry
  onOpen: (entry: PartQueueEntry) => void
}

/** Two hundred of them stand behind the sheet that is open: only those that were read again are drawn again. */
export const RequestRow = memo(function RequestRow({ entry, onOpen }: RowProps) {
  const words = useWords()
  const { t } = words
  const { request, since, minutes } = entry
  const { state } = request
  const answer = answerWords(request, words)
  return (
    <li className="part-row panel" aria-label={entry.numberPlate ?? t('parts.noPlate')}>
      <Car entry={entry} />
      <div className="part-finding">
        <FindingWords entry={entry} />
        <RequestPhotos entry={entry} />
      </div>
      <div className="part-side">
        {state === 'requested' ? (
          <p className="part-age">
            <Icon name="clock" size={20} />{' '}
            {minutes < 1 ? t('parts.askedNow') : t('parts.waits', { time: ageOf(since, minutes, words) })}
          </p>
        ) : (
          <>
            <p className="part-answer">{answer}</p>
            <p className="soft">
              {[request.answeredBy, request.answeredAt && words.dayTime(request.answeredAt)]
                .filter(Boolean)
                .join(', ')}
            </p>
          </>
        )}
        <Button look={state === 'requested' ? 'main' : 'plain'} onClick={() => onOpen(entry)}>
          {t(state === 'requested' ? 'parts.answer' : 'parts.change')}
        </Button>
      </div>
    </li>
  )
})

function Car({ entry }: { entry: PartQueueEntry }) {
  const { t, dayTime } = useWords()
  const { branches } = useSignedIn().client
  const { numberPlate = t('parts.noPlate'), vin, vehicle, orderId, externalId, promisedAt, advisor } = entry
  const order = externalId ?? orderId
  const branch = branches.length > 1 ? branches.find(({ id }) => id === entry.branchId)?.name : undefined
  const facts = [
    order && t('parts.order', { id: order }),
    promisedAt && t('parts.promised', { time: dayTime(promisedAt) }),
    advisor && t('parts.advisor', { name: advisor }),
    branch,
  ].filter(Boolean)
  return (
    <div className="part-car">
      <h2>
        {vin === undefined ? (
          numberPlate
        ) : (
          <Link to={{ page: 'vehicle', key: `vin/${vin}` }}>{numberPlate}</Link>
        )}
      </h2>
      {vehicle && <p>{vehicle}</p>}
      {vin !== undefined && <Vin vin={vin} />}
      <p className="soft">{facts.join(' · ')}</p>
    </div>
  )
}

function Vin({ vin }: { vin: string }) {
  const { t } = useWords()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(vin)
      toast(t('parts.copied'))
    } catch {
      toast(t('parts.notCopied'))
    }
  }
  const label = t('parts.copyVin', { vin })
  return (
    <p className="part-vin">
      <span>{vin}</span>
      <button type="button" className="icon-button" aria-label={label} title={label} onClick={copy}>
        <OfficeIcon name="copy" size={20} />
      </button>
    </p>
  )
}

/** In the sheet too. */
export function FindingWords({ entry }: { entry: PartQueueEntry }) {
  const { measured, dayTime } = useWords()
  const { grade, title, value, unitOfMeasurement, request } = entry
  return (
    <>
      <p className="part-title">
        <StatusBadge status={grade} />
        <strong>{title}</strong>
        {value !== undefined && <span>{measured(value, unitOfMeasurement)}</span>}
      </p>
      {request.text !== undefined && <p className="part-words">{request.text}</p>}
      <p className="soft">{`${request.requestedBy}, ${dayTime(request.requestedAt)}`}</p>
    </>
  )
}
