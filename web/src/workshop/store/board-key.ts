// Under which key the device keeps a board: that of a client, or of the branch a person chose there.
import type { Session } from '@walkaround/contract/app/session.ts'

export const boardKey = (clientId: string, branch: string | undefined) => `${clientId}\n${branch ?? ''}`

type Branches = Session['clients'][number]['branches']

/** What was chosen counts as long as the person sees that branch. */
export const ownBranch = (branches: Branches | undefined, chosen: string | undefined): string | undefined =>
  branches?.some(({ id }) => id === chosen) ? chosen : undefined
