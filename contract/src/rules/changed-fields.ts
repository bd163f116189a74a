// Which fields of a document changed, for the log: names, never values. Pure.

export function changedFields(before: object, after: object): string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const names = new Set([...was.keys(), ...is.keys()])
  return [...names].filter((name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)))
}
