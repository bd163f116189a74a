// What was on the screen when somebody tapped, and what the taps of several people come to (I1), by the service's own rule.
// Pure.
import type { AnswerTaps, AnswerVersion, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit, GivenAnswer } from '@walkaround/contract/app/edits.ts'
import { layTap, settleTaps, type TapVersion } from '@walkaround/contract/rules/conflicting-taps.ts'
import type { Change, OutboxItem } from './tables.ts'

/** As many as an edit may name. */
const mostSeen = 50

/** A page from before an update may lack them. */
const tapsOf = (page: SurveyPage | undefined): readonly AnswerTaps[] => page?.taps ?? []

/** Gives each tap what its person had seen: the page's versions and what was done here since. */
export function stampSeen(
  changes: readonly Change[],
  page: SurveyPage | undefined,
  items: readonly Pick<OutboxItem, 'change' | 'state'>[],
  clockAhead: number | undefined,
): Change[] {
  const done: Change[] = items.filter(({ state }) => state !== 'refused').map(({ change }) => change)
  return changes.map((change) => {
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
  return {
    ...edit,
    ...(clockAhead === undefined ? {} : { clockAhead }),
    ...(edit.answers
      ? { answers: edit.answers.map((given) => ({ ...given, seen: seenAt(given.questionId) })) }
      : {}),
    ...(edit.kind === 'clear' && edit.questionId !== undefined ? { seen: seenAt(edit.questionId) } : {}),
  }
}

const isAbout = ({ kind, questionId, answers = [] }: Edit, wanted: string): boolean =>
  kind === 'answers'
    ? answers.some((given) => given.questionId === wanted)
    : kind === 'clear' && questionId === wanted

interface Version extends TapVersion {
  told: AnswerVersion
}

const toVersion = (told: AnswerVersion): Version => ({
  version: told.version,
  at: Date.parse(told.at),
  // Own earlier taps are among what was seen.
  by: told.version,
  status: told.status,
  isCleared: told.answerId === undefined,
  words: JSON.stringify([told.answerId, told.value, told.unitOfMeasurement, told.status, told.comment]),
  told,
})

export interface Laid {
  taps: AnswerTaps
  /** What counts now is something other than what the page shows. */
  stands: AnswerVersion | undefined
}

/**
 * What a tap of this device comes to. Undefined where the page knows it already. `seen` left out: it was made on the page as
 * it is.
 */
export function layOwnTap(
  page: SurveyPage,
  place: { questionId: string; answerId?: string },
  next: AnswerVersion,
  seen: readonly string[] | undefined,
): Laid | undefined {
  const taps = tapsOf(page).find((one) => isAt(one, place)) ?? { ...place, versions: [] }
  if (taps.versions.some(({ version }) => version === next.version)) return undefined
  const left = layTap(taps.versions.map(toVersion), toVersion(next), seen)
  const { stands } = settleTaps(left)!
  const versions = [stands, ...left.filter((one) => one !== stands)].map(({ told }) => told)
  const isShown = stands.told !== next && stands.version === taps.versions[0]?.version
  return { taps: { ...taps, versions }, stands: isShown ? undefined : stands.told }
}

const isAt = (taps: AnswerTaps, { questionId, answerId }: { questionId: string; answerId?: string }) =>
  taps.questionId === questionId && taps.answerId === answerId

export const withTaps = (page: SurveyPage, taps: AnswerTaps): SurveyPage => ({
  ...page,
  taps: [...tapsOf(page).filter((one) => !isAt(one, taps)), taps],
})

/** When an edit was tapped, by the service's clock as far as it is known. */
export const tappedOn = ({ at, clockAhead = 0 }: Edit): string =>
  new Date((at === undefined ? Date.now() : Date.parse(at)) - clockAhead).toISOString()

export interface Conflict {
  taps: AnswerTaps
  /** The one that counts until somebody chooses. */
  stands: AnswerVersion
  /** Somebody has to choose; else the later tap has won. */
  isOpen: boolean
}

/** Answers that several people gave without having seen each other's. */
export function listConflicts(page: SurveyPage): Conflict[] {
  return tapsOf(page).flatMap((taps) => {
    const settled = taps.versions.length > 1 ? settleTaps(taps.versions.map(toVersion)) : undefined
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
