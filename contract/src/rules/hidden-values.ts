// What the log of requests has in place of a value that it does not keep, such as `<letters:6>`: its kind and length, in no language.
// Whoever shows it says it in words.

export interface Hidden {
  /** `number`: a number, not a text. `more`: entries of a list. */
  kind: 'letters' | 'digits' | 'characters' | 'number' | 'more'
  /** Characters, or entries of a list. */
  count: number
}

export const writeHidden = ({ kind, count }: Hidden): string => `<${kind}:${count}>`

const WRITTEN = /<(letters|digits|characters|number|more):(\d+)>/g

/** The text, JSON or not, with each of them in words. */
export const sayHidden = (text: string, say: (hidden: Hidden) => string): string =>
  text.replaceAll(WRITTEN, (_, kind: Hidden['kind'], count: string) => say({ kind, count: Number(count) }))

export function hiddenInEnglish({ kind, count }: Hidden): string {
  if (kind === 'more') return `(${count} more)`
  if (kind === 'number') return `(number of ${count} ${count === 1 ? 'character' : 'characters'})`
  return `(${count} ${count === 1 ? kind.slice(0, -1) : kind})`
}
