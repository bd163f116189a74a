// A secret that is shown once: to be read, and copied with one press.
import { useId, useRef } from 'preact/compat'
import { Button, Note } from '../../workshop/ui/parts.tsx'
import { toast } from '../../workshop/ui/toast.tsx'
import { useWords } from '../app/words.tsx'

interface Props {
  label: string
  secret: string
  /** Something around it says that it is shown only now. */
  isQuiet?: boolean
}

export function SecretBox({ label, secret, isQuiet }: Props) {
  const { t } = useWords()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const copy = async () => {
    box.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      toast(t('form.copied'))
    } catch {
      // Without TLS a browser gives no clipboard: what is selected can be copied by hand.
      toast(t('form.selected'))
    }
  }
  return (
    <div className="field secret-box">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          ref={box}
          id={id}
          className="mono"
          readOnly
          value={secret}
          autoComplete="off"
          spellcheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button look="quiet" onClick={copy}>
          {t('form.copy')}
        </Button>
      </div>
      {!isQuiet && <Note tone="soon" title={t('form.once')} />}
    </div>
  )
}
