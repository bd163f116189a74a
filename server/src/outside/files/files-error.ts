// An error of the store, in words for an operator. Never contains a key, a signature or the path of a person's file.
export class FilesError extends Error {
  override name = 'FilesError'
  /** Another attempt may work: the store is unreachable or overloaded. */
  readonly isPassing: boolean
  constructor(message: string, isPassing = false) {
    super(message)
    this.isPassing = isPassing
  }
}

export function assertRange({ start, end }: { start: number; end: number }): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new RangeError(`not a range of bytes: ${start}-${end}`)
}
