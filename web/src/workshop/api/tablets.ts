// The app's requests about shared tablets and one's own PIN, but for unlocking. Keeps nothing.
import type { Requester } from './request.ts'

/** A second of work on the server, more if many ask at once. */
const pinTimeout = 40_000

export const readTablet = ({ call }: Requester) => call('getOwnTablet', {})

export const pairTablet = ({ call }: Requester, code: string) => call('pairTablet', {}, { body: { code } })

export const readOwnPin = ({ call }: Requester, clientId: string) =>
  call('getOwnPin', { system_client_id: clientId })

export const setOwnPin = ({ call }: Requester, clientId: string, pin: string, password: string | undefined) =>
  call(
    'putOwnPin',
    { system_client_id: clientId },
    { body: { pin, ...(password === undefined ? {} : { password }) }, timeout: pinTimeout },
  )
