// Two reads of the same page are two objects. Keeps equal parts as the same object, so that drawing skips them. Pure.

export function share<T>(before: T | undefined, next: T): T {
  if (before === undefined || Object.is(before, next)) return next
  if (Array.isArray(before) && Array.isArray(next)) {
    const items = next.map((item, index) => share(before[index], item))
    const isSame =
      before.length === next.length && items.every((item, index) => Object.is(item, before[index]))
    return (isSame ? before : items) as T
  }
  if (!isRecord(before) || !isRecord(next)) return next
  const keys = Object.keys(next)
  const shared: Record<string, unknown> = {}
  let isSame = keys.length === Object.keys(before).length
  for (const key of keys) {
    shared[key] = share(before[key], next[key])
    if (!Object.is(shared[key], before[key]) || !(key in before)) isSame = false
  }
  return (isSame ? before : shared) as T
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
