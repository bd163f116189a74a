// Navigation: a rail at the side of a wide window, otherwise a bar at the bottom. Below the pages: the ways out of
// the bundle, and the account.
import { useState } from 'preact/compat'
import { useSignal } from '../../workshop/app/use-signal.ts'
import { Icon, Mark } from '../../workshop/ui/icons.tsx'
import { useOffice, useSignedIn } from '../app/context.tsx'
import { type TextKey, useWords } from '../app/words.tsx'
import { maySee, type Place } from '../places.ts'
import { OfficeIcon } from '../ui/icons.tsx'
import { AccountSheet } from './account-sheet.tsx'
import type { Bundle } from './bundle.ts'

export function Rail<P extends string>({ bundle, place }: { bundle: Bundle<P>; place: Place<P> }) {
  const { t } = useWords()
  const { Link } = bundle.router
  const { client } = useSignedIn()
  const language = useSignal(useOffice().language)
  const [isAccountOpen, openAccount] = useState(false)
  return (
    <nav className="rail" aria-label={t('app.navigation')}>
      <span className="rail-mark">
        <Mark />
      </span>
      <ul>
        {bundle.places.pageList
          .filter((entry) => entry.isInRail && maySee(entry, client))
          .map(({ page, icon, title, short }) => (
            <li key={page}>
              <Link
                to={{ page }}
                className="rail-entry"
                aria-current={place.page === page ? 'page' : undefined}
              >
                <span className="rail-icon">
                  <OfficeIcon name={icon} />
                </span>
                <span>{t((short ?? title) as TextKey)}</span>
              </Link>
            </li>
          ))}
        {bundle.links
          .filter(({ right }) => right?.(client) ?? true)
          .map(({ icon, title, urlFor }, at) => (
            <li key={title} className={at === 0 ? 'rail-apart' : ''}>
              <a className="rail-entry" href={urlFor(language, client)}>
                <span className="rail-icon">
                  <OfficeIcon name={icon} />
                </span>
                <span>{t(title as TextKey)}</span>
              </a>
            </li>
          ))}
        <li>
          <button type="button" className="rail-entry" onClick={() => openAccount(true)}>
            <span className="rail-icon">
              <Icon name="person" />
            </span>
            <span>{t('office.account')}</span>
          </button>
        </li>
      </ul>
      {isAccountOpen && <AccountSheet onClose={() => openAccount(false)} />}
    </nav>
  )
}
