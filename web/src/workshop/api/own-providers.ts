// Requests about the providers a person's own login is joined with. Keeps nothing.
import type { Requester } from './request.ts'

/** A password is checked for about a second, more if many people sign in at once; then the provider is asked. */
const checkTimeout = 40_000

interface ProviderName {
  readonly client: string
  readonly provider: string
}

export const createOwnProviderOperations = ({ call }: Pick<Requester, 'call'>) => ({
  read: () => call('getOwnProviders', {}),
  /** Gives the address to go to. */
  join: async ({ client, provider }: ProviderName, password: string, path: string): Promise<string> => {
    const body = { client, provider, goesTo: 'workshop', path, joins: true, password } as const
    return (await call('beginProviderSignIn', {}, { body, timeout: checkTimeout })).address
  },
  separate: ({ client, provider }: ProviderName, password: string) =>
    call('separateOwnProvider', {}, { body: { client, provider, password }, timeout: checkTimeout }),
})
