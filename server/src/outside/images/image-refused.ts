// Why a file is not accepted as a photo, for the sender. Quotes nothing from the file.
export type RefusalReason =
  | 'empty'
  | 'tooManyBytes'
  | 'tooManyPixels'
  | 'notAPhoto'
  | 'svg'
  | 'animated'
  | 'broken'
  | 'polyglot'
  | 'tooSlow'

export class ImageRefused extends Error {
  override name = 'ImageRefused'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, words: string) {
    super(words)
    this.reason = reason
  }
  get words(): string {
    return this.message
  }
  /** Sent from the worker as plain data. */
  get details(): { reason: RefusalReason } {
    return { reason: this.reason }
  }
}

export const broken = (words: string) => new ImageRefused('broken', `the file is damaged: ${words}`)

/** Malformed input leads to reads after the end of a buffer, in every format. */
export function guarded<T>(format: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw broken(`the ${format} ends too early or contradicts itself`)
    throw error
  }
}
