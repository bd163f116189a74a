// Decides which questions of an inspection count as findings, and with which grade, so that tablet, board, owner's page and paper
// show the same numbers.

type CountedStatus = 'red' | 'amber' | 'green'

const fromWorst = ['red', 'amber', 'green'] as const

/** Undefined if nothing was graded: "not checked" is not green (D4). */
export function worstStatus(statuses: readonly (string | null | undefined)[]): CountedStatus | undefined {
  return fromWorst.find((status) => statuses.includes(status))
}

interface MaybeFinding {
  readonly answerVideoMandatory?: boolean
  readonly clientSettings?: { readonly consent?: unknown }
}

/** Questions about the video and questions a customer agrees to are not findings about the vehicle. */
export function isFinding({ answerVideoMandatory, clientSettings }: MaybeFinding): boolean {
  return !answerVideoMandatory && !clientSettings?.consent
}
