// Everybody with a role, to be searched, sorted and opened. Systems have their place beside their keys.
import type { ListedLogin } from '@walkaround/contract/app/logins.ts'
import { foldForSearch as fold } from '@walkaround/contract/rules/folding.ts'
import { staffRoles } from '@walkaround/contract/rules/roles.ts'
import { useId, useMemo } from 'preact/compat'
import { useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { ListSearch } from '../../../office/ui/list-search.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { Empty } from '../../../workshop/ui/parts.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { useBranchWords } from './branch-words.ts'

export function LoginTable({ logins }: { logins: readonly ListedLogin[] }) {
  const { t } = useWords()
  const [{ search = '', role = '' }] = useQuery()
  const columns = useColumns()
  const branchWords = useBranchWords()
  const people = logins.filter((one) => one.role !== 'dms')
  const words = fold(search)
  const found = people.filter(
    (one) =>
      (role === '' || one.role === role) &&
      (words === '' || fold(`${one.name}|${one.login}|${branchWords(one.branches)}`).includes(words)),
  )
  return (
    <section className="panel" aria-label={t('people.list')}>
      <div className="list-head">
        <h2>{t('people.list')}</h2>
        <span className="soft" role="status">
          {t('people.count', { n: found.length })}
        </span>
      </div>
      <Filters />
      {found.length === 0 ? (
        <Empty icon="person" title={t('people.nobody')} />
      ) : (
        <Table caption={t('people.list')} columns={columns} rows={found} keyOf={({ id }) => id} />
      )}
    </section>
  )
}

function Filters() {
  const { t } = useWords()
  const [{ role = '' }, ask] = useQuery()
  const roleId = useId()
  return (
    <search className="list-filters no-print">
      <ListSearch label={t('people.search')} />
      <div>
        <label htmlFor={roleId}>{t('people.role')}</label>
        <select
          id={roleId}
          value={role}
          onChange={({ currentTarget: { value } }) => ask({ role: value === '' ? undefined : value })}
        >
          <option value="">{t('people.allRoles')}</option>
          {staffRoles.map((one) => (
            <option key={one} value={one}>
              {t(`settings.role.${one}`)}
            </option>
          ))}
        </select>
      </div>
    </search>
  )
}

function useColumns(): readonly Column<ListedLogin>[] {
  const { t, dayTime } = useWords()
  const { session } = useSignedIn()
  const branchWords = useBranchWords()
  return useMemo(
    () => [
      {
        name: 'name',
        label: t('people.name'),
        read: ({ name }) => name,
        show: ({ id, name, login }) => (
          <Link to={{ page: 'people', key: id }}>
            {name}
            {login === session.login && ` (${t('people.you')})`}
          </Link>
        ),
      },
      { name: 'login', label: t('people.login'), read: ({ login }) => login },
      { name: 'role', label: t('people.role'), read: ({ role }) => t(`settings.role.${role}`) },
      { name: 'branches', label: t('people.branches'), read: ({ branches }) => branchWords(branches) },
      {
        name: 'seen',
        label: t('people.seen'),
        read: ({ seenAt }) => seenAt,
        show: ({ seenAt }) => (seenAt === undefined ? t('people.never') : dayTime(seenAt)),
      },
      {
        name: 'state',
        label: t('people.state'),
        read: (one) => stateOf(one, t),
      },
    ],
    [t, dayTime, session.login, branchWords],
  )
}

function stateOf(
  { isDisabled, isShared, lacksSecondFactor, passkeys = 0, sessions = 0 }: ListedLogin,
  t: ReturnType<typeof useWords>['t'],
) {
  return [
    isDisabled && t('people.disabled'),
    !isDisabled && sessions > 0 && t('people.signedIn', { n: sessions }),
    isShared && t('people.shared'),
    lacksSecondFactor && t('people.lacksSecondFactor'),
    passkeys > 0 && t('people.passkeys', { n: passkeys }),
  ]
    .filter(Boolean)
    .join(' · ')
}
