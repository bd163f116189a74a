// Opens the scanner, which is loaded when it is first needed.
import { Suspense, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { IconButton } from '../../ui/parts.tsx'
import { late } from '../late.tsx'
import type { ScanProps, Verdict } from './scan-sheet.tsx'

const sheet = late<ScanProps>(async () => (await import('./scan-sheet.tsx')).ScanSheet)

export function ScanButton(props: {
  /** A verdict is shown; without one the scanner closes. */
  onFound: (text: string, close: () => void) => Verdict | undefined | Promise<Verdict | undefined>
  className?: string
}) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const judge = async (text: string) => {
    const verdict = await props.onFound(text, close)
    if (!verdict) close()
    return verdict
  }
  return (
    <>
      <IconButton
        icon="scan"
        label={t('scan.title')}
        className={props.className ?? ''}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <sheet.Shown onFound={judge} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
