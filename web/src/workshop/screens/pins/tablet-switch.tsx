// The name of whoever is at a shared tablet, in the navigation: a tap locks it and shows the names of the others.
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'

export function TabletSwitch() {
  const { t } = useWords()
  const { sessions, session } = useWorkshop()
  const lock = () => {
    sessions.lock().catch((error: unknown) => console.error(error))
  }
  return (
    <li>
      <button type="button" className="rail-entry rail-person" title={t('tablet.switch')} onClick={lock}>
        <span className="rail-icon">
          <Icon name="lock" />
        </span>
        <span>
          {session()?.name}
          <span className="unseen"> – {t('tablet.switch')}</span>
        </span>
      </button>
    </li>
  )
}
