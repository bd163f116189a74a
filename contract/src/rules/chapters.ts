// Chapters of a video: which finding is shown from which second on. Written by the tablet into the announcement of an upload and
// read by the service. Pure.

export interface Chapter {
  /** From the start of the video, without pauses of the recording. */
  readonly second: number
  readonly questionId: string
}

/** A video of ten minutes about forty findings. The announcement is a header, and servers limit headers to 16 kB in all. */
const mostChapters = 40
/** A day: longer than any recording. */
const lastSecond = 86_400

/** In their order, each question once: at its first second. A second tap on the same finding is no new chapter. */
export function withChapter(chapters: readonly Chapter[], chapter: Chapter): Chapter[] {
  const isKnown = chapters.some(({ questionId }) => questionId === chapter.questionId)
  if (isKnown || chapters.length >= mostChapters) return [...chapters]
  return [...chapters, chapter].sort((a, b) => a.second - b.second)
}

/** As an announcement has them. */
export const writeChapters = (chapters: readonly Chapter[]): string =>
  JSON.stringify(chapters.map(({ second, questionId }) => [second, questionId]))

/** Throws what is wrong, in words. */
export function readChapters(text: string): Chapter[] {
  const given = parse(text)
  if (!Array.isArray(given)) throw new Error('needs a JSON list of [second, question id]')
  if (given.length > mostChapters)
    throw new Error(`has ${given.length} entries; at most ${mostChapters} are taken`)
  return given.map(readChapter).reduce(withChapter, [] as Chapter[])
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readChapter(given: unknown, index: number): Chapter {
  const [second, questionId] = Array.isArray(given) ? (given as unknown[]) : []
  const at = `entry ${index + 1}`
  if (typeof second !== 'number' || !(second >= 0 && second <= lastSecond))
    throw new Error(`${at}: the second must be a number from 0 to ${lastSecond}`)
  if (typeof questionId !== 'string' || questionId === '')
    throw new Error(`${at}: the question id must be a text`)
  return { second, questionId }
}

/** Whether a recording of this length answers its question by itself. Templates may ask for a length; without it, any counts. */
export const isLongEnough = (seconds: number, settings: { videoMinSeconds?: number } = {}): boolean =>
  seconds >= (settings.videoMinSeconds ?? 0)

/** 75 → 1:15, as players show it. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
