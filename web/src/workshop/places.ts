// The addresses of the app and the service, derived from where this code was loaded: a proxy may add a path in front. All built
// files are in one folder, assets/, inside the app's own.
import { type OperationId, type ParamsOf, pathOf, type QueryOf } from '@walkaround/contract/client.ts'
import { prefixes } from '@walkaround/contract/paths.ts'

/** …/workshop/, or …/desk/ in the desk's bundle. */
export const appRoot = new URL('../', import.meta.url)
/** The folder above: the service. */
const serviceRoot = new URL('../../', import.meta.url)

export const appUrl = (path: string): string => new URL(path, appRoot).href
export const serviceUrl = (path: string): string => new URL(path.replace(/^\//, ''), serviceRoot).href
/** For an operation that is displayed rather than called: a photo, a page, a form. */
export const operationUrl = <I extends OperationId>(id: I, params: ParamsOf<I>, query?: QueryOf<I>): string =>
  serviceUrl(`${prefixes.app}${pathOf(id, params, query)}`)

/**
 * The page names its icon and manifest relative to the address it was opened at. The browser looks for them again when the address
 * changes, so they must not depend on it.
 */
export function fixIcons(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel*="icon"], link[rel="manifest"]'))
    link.setAttribute('href', link.href)
}
