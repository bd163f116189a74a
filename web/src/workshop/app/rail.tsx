// Navigation: a rail at the side of a wide tablet, a bar at the bottom of everything else. Shows how much is unsent.
import type { Route, ScreenName } from '../paths.ts'
import type { TextKey } from '../texts/en.ts'
import { Icon, type IconName, Mark } from '../ui/icons.tsx'
import { useLive, useWorkshop } from './context.tsx'
import { Link } from './router.tsx'
import { useWords } from './words.tsx'

const entries: readonly (readonly [
  Route & { screen: 'board' | 'leads' | 'sync' | 'settings' },
  IconName,
  TextKey,
])[] = [
  [{ screen: 'board' }, 'board', 'nav.board'],
  [{ screen: 'leads' }, 'lead', 'nav.leads'],
  [{ screen: 'sync' }, 'sync', 'nav.sync'],
  [{ screen: 'settings' }, 'settings', 'nav.settings'],
]

/** Inside a survey the screen is the person's: the bar at the bottom gives way to it. */
const isOfSurvey = (screen: ScreenName) =>
  !['board', 'leads', 'sync', 'settings', 'new', 'outbox', 'callbacks', 'lost'].includes(screen)

export function Rail({ route }: { route: Route }) {
  const { t } = useWords()
  const { store } = useWorkshop()
  // By difference: counting what is in an index costs the device far less than walking it.
  const unsent = useLive(
    () =>
      store.transaction('r', store.outbox, store.media, async () => {
        const [edits, safeEdits, media, safeMedia] = await Promise.all([
          store.outbox.count(),
          store.outbox.where({ state: 'confirmed' }).count(),
          store.media.count(),
          store.media.where({ state: 'confirmed' }).count(),
        ])
        return edits - safeEdits + media - safeMedia
      }),
    [],
  )
  return (
    <nav className={`rail ${isOfSurvey(route.screen) ? 'of-survey' : ''}`} aria-label={t('app.navigation')}>
      <span className="rail-mark">
        <Mark />
      </span>
      <ul>
        {entries.map(([to, icon, key]) => (
          <li key={to.screen}>
            <Link
              to={to}
              className="rail-entry"
              aria-current={route.screen === to.screen ? 'page' : undefined}
            >
              <span className="rail-icon">
                <Icon name={icon} />
                {to.screen === 'sync' && unsent !== undefined && unsent > 0 && (
                  <span className="rail-count">
                    {unsent > 99 ? '99+' : unsent}
                    <span className="unseen"> {t('board.unsent', { n: unsent })}</span>
                  </span>
                )}
              </span>
              <span>{t(key)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
