// Asks before something that cannot be taken back: what happens, and a button that says it. A refusal stays in the sheet.
import { type ReactNode, useState } from 'preact/compat'
import { RefusalNote } from '../../workshop/screens/refusal-note.tsx'
import { Button } from '../../workshop/ui/parts.tsx'
import { Sheet } from '../../workshop/ui/sheet.tsx'
import { useWords } from '../app/words.tsx'

interface Props {
  title: string
  /** On the button. */
  word: string
  /** The sheet stays if it resolves to false: then there is something to be looked at first. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** What happens then. */
  children: ReactNode
  /** What it is about, as it is now. */
  about?: ReactNode
}

export function ConfirmSheet({ title, word, onConfirm, onClose, children, about }: Props) {
  const { t } = useWords()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const confirm = async () => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      if ((await onConfirm()) === false) setBusy(false)
      else onClose()
    } catch (failure) {
      setError(failure as Error)
      setBusy(false)
    }
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button look="danger" onClick={confirm} aria-busy={isBusy}>
            {word}
          </Button>
        </div>
      }
    >
      <p>{children}</p>
      {about && <div className="confirm-about">{about}</div>}
      {error && <RefusalNote error={error} />}
    </Sheet>
  )
}
