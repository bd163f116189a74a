// How pages reach the office, and for whom they are shown.
import type { Session } from '@walkaround/contract/app/session.ts'
import { createContext, useContext } from 'preact/compat'
import { useSignal } from '../../workshop/app/use-signal.ts'
import type { SessionClient } from '../../workshop/rights.ts'
import type { Office } from './office.ts'

const OfficeContext = createContext<Office | undefined>(undefined)
export const OfficeProvider = OfficeContext.Provider

export function useOffice(): Office {
  const office = useContext(OfficeContext)
  if (!office) throw new Error('outside of the office')
  return office
}

/** The chosen one if the person works there, otherwise the first. */
export const chooseClient = (session: Session, clientId: string | undefined): SessionClient | undefined =>
  session.clients.find(({ id }) => id === clientId) ?? session.clients[0]

const SignedInContext = createContext<{ session: Session; client: SessionClient } | undefined>(undefined)
export const SignedInProvider = SignedInContext.Provider

/** Who is signed in, and the chosen dealership with the person's role there. Pages are shown to nobody else. */
export function useSignedIn(): { session: Session; client: SessionClient } {
  const known = useContext(SignedInContext)
  if (!known) throw new Error('nobody is signed in')
  return known
}

export const usePresence = () => useSignal(useOffice().sessions.presence)
