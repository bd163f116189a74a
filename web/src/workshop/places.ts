// Where the app and the service lie, found from where this code was loaded: a proxy may have put a path before them.
// All built files lie in one folder, assets/, below the app's own.

/** …/workshop/ */
export const appRoot = new URL('../', import.meta.url)
/** The folder above: the service. */
export const serviceRoot = new URL('../../', import.meta.url)

export const appUrl = (path: string): string => new URL(path, appRoot).href
export const serviceUrl = (path: string): string => new URL(path.replace(/^\//, ''), serviceRoot).href
