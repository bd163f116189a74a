// A map that keeps the most recently used entries and forgets those unused for the longest time. In memory only, without a clock.

export class Recent<Value> {
  readonly #most: number
  readonly #weigh: (value: Value) => number
  #weight = 0
  /** In order of use. */
  readonly #entries = new Map<string, Value>()

  /** `most`: entries, or what all of them together may weigh. */
  constructor(most: number, weigh: (value: Value) => number = () => 1) {
    this.#most = most
    this.#weigh = weigh
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#weight += this.#weigh(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#weight -= this.#weigh(value)
    this.#entries.delete(key)
  }

  get size(): number {
    return this.#entries.size
  }
}
