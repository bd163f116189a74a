// Reminds the customer of a car by hand: shows what would arrive by e-mail or SMS, then sends it, unless the customer wants none.
import { useRef, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Choice, Note } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import type { Car } from './cars.ts'
import { useReminderMarks } from './reminder-marks.tsx'

export function Remind({ car }: { car: Car }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('reminders.button')}
      </Button>
      {isOpen && <RemindSheet car={car} onClose={() => setOpen(false)} />}
    </>
  )
}

type Channel = 'email' | 'sms'

function RemindSheet({ car, onClose }: { car: Car; onClose: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const { reload } = useReminderMarks()
  const { surveyId } = car.first
  const [channel, setChannel] = useState<Channel>('email')
  const [error, setError] = useState<unknown>()
  const [isSending, setSending] = useState(false)
  // The same at every try, so that a lost reply sends nothing twice.
  const id = useRef(crypto.randomUUID())
  const params = { system_client_id: client.id, survey_id: surveyId }
  const reading = useRead(JSON.stringify([surveyId, channel]), () =>
    call('previewReminder', params, { body: { channel } }),
  )
  const shown = reading.value
  const choose = (next: Channel) => {
    setError(undefined)
    setChannel(next)
  }
  const send = async () => {
    setSending(true)
    setError(undefined)
    try {
      await call('sendReminder', { ...params, reminder_id: id.current }, { body: { channel } })
      onClose()
      toast(t('reminders.sent'))
      reload()
    } catch (failed) {
      setError(failed)
    }
    setSending(false)
  }
  const canSend = shown !== undefined && reading.error === undefined && !shown.isStopped && !isSending
  return (
    <Sheet
      title={t('reminders.title')}
      onClose={onClose}
      footer={
        <Button look="main" disabled={!canSend} onClick={send}>
          {t('reminders.send')}
        </Button>
      }
    >
      <div className="later-form">
        <Choice
          label={t('reminders.channel')}
          value={channel}
          onChoose={choose}
          options={[
            { value: 'email', label: t('reminders.channel.email') },
            { value: 'sms', label: t('reminders.channel.sms') },
          ]}
        />
        {error !== undefined && <RefusalNote error={error} />}
        <ShowReading of={reading}>
          {({ preview, works, isStopped }) => (
            <>
              {isStopped && (
                <Note tone="soon" isAlert title={t('reminders.stopped')}>
                  {t('reminders.stoppedWhat')}
                </Note>
              )}
              <p className="soft">
                {[
                  t('reminders.to', { address: preview.destination.address }),
                  t('reminders.works', { n: works }),
                  preview.segments !== undefined && t('reminders.segments', { n: preview.segments }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <section className="reminder-preview" aria-label={t('reminders.what')}>
                {preview.subject !== undefined && <strong>{preview.subject}</strong>}
                <p>{preview.text}</p>
              </section>
            </>
          )}
        </ShowReading>
      </div>
    </Sheet>
  )
}
