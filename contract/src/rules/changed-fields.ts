// Which fields of a document changed, for the log: names, never values. Pure.

export function changedFields(before: object, after: object): string[] {
  const [was, is] = [before, after] as Record<string, unknown>[]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isSame(ownOf(was, name), ownOf(is, name)))
}

const ownOf = (document: Record<string, unknown> | undefined, name: string): unknown =>
  document && Object.hasOwn(document, name) ? document[name] : undefined

/** Of JSON values; a field without a value is the same as none. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [a, b] = [one, other] as Record<string, unknown>[]
  for (const name in a) if (!isSame(a[name], ownOf(b, name))) return false
  for (const name in b) if (b[name] !== undefined && ownOf(a, name) === undefined) return false
  return true
}
