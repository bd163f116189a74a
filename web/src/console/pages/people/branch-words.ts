// Branches by their names, as people know them.
import { useCallback } from 'preact/compat'
import { useSignedIn } from '../../../office/app/context.tsx'
import { useWords } from '../../app/words.ts'

/** None named: all of the client. */
export function useBranchWords(): (ids: readonly string[] | undefined) => string {
  const { t } = useWords()
  const { client } = useSignedIn()
  return useCallback(
    (ids) =>
      ids === undefined
        ? t('people.everywhere')
        : ids.map((id) => client.branches.find((branch) => branch.id === id)?.name ?? id).join(', '),
    [t, client],
  )
}
