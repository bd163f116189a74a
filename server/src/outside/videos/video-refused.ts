// Why a file is not accepted as a video, for the sender. Quotes nothing from the file.
export class VideoRefused extends Error {
  override name = 'VideoRefused'
  /** Sent from the worker as plain data. */
  get details(): { isRefusal: true } {
    return { isRefusal: true }
  }
}

export const unreadable = () =>
  new VideoRefused(
    'its structure cannot be read, so the metadata the recorder wrote into it cannot be removed',
  )
export const noPicture = () => new VideoRefused('there is no picture in it')
export const tooManyParts = () => new VideoRefused('it has too many parts')
export const endsEarly = () => new VideoRefused('it ends before its pictures do')
export const elsewhere = () => new VideoRefused('its pictures are in another file')

/** Limits the work on a hostile file: each part that is looked at takes one. */
export class Budget {
  #left: number
  constructor(parts: number) {
    this.#left = parts
  }
  spend(): void {
    if (--this.#left < 0) throw tooManyParts()
  }
}
