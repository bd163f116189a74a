// What people do with work that was put off or declined: the acts, and the reasons for which it leaves the list. Tablet, desk and
// service share these words.

export const followUpActs = ['claim', 'release', 'call', 'book', 'putOff', 'done', 'stop', 'undo'] as const
export type FollowUpAct = (typeof followUpActs)[number]

export const callOutcomes = ['reached', 'notReached', 'callAgain'] as const

/** It was done without an invoice of ours. */
export const doneReasons = ['doneHere', 'doneElsewhere'] as const
/** Nobody shall ask again. */
export const stopReasons = ['notWanted', 'carSold', 'carScrapped', 'notReachable', 'mistake'] as const
export const endReasons = [...doneReasons, ...stopReasons] as const
export type EndReason = (typeof endReasons)[number]

/** Acts with a day, and whether they need it. */
export const actsWithDay: Readonly<Partial<Record<FollowUpAct, 'needed' | 'possible'>>> = {
  call: 'possible',
  book: 'possible',
  putOff: 'needed',
}
