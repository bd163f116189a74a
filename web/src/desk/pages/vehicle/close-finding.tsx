// Closes a finding by hand, with a reason: for one that no green answer and no invoice will close. It can be undone right afterwards.
import type { VehicleFinding } from '@walkaround/contract/dms/vehicle-history.ts'
import { type EndReason, endReasons } from '@walkaround/contract/rules/follow-up.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { mayAdvise } from '../../../workshop/rights.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button, Choice } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'

interface Props {
  finding: VehicleFinding
  /** Reads the vehicle again. */
  reload: () => void
}

export function CloseFinding({ finding: { visits, questionId, text }, reload }: Props) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState<EndReason>('doneElsewhere')
  const [error, setError] = useState<unknown>()
  const surveyId = visits.at(-1)?.surveyId
  if (surveyId === undefined || !mayAdvise(client)) return null
  const params = { system_client_id: client.id, survey_id: surveyId, question_id: questionId }
  const attempt = async (work: () => Promise<unknown>) => {
    setError(undefined)
    try {
      await work()
      reload()
    } catch (failed) {
      setError(failed)
    }
  }
  const close = () => {
    setOpen(false)
    return attempt(async () => {
      await call('closeFinding', params, { body: { reason } })
      toast(t('later.noted', { what: t('vehicle.closeByHand') }), () =>
        attempt(() => call('reopenFinding', params)),
      )
    })
  }
  return (
    <>
      <Button
        className="no-print"
        aria-label={`${t('vehicle.close').replace(/\s*…$/, '')}: ${text}`}
        onClick={() => setOpen(true)}
      >
        {t('vehicle.close')}
      </Button>
      {error !== undefined && <RefusalNote error={error} />}
      {isOpen && (
        <Sheet
          title={text}
          onClose={() => setOpen(false)}
          footer={
            <Button look="main" onClick={close}>
              {t('vehicle.closeByHand')}
            </Button>
          }
        >
          <Choice
            label={t('vehicle.closeWhy')}
            value={reason}
            onChoose={setReason}
            options={endReasons.map((value) => ({ value, label: t(`later.${value}`) }))}
          />
        </Sheet>
      )}
    </>
  )
}
