// Why a file is not taken in as a video, for the sender. Holds no word of the file's content.
export class VideoRefused extends Error {
  override name = 'VideoRefused'
  /** Travels from the worker as plain data. */
  get details(): { isRefusal: true } {
    return { isRefusal: true }
  }
}

export const unreadable = () =>
  new VideoRefused('its structure cannot be read, so what the recorder wrote into it cannot be removed')
export const noPicture = () => new VideoRefused('there is no picture in it')
export const tooManyParts = () => new VideoRefused('it has too many parts')
export const endsEarly = () => new VideoRefused('it ends before its pictures do')
export const elsewhere = () => new VideoRefused('its pictures lie in another file')

/** What a hostile file may cost: each part that is looked at takes one. */
export class Budget {
  #left: number
  constructor(parts: number) {
    this.#left = parts
  }
  spend(): void {
    if (--this.#left < 0) throw tooManyParts()
  }
}
