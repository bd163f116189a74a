// The tables over all operations of the interface: an address for each, whatever variables its path has.
import { operations } from '@walkaround/contract/dms/operations.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import { fillPath } from '@walkaround/contract/paths.ts'

/** The address of an operation with some identifier for every variable but the client. */
export function addressOf({ path, params }: Pick<Operation, 'path' | 'params'>, clientId: string): string {
  const values = Object.fromEntries(Object.keys(params).map((name) => [name, 'x']))
  return `/v1${fillPath(path, { ...values, system_client_id: clientId })}`
}

export const withBody = operations.filter(({ body }) => body !== undefined)

/** Every path once, with the methods it has. HEAD works where GET does (B5). */
export const paths: { path: string; params: Operation['params']; methods: string[] }[] = [
  ...Map.groupBy(operations, ({ path }) => path),
].map(([path, list]) => {
  const methods = list.map(({ method }): string => method)
  if (methods.includes('GET')) methods.push('HEAD')
  return { path, params: list[0]?.params ?? {}, methods: methods.sort() }
})

export { operations }
