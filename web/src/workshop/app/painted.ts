// Work that can wait until the screen shows what was tapped.

/** A page that nobody sees is not painted: it waits this long. */
const longestMs = 100

/** Resolves after the next paint, in the order of the calls. */
export const painted = (): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, longestMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(done)
    })
  })
