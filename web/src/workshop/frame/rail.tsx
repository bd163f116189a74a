// Navigation: a rail at the side of a wide tablet, otherwise a bar at the bottom. Shows how much is unsent.

import { Suspense } from 'preact/compat'
import { useLive, useScreensFrom, useWorkshop } from '../app/context.tsx'
import { Link } from '../app/router.tsx'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import type { Route } from '../paths.ts'
import { late } from '../screens/late.tsx'
import { lateWithMore } from '../screens/late-with-more.ts'
import { Icon, Mark } from '../ui/icons.tsx'

const inboxBadge = late<object>(async () => (await import('../screens/inbox/inbox-badge.tsx')).InboxBadge)
const tabletSwitch = lateWithMore(
  async () => (await import('../screens/pins/tablet-switch.tsx')).TabletSwitch,
)

export function Rail({ route }: { route: Route }) {
  const { t } = useWords()
  const { store, opening, session } = useWorkshop()
  // By subtraction: counting index entries is far cheaper than reading them.
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
    ({ outbox, media }) => [...outbox, ...media].filter(({ state }) => state !== 'confirmed').length,
  )
  const isOpening = useSignal(opening) !== undefined
  return (
    // Inside a survey the bar at the bottom is hidden to give the survey more room.
    <nav className={`rail ${'surveyId' in route ? 'of-survey' : ''}`} aria-label={t('app.navigation')}>
      <span className="rail-mark">
        <Mark />
      </span>
      <ul>
        {useScreensFrom('rail').map(({ screen, icon, label }) => (
          <li key={screen}>
            <Link
              to={{ screen }}
              className="rail-entry"
              aria-current={route.screen === screen ? 'page' : undefined}
            >
              <span className="rail-icon">
                <Icon name={icon} />
                {screen === 'inbox' && !isOpening && (
                  <Suspense fallback={null}>
                    <inboxBadge.Shown />
                  </Suspense>
                )}
                {screen === 'sync' && unsent !== undefined && unsent > 0 && (
                  <span className="rail-count">
                    {unsent > 99 ? '99+' : unsent}
                    <span className="unseen"> {t('board.unsent', { n: unsent })}</span>
                  </span>
                )}
              </span>
              <span>{t(label)}</span>
            </Link>
          </li>
        ))}
        {session()?.tablet && !isOpening && (
          <Suspense fallback={null}>
            <tabletSwitch.Shown />
          </Suspense>
        )}
      </ul>
    </nav>
  )
}
