// Builds every address of the interface from the path of its operation.

/** Relative to the base URL. */
export const prefixes = { dms: '/v1', app: '/app' } as const

/** Fills in the variables of a path. Identifiers may contain anything, even slashes. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
