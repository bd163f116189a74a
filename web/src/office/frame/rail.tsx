// Navigation: a rail at the side of a wide window, otherwise a bar at the bottom. Below the pages: the ways out of the bundle, and the
// account. A bar has room for few: where there are more pages, it has the first of them and a list of all.
import { useState } from 'preact/compat'
import { useSignal } from '../../workshop/app/use-signal.ts'
import { Icon, Mark } from '../../workshop/ui/icons.tsx'
import { Sheet } from '../../workshop/ui/sheet.tsx'
import { useOffice, useSignedIn } from '../app/context.tsx'
import { type TextKey, useWords } from '../app/words.tsx'
import { maySee, type Place } from '../places.ts'
import { type IconName, OfficeIcon } from '../ui/icons.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { type Bundle, linksFor } from './bundle.ts'

interface Props<P extends string> {
  bundle: Bundle<P>
  place: Place<P>
}

/** Pages that a bar at the bottom of a telephone has room for, beside a way out and the account. */
const mostInBar = 4
/** If there are more; then the list of all has a place too. */
const firstInBar = 3

export function Rail<P extends string>({ bundle, place }: Props<P>) {
  const { t } = useWords()
  const { Link } = bundle.router
  const { client } = useSignedIn()
  const language = useSignal(useOffice().language)
  const [isAccountOpen, openAccount] = useState(false)
  const [isListOpen, openList] = useState(false)
  const entries = bundle.places.pageList.filter((entry) => entry.isInRail && maySee(entry, client))
  const hasList = entries.length > mostInBar
  return (
    <nav className="rail" aria-label={t('app.navigation')}>
      <span className="rail-mark">
        <Mark />
      </span>
      <ul>
        {entries.map(({ page, icon, title, short }, at) => (
          <li key={page} className={hasList && at >= firstInBar ? 'rail-wide' : ''}>
            <Link
              to={{ page }}
              className="rail-entry"
              aria-current={place.page === page ? 'page' : undefined}
            >
              <Entry icon={icon}>{t((short ?? title) as TextKey)}</Entry>
            </Link>
          </li>
        ))}
        {hasList && (
          <li className="rail-narrow">
            <button type="button" className="rail-entry" onClick={() => openList(true)}>
              <Entry icon="more">{t('office.allPages')}</Entry>
            </button>
          </li>
        )}
        {linksFor(bundle, client).map(({ icon, title, urlFor }, at) => (
          <li
            key={title}
            className={`${at === 0 ? 'rail-apart' : ''} ${hasList || at > 0 ? 'rail-wide' : ''}`}
          >
            <a className="rail-entry" href={urlFor(language, client)}>
              <Entry icon={icon}>{t(title as TextKey)}</Entry>
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
      {isAccountOpen && <AccountSheet bundle={bundle} onClose={() => openAccount(false)} />}
      {isListOpen && (
        <Sheet title={t('office.allPages')} onClose={() => openList(false)}>
          <ul className="page-list">
            {entries.map(({ page, icon, title }) => (
              <li key={page}>
                <Link
                  to={{ page }}
                  aria-current={place.page === page ? 'page' : undefined}
                  onClick={() => openList(false)}
                >
                  <OfficeIcon name={icon} /> {t(title as TextKey)}
                </Link>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </nav>
  )
}

const Entry = ({ icon, children }: { icon: IconName; children: string }) => (
  <>
    <span className="rail-icon">
      <OfficeIcon name={icon} />
    </span>
    <span>{children}</span>
  </>
)
