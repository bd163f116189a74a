// The words of a visit: its days are those of the site where it was.
import type { VehiclePage } from '@walkaround/contract/app/vehicle-history.ts'
import { createContext, useContext } from 'preact/compat'
import { useWords, type Words } from '../../app/words.ts'

const BranchesContext = createContext<VehiclePage['branches']>(undefined)
export const BranchesProvider = BranchesContext.Provider

/** By survey. */
export function useVisitWords(): (surveyId: string | undefined) => Words {
  const words = useWords()
  const branches = useContext(BranchesContext)
  return (surveyId) => words.at(branches?.[surveyId ?? ''])
}
