// A value with the tag it was read by: a write that names the tag is refused if somebody else has written meanwhile. Pure.

export interface Tagged<T> {
  value: T
  /** Absent if it was never read, or has none. */
  tag?: string | undefined
}

/** Headers of a write that holds only if nothing has changed since. */
export const ifStill = (tag: string | undefined): Record<string, string> =>
  tag === undefined ? {} : { 'if-match': tag }
