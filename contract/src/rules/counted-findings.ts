// Which questions of an inspection count as findings, and as what. One rule, so that tablet, board, owner's page and paper
// show the same numbers.

export type CountedStatus = 'red' | 'amber' | 'green'

const fromWorst = ['red', 'amber', 'green'] as const

/** The worst status counts. Undefined where nothing was judged: not checked is not green (D4). */
export function worstStatus(statuses: readonly (string | null | undefined)[]): CountedStatus | undefined {
  return fromWorst.find((status) => statuses.includes(status))
}

export interface MaybeFinding {
  readonly answerVideoMandatory?: boolean
  readonly clientSettings?: { readonly consent?: unknown }
}

/** What the staff tell themselves about their video, and what a customer agrees to, is no finding about the vehicle. */
export function isFinding({ answerVideoMandatory, clientSettings }: MaybeFinding): boolean {
  return !answerVideoMandatory && !clientSettings?.consent
}
