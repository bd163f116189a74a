// The part of doctor that looks at where people sign in from: behind a proxy that names nobody they all have one address,
// and what one of them does wrong is held against all.
import type { SignInOrigins } from './access/sessions.ts'
import type { Config } from './config.ts'
import { isIn, networksOf, toNetwork } from './http/addresses.ts'
import { whyNotPublic } from './outside/public-address.ts'

export interface CallerFinding {
  state: 'ok' | 'warn'
  text: string
  next?: string
}

/** Fewer may well sit at one desk. */
const FEWEST_LOGINS = 3

export function examineCallers(
  { proxy = [], baseUrl }: Pick<Config, 'proxy' | 'baseUrl'>,
  origins: SignInOrigins | null | undefined,
): CallerFinding {
  if (!origins) return { state: 'ok', text: 'not looked at' }
  const { addresses, logins } = origins
  if (logins < FEWEST_LOGINS) return { state: 'ok', text: 'too few people are signed in to tell' }
  const trusted = networksOf(proxy)
  const networks = proxy.map(toNetwork)
  const isProxy = (address: string) =>
    networks.includes(address) || isIn(trusted, address.split('/')[0] as string)
  if (proxy.length > 0 && addresses.every(isProxy)) {
    return {
      state: 'warn',
      text: `all ${logins} people who are signed in have the address of the proxy (${addresses.join(', ')})`,
      next: 'let the proxy send X-Forwarded-For or Forwarded with the address of its caller; until then wrong passwords of one keep all waiting',
    }
  }
  const only = addresses.length === 1 ? (addresses[0] as string).replace(/\/64$/, '') : undefined
  const why = only === undefined ? undefined : whyNotPublic(only)
  const isHere = why === 'loopback' || only === '0:0:0:0::'
  if (proxy.length === 0 && why !== undefined && !(isHere && isLocal(baseUrl))) {
    return {
      state: 'warn',
      text: `all ${logins} people who are signed in have the address ${only}`,
      next: 'if that is a proxy or the gateway of a container network, let it keep the address of the caller, or end TLS there and name it in WALKAROUND_PROXY',
    }
  }
  return { state: 'ok', text: `${logins} people are signed in, from ${addresses.length} networks` }
}

const isLocal = (baseUrl: string | undefined) =>
  baseUrl === undefined || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname)
