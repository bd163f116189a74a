// What was on the screen at a tap, and how the taps of several people combine (I1), by the service's own rule. Pure.
import type { AnswerTaps, AnswerVersion, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit, GivenAnswer } from '@walkaround/contract/app/edits.ts'
import { fromAnswerVersion, toTap } from '@walkaround/contract/rules/answering.ts'
import { settleTaps } from '@walkaround/contract/rules/conflicting-taps.ts'
import { listApplied } from './applied.ts'
import type { Change, OutboxItem } from './tables.ts'

/** The most that an edit may name. */
const mostSeen = 50

/** A page from before an update may lack them. */
const tapsOf = (page: SurveyPage | undefined): readonly AnswerTaps[] => page?.taps ?? []

/** Records for each tap what its person had seen: the page's versions and later local changes. */
export function stampSeen(
  changes: readonly Change[],
  page: SurveyPage | undefined,
  items: readonly Pick<OutboxItem, 'change' | 'state'>[],
  clockAhead: number | undefined,
): Change[] {
  const done = listApplied(items)
  return changes.map((change) => {
    if (change.type === 'putMarkup' && clockAhead !== undefined)
      return { ...change, markup: { ...change.markup, clockAhead } }
    if (change.type !== 'edit') return change
    const stamped = { type: 'edit' as const, edit: stampEdit(change.edit, page, done, clockAhead) }
    done.push(stamped)
    return stamped
  })
}

function stampEdit(
  edit: Edit,
  page: SurveyPage | undefined,
  done: readonly Change[],
  clockAhead: number | undefined,
): Edit {
  const seenAt = (questionId: string) => {
    const told = tapsOf(page).filter((taps) => taps.questionId === questionId)
    const versions = told.flatMap(({ versions: all }) => all.map(({ version }) => version))
    const own = done.flatMap((one) =>
      one.type === 'edit' && isAbout(one.edit, questionId) ? [one.edit.id] : [],
    )
    return [...versions, ...own].slice(-mostSeen)
  }
  const stamped = { ...edit, ...(clockAhead === undefined ? {} : { clockAhead }) }
  switch (stamped.kind) {
    case 'answers': {
      const answers = stamped.answers.map((given) => ({ ...given, seen: seenAt(given.questionId) }))
      return { ...stamped, answers }
    }
    case 'clear':
      return { ...stamped, seen: seenAt(stamped.questionId) }
    default:
      return stamped
  }
}

const isAbout = (edit: Edit, wanted: string): boolean =>
  edit.kind === 'answers'
    ? edit.answers.some((given) => given.questionId === wanted)
    : edit.kind === 'clear' && edit.questionId === wanted

/** When an edit was tapped, by the service's clock as far as it is known. */
export const tappedOn = ({ at, clockAhead = 0 }: Edit): string =>
  new Date((at === undefined ? Date.now() : Date.parse(at)) - clockAhead).toISOString()

export interface Conflict {
  taps: AnswerTaps
  /** The version that applies until somebody chooses. */
  stands: AnswerVersion
  /** Somebody has to choose; otherwise the later tap has won. */
  isOpen: boolean
}

/** Answers that several people gave without having seen each other's. */
export function listConflicts(page: SurveyPage): Conflict[] {
  return tapsOf(page).flatMap((taps) => {
    const { questionId, answerId, versions } = taps
    const told = versions.map((one) => ({
      ...toTap(fromAnswerVersion(one, questionId, answerId === undefined), one.version),
      told: one,
    }))
    const settled = told.length > 1 ? settleTaps(told) : undefined
    return settled ? [{ taps, stands: settled.stands.told, isOpen: settled.isOpen }] : []
  })
}

/** The version as an answer to give again. */
export const toGiven = (questionId: string, version: AnswerVersion): GivenAnswer => {
  const { answerId, custom, value, unitOfMeasurement, comment, status } = version
  return {
    questionId,
    answerId: answerId!,
    ...(custom ? { custom, ...(status ? { status } : {}) } : {}),
    ...(value === undefined ? {} : { value }),
    ...(unitOfMeasurement === undefined
      ? {}
      : { unitOfMeasurement: unitOfMeasurement as NonNullable<GivenAnswer['unitOfMeasurement']> }),
    ...(comment === undefined ? {} : { comment }),
  }
}
