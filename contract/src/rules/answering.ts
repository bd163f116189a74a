// What giving and taking back answers does to a question: which answers are kept, which are selected, and which versions, given by
// people who had not seen each other's, are kept side by side (I1). Used by tablet and service. Pure.
import type { AnswerVersion } from '../app/board.ts'
import type { Answer } from '../dms/surveys.ts'
import { layTap, settleTaps, type TapVersion } from './conflicting-taps.ts'
import type { AnsweredQuestion, SaidAnswer } from './given-answers.ts'

/** The stored part of a given answer; its template has the rest. */
export interface KeptAnswer extends Pick<Answer, 'value' | 'unitOfMeasurement' | 'status' | 'comment'> {
  id: string
  custom: boolean
  selected: boolean
}

/** The answer that one tap gave or took back. */
export interface Version {
  readonly version: string
  /** By the service's clock. */
  readonly at: string
  /** Null: the answer was taken back. */
  readonly answer: SaidAnswer | null
}

export interface TapSlot<V extends Version> {
  /** The id of the answer where a question takes several or the answer was entered; otherwise empty. */
  readonly slot: string
  /** The version in force comes first. */
  readonly versions: readonly V[]
}

export interface Answered<V extends Version> {
  readonly kept: readonly KeptAnswer[]
  readonly taps: readonly TapSlot<V>[]
}

export interface Laid<V extends Version> extends Answered<V> {
  /** Answers that were given, or are in force again. */
  readonly written: readonly KeptAnswer[]
  /** The slots this tap was applied to. */
  readonly laid: readonly TapSlot<V>[]
}

export interface Tapping<V extends Version> {
  readonly tap: Omit<V, 'answer'>
  /** Person and device. */
  byOf(version: V): string
  /** Versions the person had seen; if left out, all of them. */
  readonly seen?: readonly string[] | undefined
}

/** The standard answers of a question that takes only one share a slot; every other answer has its own. */
const slotOf = ({ isOnlyOne, id }: Pick<SaidAnswer, 'isOnlyOne' | 'id'>): string => (isOnlyOne ? '' : id)

const untouched = <V extends Version>({ kept, taps }: Answered<V>): Laid<V> => ({
  kept,
  taps,
  written: [],
  laid: [],
})

/** All answers belong to one question. Among versions whose authors had not seen each other, the one that wins by I1 is written. */
export function giveAnswers<V extends Version>(
  question: AnsweredQuestion,
  before: Answered<V>,
  answers: readonly SaidAnswer[],
  tapping: Tapping<V>,
): Laid<V> {
  return answers.reduce((state, answer) => giveAnswer(question, state, answer, tapping), untouched(before))
}

function giveAnswer<V extends Version>(
  question: AnsweredQuestion,
  state: Laid<V>,
  answer: SaidAnswer,
  tapping: Tapping<V>,
): Laid<V> {
  const slot = slotOf(answer)
  const known = state.taps.find((one) => one.slot === slot) ?? { slot, versions: [] }
  if (knows(known, tapping)) return state
  const { place, stands, isToWrite, isOwn } = lay(known, tapping, answer)
  const laid = { ...state, taps: replaced(state.taps, place), laid: [...state.laid, place] }
  if (!isToWrite) return laid
  if (stands.answer === null) return { ...laid, kept: without(state.kept, idsIn(question, slot)) }
  return write(laid, isOwn ? answer : whole(stands.answer))
}

/** Takes back one answer, or all of the question. An answer the person had not seen stays. */
export function takeBackAnswers<V extends Version>(
  question: AnsweredQuestion,
  before: Answered<V>,
  answerId: string | undefined,
  tapping: Tapping<V>,
): Laid<V> {
  const meant = before.taps.filter(({ slot, versions: [stands] }) => {
    if (answerId === undefined || slot === answerId) return true
    return slot === '' && stands?.answer?.id === answerId
  })
  if (meant.some((place) => knows(place, tapping))) return untouched(before)
  const laid = meant.map((place) => lay(place, tapping, null))
  const standing = laid.filter(({ stands }) => stands.answer !== null)
  const gone = laid.filter(({ stands }) => stands.answer === null)
  const ids =
    standing.length > 0
      ? gone.flatMap(({ place }) => idsIn(question, place.slot))
      : answerId === undefined
        ? before.kept.map(({ id }) => id)
        : [answerId]
  const state: Laid<V> = {
    kept: without(before.kept, ids),
    taps: laid.reduce((taps, { place }) => replaced(taps, place), before.taps),
    written: [],
    laid: laid.map(({ place }) => place),
  }
  return standing.reduce(
    (done, { stands, isToWrite }) => (isToWrite && stands.answer ? write(done, whole(stands.answer)) : done),
    state,
  )
}

const knows = <V extends Version>({ versions }: TapSlot<V>, { tap }: Tapping<V>): boolean =>
  versions.some(({ version }) => version === tap.version)

const replaced = <V extends Version>(taps: readonly TapSlot<V>[], place: TapSlot<V>): TapSlot<V>[] => [
  ...taps.filter(({ slot }) => slot !== place.slot),
  place,
]

const without = (kept: readonly KeptAnswer[], ids: readonly string[]): KeptAnswer[] =>
  kept.filter(({ id }) => !ids.includes(id))

const idsIn = ({ answers = [] }: AnsweredQuestion, slot: string): string[] =>
  slot === '' ? answers.flatMap(({ id }) => id ?? []) : [slot]

/** A complete version to replace another one: fields it lacks are unset. */
const whole = (answer: SaidAnswer): SaidAnswer => ({ value: '', comment: '', ...answer })

/** Keeps one standard answer unless the question takes several; entered answers stay (D3). */
function write<V extends Version>(state: Laid<V>, said: SaidAnswer): Laid<V> {
  const isKnown = state.kept.some(({ id }) => id === said.id)
  const kept = state.kept.map((answer): KeptAnswer => {
    if (answer.id === said.id) return merge(answer, said)
    return said.isOnlyOne && !answer.custom && answer.selected ? { ...answer, selected: false } : answer
  })
  if (!isKnown) kept.push(merge(undefined, said))
  return { ...state, kept, written: [...state.written, ...kept.filter(({ id }) => id === said.id)] }
}

/** Fields left out keep their value from before; an empty text unsets. */
function merge(before: KeptAnswer | undefined, said: SaidAnswer): KeptAnswer {
  const value = (said.value ?? before?.value) || undefined
  const comment = (said.comment ?? before?.comment) || undefined
  const unitOfMeasurement = said.unitOfMeasurement ?? before?.unitOfMeasurement
  const status = said.status ?? before?.status
  return {
    id: said.id,
    custom: before?.custom ?? said.custom,
    selected: true,
    ...(value === undefined ? {} : { value }),
    ...(unitOfMeasurement === undefined ? {} : { unitOfMeasurement }),
    ...(status === undefined ? {} : { status }),
    ...(comment === undefined ? {} : { comment }),
  }
}

function lay<V extends Version>(
  known: TapSlot<V>,
  { tap, byOf, seen }: Tapping<V>,
  answer: SaidAnswer | null,
) {
  const next = { ...tap, answer: answer && { ...saidBefore(known, answer, seen), ...answer } } as V
  const told = (one: V) => ({ ...toTap(one, byOf(one)), told: one })
  const left = layTap(known.versions.map(told), told(next), seen)
  // At least the version given now remains, or one that says the same.
  const { stands } = settleTaps(left)!
  const versions = [stands, ...left.filter((one) => one !== stands)].map((one) => one.told)
  return {
    place: { ...known, versions },
    stands: stands.told,
    isToWrite: stands.told === next || stands.version !== known.versions[0]?.version,
    isOwn: stands.told === next,
  }
}

/** What is left out of an answer that was given before stays (D3); of a version, what it was shown. */
function saidBefore<V extends Version>(
  { versions }: TapSlot<V>,
  answer: SaidAnswer,
  seen: readonly string[] | undefined,
): Partial<SaidAnswer> {
  const shown = versions.find(
    ({ version, answer: said }) => said?.id === answer.id && (seen === undefined || seen.includes(version)),
  )
  return shown?.answer ?? {}
}

/** In the form that conflicting-taps.ts compares. */
export function toTap({ version, at, answer }: Version, by: string): TapVersion {
  const { id, value, unitOfMeasurement, status, comment } = answer ?? {}
  const words = [id, value || null, unitOfMeasurement, status, comment || null]
  return {
    version,
    at: Date.parse(at),
    by,
    status,
    isCleared: answer === null,
    words: answer === null ? '' : JSON.stringify(words),
  }
}

/** In the form a page carries. */
export function toAnswerVersion({ version, at, answer }: Version): AnswerVersion {
  const { id: answerId, value, unitOfMeasurement, status, comment, custom } = answer ?? {}
  return {
    version,
    at,
    ...(answerId === undefined ? {} : { answerId }),
    ...(custom ? { custom } : {}),
    ...(value ? { value } : {}),
    ...(unitOfMeasurement === undefined ? {} : { unitOfMeasurement }),
    ...(status === undefined ? {} : { status }),
    ...(comment ? { comment } : {}),
  }
}

/** The inverse of toAnswerVersion. */
export const fromAnswerVersion = (
  { version, at, answerId, custom = false, by: _, arrivedAt: __, isMine: ___, ...values }: AnswerVersion,
  questionId: string,
  isOnlyOne: boolean,
): Version => ({
  version,
  at,
  answer:
    answerId === undefined
      ? null
      : ({ questionId, id: answerId, custom, isOnlyOne, ...values } as SaidAnswer),
})
