// Chooses one of the person's branches, or all; the choice is in the address. Not shown to people with one branch.
import { useId } from 'preact/compat'
import type { SessionClient } from '../../workshop/rights.ts'
import { useSignedIn } from '../app/context.tsx'
import { useQuery } from '../app/query.ts'
import { useWords } from '../app/words.tsx'

type Branch = SessionClient['branches'][number]

/** `of`: those that the page is about; all of the person's if left out. */
export function BranchFilter({ of }: { of?: (branch: Branch) => boolean }) {
  const { t } = useWords()
  const { client } = useSignedIn()
  const branches = of ? client.branches.filter(of) : client.branches
  const [{ branch = '' }, ask] = useQuery()
  const id = useId()
  // A link may name a branch that is none of the person's: it can be left.
  if (branches.length < 2 && branch === '') return null
  const isKnown = branch === '' || branches.some((one) => one.id === branch)
  return (
    <div className="branch-filter">
      <label htmlFor={id}>{t('office.branch')}</label>
      <select
        id={id}
        value={branch}
        onChange={({ currentTarget: { value } }) => ask({ branch: value === '' ? undefined : value })}
      >
        <option value="">{t('office.allBranches')}</option>
        {!isKnown && <option value={branch}>{branch}</option>}
        {branches.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
