// Which fields of a document changed, for the log: names, never values. Pure.

export function changedFields(before: object, after: object): string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const names = new Set([...was.keys(), ...is.keys()])
  return [...names].filter((name) => !isSame(was.get(name), is.get(name)))
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
