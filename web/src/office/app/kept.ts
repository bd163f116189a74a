// What the browser keeps for the pages of the office between visits: choices of the person and when they last did something. Nothing that
// was read. All bundles share it.

interface Kept {
  language: string
  theme: 'system' | 'light' | 'dark'
  clientId: string
  /** Milliseconds since 1970. */
  usedAt: string
  /** Which session that was. */
  usedIn: string
}

/** Named after the desk, which was first: under another name people would lose what they chose. */
const nameOf = (key: keyof Kept) => `walkaround-desk-${key}`

/** A browser may refuse: then nothing is kept. */
export function readKept<K extends keyof Kept>(key: K): Kept[K] | undefined {
  try {
    return (localStorage.getItem(nameOf(key)) as Kept[K] | null) ?? undefined
  } catch {
    return undefined
  }
}

export function keep<K extends keyof Kept>(key: K, value: Kept[K]): void {
  try {
    localStorage.setItem(nameOf(key), value)
  } catch {
    // The choice holds until the page is closed.
  }
}
