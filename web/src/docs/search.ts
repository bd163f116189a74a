// Finds entries by words: on the server for pages without script, and in the browser, for which `npm run generate` makes
// web/assets/search.generated.js from this file. Pure; one rule for both.
import { foldBySound } from '@walkaround/contract/rules/folding.ts'

export const searchKinds = [
  'guide',
  'operation',
  'field',
  'error',
  'decision',
  'event',
  'setting',
  'record',
] as const
type SearchKind = (typeof searchKinds)[number]

/** Kind, title, address below the root of the pages, where it belongs, text. A list, because the file has thousands of them. */
export type SearchEntry = readonly [
  kind: SearchKind,
  title: string,
  href: string,
  context: string,
  text: string,
]

/** A piece of a text, and whether it was searched for. */
export type Piece = readonly [text: string, isMatch: boolean]

type SearchHit = {
  readonly kind: SearchKind
  readonly href: string
  readonly title: readonly Piece[]
  readonly context: string
  readonly text: readonly Piece[]
}
type SearchGroup = {
  readonly kind: SearchKind
  /** All there are; fewer may be listed. */
  readonly count: number
  readonly hits: readonly SearchHit[]
}

type Terms = Map<string, Map<number, number>>

const wordPattern = /[\p{L}\p{N}_]+/gu
const titleWeight = 8
const contextWeight = 2
/** Words that say nothing in a question; they count only if there are no others. */
const fillers = new Set(
  'a an and are as at be by can do does for from how i if in is it my of on or that the this to what when where which why with'
    .split(' ')
    .map(foldBySound),
)
/** How well a word of a text fits a word of the query. */
const fits = { same: 4, begins: 2, mistyped: 1 }
const shortestBeginning = 2
/** Shorter words have too many neighbours. */
const shortestMistyped = 4
const mostQueryWords = 8
const snippetLength = 170

/** A name such as externalBranchId or WALKAROUND_DATA is found by its parts, too. */
function listTerms(word: string): readonly string[] {
  const parts = word
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .split('_')
    .filter((part) => part !== '')
  const whole = parts.join('')
  return [...new Set([whole, ...parts].map(foldBySound))].filter((term) => term !== '')
}

const wordsOf = (text: string): readonly string[] => text.match(wordPattern) ?? []

export function createSearch(entries: readonly SearchEntry[]) {
  const terms: Terms = new Map()
  const known = new Map<string, readonly string[]>()
  const termsOf = (word: string) => {
    const found = known.get(word) ?? listTerms(word)
    known.set(word, found)
    return found
  }
  const add = (text: string, index: number, weight: number) => {
    for (const word of wordsOf(text))
      for (const term of termsOf(word)) {
        const places = terms.get(term) ?? new Map<number, number>()
        places.set(index, Math.max(places.get(index) ?? 0, weight))
        terms.set(term, places)
      }
  }
  for (const [index, [, title, , context, text]] of entries.entries()) {
    add(title, index, titleWeight)
    add(context, index, contextWeight)
    add(text, index, 1)
  }
  const sorted = [...terms.keys()].toSorted()

  /** Terms of the texts that a word of the query stands for, and how well. */
  function matchTerms(wanted: string): ReadonlyMap<string, number> {
    const matched = new Map<string, number>()
    if (terms.has(wanted)) matched.set(wanted, fits.same)
    if (wanted.length >= shortestBeginning)
      for (let at = firstAtOrAfter(sorted, wanted); sorted[at]?.startsWith(wanted); at += 1)
        if (sorted[at] !== wanted) matched.set(sorted[at] ?? '', fits.begins)
    if (matched.size === 0 && wanted.length >= shortestMistyped && !/^\d+$/.test(wanted))
      for (const term of sorted) if (isMistyped(wanted, term)) matched.set(term, fits.mistyped)
    return matched
  }

  /** By kind, the best first; kinds in the order of their best. At most `most` of each kind are listed. */
  return function search(query: string, most: number): readonly SearchGroup[] {
    const asked = [...new Set(wordsOf(query).map((word) => foldBySound(word.replaceAll('_', ''))))].filter(
      (word) => word !== '',
    )
    const telling = asked.filter((word) => !fillers.has(word))
    const wanted = (telling.length > 0 ? telling : asked).slice(0, mostQueryWords)
    const marked = new Set<string>()
    const scores = new Map<number, { words: number; score: number }>()
    for (const word of wanted) {
      const best = new Map<number, number>()
      for (const [term, fit] of matchTerms(word)) {
        marked.add(term)
        const places = terms.get(term) ?? new Map<number, number>()
        // A rare word says more.
        const rarity = Math.log2(2 + entries.length / places.size)
        for (const [index, weight] of places)
          best.set(index, Math.max(best.get(index) ?? 0, fit * weight * rarity))
      }
      for (const [index, score] of best) {
        const sum = scores.get(index) ?? { words: 0, score: 0 }
        scores.set(index, { words: sum.words + 1, score: sum.score + score })
      }
    }
    const all = [...scores]
    // Entries with all words; if there are none, those with the most.
    const mostWords = Math.max(0, ...all.map(([, { words }]) => words))
    const ranked = all
      .filter(([, { words }]) => words === mostWords)
      .map(([index, { score }]) => ({ index, score: score + titleBonus(entries[index]?.[1] ?? '', wanted) }))
      .toSorted((a, b) => b.score - a.score || a.index - b.index)
    const isMarked = (word: string) => termsOf(word).some((term) => marked.has(term))
    const groups = new Map<SearchKind, SearchEntry[]>()
    for (const { index } of ranked) {
      const entry = entries[index]
      if (entry === undefined) continue
      const group = groups.get(entry[0])
      if (group === undefined) groups.set(entry[0], [entry])
      else group.push(entry)
    }
    return [...groups].map(([kind, found]) => ({
      kind,
      count: found.length,
      hits: found.slice(0, most).map((entry) => toHit(entry, isMarked)),
    }))
  }
}

/** A title that is what was searched for comes first, then those with few other words. */
function titleBonus(title: string, wanted: readonly string[]): number {
  const words = wordsOf(title).map((word) => foldBySound(word.replaceAll('_', '')))
  if (words.length === wanted.length && words.every((word, index) => word === wanted[index])) return 1000
  const found = words.filter((word) => wanted.some((one) => word.startsWith(one)))
  return (100 * found.length) / Math.max(1, words.length)
}

function toHit(
  [kind, title, href, context, text]: SearchEntry,
  isMarked: (word: string) => boolean,
): SearchHit {
  return {
    kind,
    href,
    context,
    title: toPieces(title, isMarked),
    text: toPieces(cutAround(text, isMarked), isMarked),
  }
}

function toPieces(text: string, isMarked: (word: string) => boolean): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(wordPattern)) {
    if (!isMarked(match[0])) continue
    if (match.index > end) pieces.push([text.slice(end, match.index), false])
    pieces.push([match[0], true])
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push([text.slice(end), false])
  return pieces
}

/** The part of a long text that has the first word that was searched for. */
function cutAround(text: string, isMarked: (word: string) => boolean): string {
  if (text.length <= snippetLength) return text
  const first = [...text.matchAll(wordPattern)].find(([word]) => isMarked(word))?.index ?? 0
  const from = Math.max(0, first - snippetLength / 3)
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const last = text.lastIndexOf(' ', start + snippetLength)
  const end = start + snippetLength >= text.length ? text.length : Math.max(last, start + snippetLength / 2)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

function firstAtOrAfter(sorted: readonly string[], wanted: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** One sign wrong, missing, too many, or two neighbours exchanged; also at the beginning of a longer word. */
function isMistyped(wanted: string, term: string): boolean {
  if (term.length < wanted.length - 1) return false
  return [wanted.length - 1, wanted.length, wanted.length + 1].some((length) =>
    isOneApart(wanted, term.slice(0, length)),
  )
}

function isOneApart(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  const [left, right] = [a.slice(start), b.slice(start)]
  if (left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)) return true
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
}
