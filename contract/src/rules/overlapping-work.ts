// Which offers contain the same work, which of them are alternatives, and what the order already has. Packages say in their files
// what they contain. Used by tablet and service. Pure.
import type { Axle } from './covered-work.ts'

/** By package, the packages whose work it contains; what those contain is contained too. */
export type Contained = Readonly<Record<string, readonly string[]>>

/** The package and everything it contains. */
export function workOf(packageId: string, contained: Contained): Set<string> {
  const all = new Set([packageId])
  // A set may grow while it is walked; a package that contains itself by a detour is visited once.
  for (const one of all) for (const inner of contained[one] ?? []) all.add(inner)
  return all
}

/** A package at a finding, or at none. */
interface PlacedPackage {
  readonly packageId: string
  /** If the work is done at one axle only. */
  readonly axle?: Axle | undefined
}

/** Work on the other axle is other work. */
const isElsewhere = (one: PlacedPackage, other: PlacedPackage): boolean =>
  one.axle !== undefined && other.axle !== undefined && one.axle !== other.axle

/** Two different packages that have work in common. The same package twice is decided by what it covers (I4). */
export function sharesWork(one: PlacedPackage, other: PlacedPackage, contained: Contained): boolean {
  if (one.packageId === other.packageId || isElsewhere(one, other)) return false
  const work = workOf(one.packageId, contained)
  return [...workOf(other.packageId, contained)].some((inner) => work.has(inner))
}

export interface Overlap<T> {
  /** `inside`: all of `part` is in `whole`. `shared`: they have some work in common. */
  readonly kind: 'inside' | 'shared'
  readonly whole: T
  readonly part: T
}

/** Every pair of offers with common work, in their order. */
export function listOverlaps<T extends Partial<PlacedPackage>>(
  offers: readonly T[],
  contained: Contained,
): Overlap<T>[] {
  const packages = offers.filter((one): one is T & PlacedPackage => one.packageId !== undefined)
  return packages.flatMap((one, index) =>
    packages.slice(index + 1).flatMap((other): Overlap<T>[] => {
      if (!sharesWork(one, other, contained)) return []
      if (workOf(one.packageId, contained).has(other.packageId))
        return [{ kind: 'inside', whole: one, part: other }]
      const isInside = workOf(other.packageId, contained).has(one.packageId)
      return [{ kind: isInside ? 'inside' : 'shared', whole: other, part: one }]
    }),
  )
}

interface Work extends PlacedPackage {
  /** The questions whose findings it answers. */
  readonly questionIds: readonly string[]
}

/**
 * Work that answers the same finding and has work in common is one choice: only one of it is done. What has nothing in common,
 * such as the front and the rear dampers, stands alone. Every work is in one list.
 */
export function listAlternatives<T extends Work>(works: readonly T[], contained: Contained): T[][] {
  const isAlternative = (one: T, other: T) =>
    one.questionIds.some((id) => other.questionIds.includes(id)) &&
    (one.packageId === other.packageId ? !isElsewhere(one, other) : sharesWork(one, other, contained))
  const choices: T[][] = []
  for (const work of works) {
    const own = choices.filter((choice) => choice.some((one) => isAlternative(one, work)))
    const [first, ...rest] = own
    if (!first) {
      choices.push([work])
      continue
    }
    // It connects choices that had nothing in common before.
    first.push(...rest.flat(), work)
    for (const one of rest) choices.splice(choices.indexOf(one), 1)
  }
  return choices
}

/** A line of the order, as far as it matters here. */
export interface OrderLine {
  readonly itemCode?: string | undefined
  readonly description?: string | undefined
  readonly quantity?: number | undefined
  readonly deferredQuantity?: number | undefined
  readonly healthPackageId?: string | undefined
}

interface OfferedItems {
  readonly packageId?: string | undefined
  readonly items: readonly { readonly itemCode?: string | undefined }[]
}

/** A line that the DMS deferred is not done now. */
const isDoneNow = ({ quantity, deferredQuantity = 0 }: OrderLine): boolean =>
  deferredQuantity === 0 || (quantity !== undefined && deferredQuantity < quantity)

/**
 * The line of the order that already has this work: by its package, or one that contains it, else by its item codes, if every
 * line with a code is there.
 */
export function findHolding<L extends OrderLine>(
  lines: readonly L[],
  { packageId, items }: OfferedItems,
  contained: Contained,
): L | undefined {
  const now = lines.filter(isDoneNow)
  const byPackage =
    packageId === undefined
      ? undefined
      : now.find(({ healthPackageId: held }) => held !== undefined && workOf(held, contained).has(packageId))
  if (byPackage) return byPackage
  const codes = items.flatMap(({ itemCode }) => itemCode || [])
  const holding = codes.map((code) => now.find(({ itemCode }) => itemCode === code))
  return holding.length > 0 && holding.every((line) => line !== undefined) ? holding[0] : undefined
}
