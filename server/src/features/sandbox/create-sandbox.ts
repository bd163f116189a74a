// Makes a sandbox in one step: the client with its site, a branch, the login of a DMS and a test key.
import { issueKey } from '../../identity/issue-key.ts'
import { addLogin } from '../../identity/logins.ts'
import { addBranch } from '../../organisation/branches.ts'
import { addClient, type NewClient } from '../../organisation/clients.ts'
import type { AccessScope } from '../../organisation/scope.ts'

interface NewSandbox
  extends Pick<
    NewClient,
    'id' | 'name' | 'timeZone' | 'language' | 'currency' | 'releaseTypes' | 'defaultSiteName'
  > {
  /** Dealer code of its branch. */
  code?: string | undefined
}

export interface Sandbox {
  client: string
  site: string
  dealerCode: string
  login: string
  /** Shown once, stored nowhere. */
  key: string
}

const CODE = '1000'

export async function createSandbox(
  scope: AccessScope,
  { code = CODE, ...client }: NewSandbox,
): Promise<Sandbox> {
  const { clientId, defaultSiteId } = await addClient(scope, {
    ...client,
    name: client.name ?? `Sandbox ${client.id}`,
    currency: client.currency ?? 'EUR',
    isSandbox: true,
  })
  await addBranch(scope, { clientId, code })
  const login = `${clientId}-dms`
  await addLogin(scope, { login, name: 'Dealer management system', clientId, role: 'dms' })
  const { key } = await issueKey(scope, { login, label: 'made with the sandbox' })
  return { client: clientId, site: defaultSiteId, dealerCode: code, login, key }
}
