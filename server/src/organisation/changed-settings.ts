// What an event tells about settings that changed. Pure.

/** The new values by name. What has no value any more is named in `unset`: the interface never sends null. */
export function changedSettings(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  const unset = entries.flatMap(([name, value]) => (value === null ? [name] : []))
  const set = entries.filter(([, value]) => value !== null)
  return { ...Object.fromEntries(set), ...(unset.length > 0 ? { unset } : {}) }
}
