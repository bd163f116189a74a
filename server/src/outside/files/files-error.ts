// What went wrong with the store, in words for an operator. Never holds a key, a signature or a path of a person's file.
export class FilesError extends Error {
  override name = 'FilesError'
  /** Worth trying again: the other side is away or overloaded. */
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
