// Confirms that a recorded decision is taken back, and asks why.
import { type FormEvent, type ReactNode, useId, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button, Field } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'

export function TakeBackSheet(props: {
  decided: ReactNode
  /** The owner's earlier online decision, in words. */
  owners: string | undefined
  onTakeBack: (reason: string) => void
  onClose: () => void
}) {
  const { t } = useWords()
  const form = useId()
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (reason.trim() !== '') props.onTakeBack(reason.trim())
  }
  return (
    <Sheet
      title={t('quotes.takeBackTitle')}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('quotes.replaceNot')}</Button>
          <Button type="submit" form={form} look="danger" icon="undo">
            {t('says.undecide')}
          </Button>
        </>
      }
    >
      <form id={form} className="replacing" onSubmit={submit} noValidate>
        {props.decided}
        <p>
          {props.owners === undefined
            ? t('quotes.takeBackWhat')
            : t('quotes.takeBackOwners', { decision: props.owners })}
        </p>
        <Field
          label={t('says.reason')}
          value={reason}
          maxLength={1000}
          onChange={(event) => setReason(event.currentTarget.value)}
          {...(isChecked && reason.trim() === '' ? { error: t('says.needsReason') } : {})}
        />
      </form>
    </Sheet>
  )
}
