// A sheet over the screen: from below on narrow screens, in the middle on wide ones. The browser's own dialog keeps the focus
// inside and returns it; Escape, the backdrop and the cross close it.
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'preact/compat'
import { useWords } from '../app/words.tsx'
import { IconButton } from './parts.tsx'
import { Toasts } from './toast.tsx'

export function Sheet(props: {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  isWide?: boolean
}) {
  const { t } = useWords()
  const { onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const onBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={`sheet ${props.isWide ? 'wide' : ''}`}
      aria-labelledby={titleId}
      onClick={onBackdrop}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // One Escape closes one sheet: the browser may close several at once, or only one without telling the app.
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <div className="sheet-box">
        <header className="sheet-head">
          <h2 id={titleId}>{props.title}</h2>
          <IconButton icon="close" label={t('app.close')} onClick={onClose} />
        </header>
        <div className="sheet-body">{props.children}</div>
        {props.footer && <footer className="sheet-foot">{props.footer}</footer>}
      </div>
      <Toasts />
    </dialog>
  )
}
