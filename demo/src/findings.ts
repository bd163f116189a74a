// What is found on cars on ordinary days, and what becomes of it: offered or not, as the branch does it, and then approved, put off or
// declined. What was not repaired is there again at the next visit. Pure.
import { ServiceOrderContentItem } from '@walkaround/contract/dms/service-orders.ts'
import { Type } from 'typebox'
import data from '../data/findings.json' with { type: 'json' }
import type { Finding } from './answers.ts'
import { readData } from './data.ts'
import type { Chance } from './random.ts'

const Tendency = Type.Object({
  questionId: Type.String(),
  /** Shares of visits. */
  amber: Type.Number(),
  red: Type.Number(),
  comment: Type.Optional(Type.String()),
  /** Offered on the finding; some only on the amber one. */
  packageId: Type.Optional(Type.String()),
  isAmberOnly: Type.Optional(Type.Boolean()),
  /** Without a package the DMS writes its own quote. */
  remedy: Type.Optional(ServiceOrderContentItem),
  /** Done without asking anybody. */
  isUnasked: Type.Optional(Type.Boolean()),
})

const tendencies = readData('findings.json', Type.Array(Tendency), data)

type Said = 'approved' | 'deferred' | 'declined'

export interface Found {
  finding: Finding
  /** Offered from the catalogue. */
  packageId?: string
  /** Or as one line. */
  remedy?: ServiceOrderContentItem
  isUnasked?: true | undefined
  /** What the customer said; absent if nothing was offered. */
  said?: Said | undefined
  reason?: string
  /** Since an earlier visit. */
  isOld?: true
}

/** Share of offers that are approved at once. */
const SOLD = { bad: 0.62, adv: 0.26 }
/** As much more if the customer has had time to think, and if somebody reminded them. */
const WHEN_BACK = 0.2
const WHEN_REMINDED = 0.25
/** Share of the others that are put off, not declined. */
const PUT_OFF = 0.6
/** Share of what was not repaired that has become urgent at the next visit. */
const WORSE = 0.2
/** Share of what was declined or never offered that is still there at the next visit. */
const LASTS = 0.5

interface Circumstances {
  isElectric: boolean
  /** Share of what is found that the branch offers. */
  offers: number
  /** Of the visit before. */
  before: readonly Found[]
  isReminded: boolean
}

export function findOn(chance: Chance, { isElectric, offers, before, isReminded }: Circumstances): Found[] {
  const all = tendencies.flatMap(({ questionId, amber, red, comment, ...tendency }): Found[] => {
    const old = before.find(({ finding }) => finding.questionId === questionId)
    const draw = chance.next()
    const isWorse = chance.is(WORSE)
    const [isOffered, isSold, isPutOff] = [chance.next() < offers, chance.next(), chance.is(PUT_OFF)]
    const reason = chance.pick(['tooExpensive', 'inTheService', 'elsewhere'])
    const stays = old !== undefined && isLeft(old) && (old.said === 'deferred' || draw < LASTS)
    if (!stays && (draw >= amber + red || (isElectric && questionId === 'h.oil'))) return []
    const isBad = stays ? old.finding.answerId === 'bad' || (isWorse && red > 0) : draw < red
    const finding: Finding = { questionId, answerId: isBad ? 'bad' : 'adv', comment }
    const { packageId, remedy, isUnasked } = tendency
    const found: Found = {
      finding,
      ...(packageId !== undefined && !(isBad && tendency.isAmberOnly) ? { packageId } : {}),
      ...(remedy ? { remedy } : {}),
      ...(isUnasked ? { isUnasked: true } : {}),
      ...(stays ? { isOld: true } : {}),
    }
    if (isUnasked || !isOffered || (found.packageId === undefined && !remedy)) return [found]
    const more = (old?.said === 'deferred' ? WHEN_BACK : 0) + (stays && isReminded ? WHEN_REMINDED : 0)
    if (isSold < (isBad ? SOLD.bad : SOLD.adv) + more) return [{ ...found, said: 'approved' }]
    return [isPutOff ? { ...found, said: 'deferred' } : { ...found, said: 'declined', reason }]
  })
  return all.map((one) => (isMistakable(one, all) ? { ...one, said: undefined, isUnasked: undefined } : one))
}

/** A line of an invoice names its offer by the answer: without a package, two works on the same answer look alike. */
const isMistakable = (one: Found, all: readonly Found[]) =>
  one.packageId === undefined &&
  all.some((other) => other !== one && other.said && other.finding.answerId === one.finding.answerId)

/** Not repaired, here or elsewhere. */
const isLeft = ({ said, reason, isUnasked }: Found) =>
  said !== 'approved' && reason !== 'elsewhere' && !isUnasked
