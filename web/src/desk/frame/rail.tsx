// Navigation: a rail at the side of a wide window, otherwise a bar at the bottom. Below the pages: the way to the app, and the account.
import { useState } from 'preact/compat'
import { useSignal } from '../../workshop/app/use-signal.ts'
import { Icon, Mark } from '../../workshop/ui/icons.tsx'
import { appLink } from '../app/app-links.ts'
import { useDesk, useSignedIn } from '../app/context.tsx'
import { Link } from '../app/router.tsx'
import { useWords } from '../app/words.tsx'
import { maySee, type Place, pageList } from '../paths.ts'
import { DeskIcon } from '../ui/icons.tsx'
import { AccountSheet } from './account-sheet.tsx'

export function Rail({ place }: { place: Place }) {
  const { t } = useWords()
  const { client } = useSignedIn()
  const language = useSignal(useDesk().language)
  const [isAccountOpen, openAccount] = useState(false)
  return (
    <nav className="rail" aria-label={t('app.navigation')}>
      <span className="rail-mark">
        <Mark />
      </span>
      <ul>
        {pageList
          .filter((entry) => entry.isInRail && maySee(entry, client))
          .map(({ page, icon, title, short }) => (
            <li key={page}>
              <Link
                to={{ page }}
                className="rail-entry"
                aria-current={place.page === page ? 'page' : undefined}
              >
                <span className="rail-icon">
                  <DeskIcon name={icon} />
                </span>
                <span>{t(short ?? title)}</span>
              </Link>
            </li>
          ))}
        <li className="rail-apart">
          <a className="rail-entry" href={`${appLink({ screen: 'board' })}?lang=${language}`}>
            <span className="rail-icon">
              <DeskIcon name="app" />
            </span>
            <span>{t('desk.toApp')}</span>
          </a>
        </li>
        <li>
          <button type="button" className="rail-entry" onClick={() => openAccount(true)}>
            <span className="rail-icon">
              <Icon name="person" />
            </span>
            <span>{t('desk.account')}</span>
          </button>
        </li>
      </ul>
      {isAccountOpen && <AccountSheet onClose={() => openAccount(false)} />}
    </nav>
  )
}
