// Says on every screen that the dealership is a sandbox. Loaded late: few people ever see it.
import { useWords } from '../app/words.tsx'
import { Icon } from '../ui/icons.tsx'

export function SandboxLine() {
  const { t } = useWords()
  return (
    <p className="offline-line">
      <Icon name="lock" size={18} />
      <strong>{t('sandbox.title')}</strong>
      <span>{t('sandbox.what')}</span>
    </p>
  )
}
