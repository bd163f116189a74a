// What owners ask about one line of the result and what staff answer: how long it may be, what belongs together, what waits for an
// answer, and when two people answer at once. Pure.

/** Characters of a question and of an answer, and how many questions a link may ask within a day. */
export const questionLimits = { question: 500, answer: 1000, perDay: 20 } as const

export const aboutKinds = ['quote', 'finding'] as const

/** What is asked about: an offer, or a finding without one. */
export interface QuestionAbout {
  readonly kind: (typeof aboutKinds)[number]
  readonly id: string
}

/** One text for both, as forms and lists name it. */
export const aboutKey = ({ kind, id }: QuestionAbout): string => `${kind}:${id}`

export function parseAboutKey(key: string): QuestionAbout | undefined {
  const kind = aboutKinds.find((one) => key.startsWith(`${one}:`))
  const id = kind === undefined ? '' : key.slice(kind.length + 1)
  return kind === undefined || id === '' ? undefined : { kind, id }
}

/** Without spaces around it, with one kind of line end. */
export const questionWords = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

export const isQuestionTooLong = (text: string): boolean => [...text].length > questionLimits.question

interface Said {
  readonly id: string
  readonly by: 'owner' | 'staff'
}

/** The oldest first. Whoever spoke last has nothing to wait for. */
export const isQuestionWaiting = (entries: readonly Said[]): boolean => entries.at(-1)?.by === 'owner'

/** What others answered after the entry a person saw last; without `seen`, nothing was seen. */
export function answersUnseen<E extends Said & { isMine?: boolean | undefined }>(
  entries: readonly E[],
  seen: string | undefined,
): E[] {
  const at = entries.findIndex(({ id }) => id === seen)
  return entries.slice(at + 1).filter(({ by, isMine }) => by === 'staff' && !isMine)
}
