// The part of doctor that checks where people sign in from: behind a proxy that does not pass on addresses they all share one, and
// the mistakes of one count against all.

import { isThisMachine } from '@walkaround/contract/rules/urls.ts'
import type { Config } from '../config/config.ts'
import { isIn, toNetwork } from '../http/addresses.ts'
import type { SignInOrigins } from '../identity/sessions.ts'
import { networksOf } from '../lib/networks.ts'
import { whyNotPublic } from '../outside/public-address.ts'

interface CallerFinding {
  state: 'ok' | 'warn'
  text: string
  next?: string
}

/** Fewer people may well share one desk. */
const FEWEST_LOGINS = 3

export function examineCallers(
  { proxy = [], baseUrl }: Pick<Config, 'proxy' | 'baseUrl'>,
  origins: SignInOrigins | null | undefined,
): CallerFinding {
  if (!origins) return { state: 'ok', text: 'not checked' }
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
      next: 'let the proxy send X-Forwarded-For or Forwarded with the address of its caller; until then one person’s wrong passwords make everybody wait',
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
  baseUrl === undefined || isThisMachine(new URL(baseUrl).hostname)
