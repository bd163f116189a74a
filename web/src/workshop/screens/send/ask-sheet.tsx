// Asks before something that cannot be undone.
import type { ReactNode } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import type { IconName } from '../../ui/icons.tsx'
import { Button } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'

export function AskSheet(props: {
  /** The question, and the label of the button. */
  title: string
  look: 'main' | 'danger'
  icon: IconName
  children: ReactNode
  onYes: () => void
  onClose: () => void
}) {
  const { t } = useWords()
  const yes = () => {
    props.onYes()
    props.onClose()
  }
  return (
    <Sheet title={props.title} onClose={props.onClose}>
      <div className="ask">
        {props.children}
        <div className="actions">
          <Button look={props.look} icon={props.icon} onClick={yes}>
            {props.title}
          </Button>
          <Button onClick={props.onClose}>{t('app.cancel')}</Button>
        </div>
      </div>
    </Sheet>
  )
}
