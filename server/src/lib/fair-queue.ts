// A queue in which owners take turns: an owner with a hundred items waits for their own, and others do not wait for all of them. In
// memory only, without a clock.

export class FairQueue<T> {
  readonly #perOwner: number
  readonly #total: number
  /** In the order of turns. */
  readonly #lines = new Map<string, T[]>()
  #size = 0

  constructor(limits: { perOwner: number; total: number }) {
    this.#perOwner = limits.perOwner
    this.#total = limits.total
  }

  get size(): number {
    return this.#size
  }

  /** False if there is no room. An owner with nothing waiting always gets a place. */
  push(owner: string, item: T): boolean {
    const line = this.#lines.get(owner)
    if ((line?.length ?? 0) >= this.#perOwner || (line && this.#size >= this.#total)) return false
    if (line) line.push(item)
    else this.#lines.set(owner, [item])
    this.#size++
    return true
  }

  /** The oldest item of the owner whose turn it is. */
  shift(): T | undefined {
    for (const [owner, line] of this.#lines) {
      const item = line.shift()
      this.#lines.delete(owner)
      if (line.length > 0) this.#lines.set(owner, line)
      this.#size--
      return item
    }
    return undefined
  }

  /** Removes and returns everything. */
  drain(): T[] {
    const items = [...this.#lines.values()].flat()
    this.#lines.clear()
    this.#size = 0
    return items
  }
}
