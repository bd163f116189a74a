// What a tap does to the versions of an answer (I1): which stand side by side, and what has to be written for the one that
// counts. Pure; the rule itself is shared with the tablet.
import { layTap, settleTaps, type TapVersion } from '@walkaround/contract/rules/conflicting-taps.ts'
import type { AnswerToSave, Tap } from './answer-store.ts'
import type { StoredVersion, TapRow } from './tap-store.ts'

export interface Laid {
  row: TapRow
  /** Of the versions in the row, the one that counts. */
  stands: StoredVersion
  /** It did not count before, or is the one given now. */
  isToWrite: boolean
  isOwn: boolean
}

/** Standard answers of a question that takes one share a place; every other answer has its own. */
export const slotOf = ({ isOnlyOne, id }: Pick<AnswerToSave, 'isOnlyOne' | 'id'>): string =>
  isOnlyOne ? '' : id

export function layAnswer(
  known: TapRow,
  tap: Tap,
  answer: AnswerToSave | null,
  seen: readonly string[] | undefined,
  now: Date,
): Laid {
  const [before] = known.versions
  const next: StoredVersion = {
    version: tap.version,
    at: tap.at.toISOString(),
    arrivedAt: now.toISOString(),
    login: tap.login,
    name: tap.name,
    ...(tap.device === undefined ? {} : { device: tap.device }),
    answer: answer && { ...saidBefore(known, answer, seen), ...answer },
  }
  const left = layTap([...known.versions].map(toVersion), toVersion(next), seen)
  // At least the one given now is left, or one that says the same.
  const { stands } = settleTaps(left)!
  const versions = [stands, ...left.filter((one) => one !== stands)].map(({ stored }) => stored)
  const { stored } = stands
  return {
    row: { ...known, versions },
    stands: stored,
    isToWrite: stored === next || stored.version !== before?.version,
    isOwn: stored === next,
  }
}

/** What is left out of an answer that was given before stays (D3); of a version, what it was shown. */
function saidBefore(
  { versions }: TapRow,
  answer: AnswerToSave,
  seen: readonly string[] | undefined,
): Partial<AnswerToSave> {
  const shown = versions.find(
    ({ version, answer: said }) => said?.id === answer.id && (seen === undefined || seen.includes(version)),
  )
  return shown?.answer ?? {}
}

interface Version extends TapVersion {
  stored: StoredVersion
}

export function toVersion(stored: StoredVersion): Version {
  const { version, at, login, device = '', answer } = stored
  const { id, value, unitOfMeasurement, status, comment } = answer ?? {}
  return {
    version,
    at: Date.parse(at),
    by: `${login}\n${device}`,
    status,
    isCleared: answer === null,
    words:
      answer === null ? '' : JSON.stringify([id, value || null, unitOfMeasurement, status, comment || null]),
    stored,
  }
}

/** A version whole, to be written in the place of another: what it does not say is unset. */
export const wholeAnswer = (answer: AnswerToSave): AnswerToSave => ({ value: '', comment: '', ...answer })
