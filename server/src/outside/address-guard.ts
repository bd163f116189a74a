// Keeps what outsiders set up from reaching into the operator's network: names lead only to permitted addresses, and the address that
// was really connected to is judged again before anything is sent, so that a name that changes meanwhile gains nothing.
import { lookup as resolve } from 'node:dns/promises'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { networksOf } from '../lib/networks.ts'
import { OutOfTime, Refused } from './http-failures.ts'
import { isAllowed, whyNotPublic } from './public-address.ts'

type Judge = (address: string) => string | undefined
type Resolve = (name: string) => Promise<string[]>

export const resolveAll: Resolve = async (name) =>
  (await resolve(name, { all: true })).map(({ address }) => address)

/** A lookup that gives a socket only permitted addresses, so that it cannot connect anywhere else. */
export function permittedLookup(find: Resolve, whyRefused: Judge, onResolved = () => {}): LookupFunction {
  return (name, { all }, done) => {
    find(name).then(
      (addresses) => {
        onResolved()
        const good = addresses.filter((address) => whyRefused(address) === undefined)
        const found = good.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (!first) {
          const why = addresses[0] === undefined ? 'has no address' : whyRefused(addresses[0])
          done(new Refused(`${name}: ${why}`), '', 0)
        } else if (all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    )
  }
}

export interface AddressGuard {
  whyRefused: Judge
  lookup: LookupFunction
  /** A connection to a permitted address, without TLS. Rejects with what Node says, or with Refused. */
  connect(to: { host: string; port: number }, timeoutMs: number): Promise<Socket>
}

/** `allow`: networks that may be reached although they are not public. */
export function createAddressGuard({
  allow = [],
  find = resolveAll,
}: {
  allow?: readonly string[]
  find?: Resolve
} = {}): AddressGuard {
  const networks = networksOf(allow)
  const whyRefused: Judge = (address) => {
    if (isAllowed(networks, address)) return undefined
    const why = whyNotPublic(address)
    return why === undefined ? undefined : `${address} is not public: it is ${why}`
  }
  const lookup = permittedLookup(find, whyRefused)
  return {
    whyRefused,
    lookup,
    connect({ host, port }, timeoutMs) {
      const { promise, resolve, reject } = Promise.withResolvers<Socket>()
      // A number is connected to without a lookup.
      const refusal = isIP(host) === 0 ? undefined : whyRefused(host)
      if (refusal !== undefined) return Promise.reject(new Refused(refusal))
      const socket = connect({ host, port, lookup })
      const timer = setTimeout(() => socket.destroy(new OutOfTime()), timeoutMs)
      socket.once('error', reject)
      socket.once('close', () => clearTimeout(timer))
      socket.once('connect', () => {
        clearTimeout(timer)
        const why = whyRefused(socket.remoteAddress ?? '')
        if (why === undefined) {
          socket.off('error', reject)
          resolve(socket)
        } else socket.destroy(new Refused(why))
      })
      return promise
    },
  }
}
