// Findings as the quote builder groups them: by system and axle, each group with the work that answers it. Alternatives are one
// choice; work that the order already has says so. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { HeldLine } from '@walkaround/contract/app/offers.ts'
import { isFinding, worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import type { Axle } from '@walkaround/contract/rules/covered-work.ts'
import { customerTitle } from '@walkaround/contract/rules/customer-title.ts'
import { groupFindings, pairValues } from '@walkaround/contract/rules/finding-groups.ts'
import { findHolding, listAlternatives } from '@walkaround/contract/rules/overlapping-work.ts'
import { named } from '../../store/package-words.ts'
import {
  elementsOf,
  type Question,
  type Section,
  type SurveyElement,
  selectedAnswers,
} from '../../store/survey-elements.ts'
import { coveringIn, type OfferedWork, worksOfPage } from '../../store/works.ts'
import { type Finding, type FindingStatus, listFindings, type OfferedPackage } from './offer.ts'

export interface Work {
  key: string
  packageId: string
  variantId: string
  offered: OfferedPackage
  variant: NonNullable<OfferedPackage['variants']>[number]
  axle: Axle | undefined
  /** The findings it answers here. */
  questionIds: string[]
  /** Where it is chosen, or would be. */
  place: { questionId: string; answerId: string }
  isSelected: boolean
  heldBy: HeldLine | undefined
}

/** A part of the line that sums a group up: a value at a side, or a question with its answer. */
export type Mention =
  | {
      kind: 'value'
      side: 'left' | 'right'
      value: string
      unit: string | undefined
      title: string | undefined
    }
  | { kind: 'words'; title: string; text: string }

export interface Group {
  key: string
  section: string
  axle: Axle | undefined
  status: FindingStatus
  mentions: Mention[]
  findings: Finding[]
  choices: Work[][]
  /** Offers at other findings that also cover some of these (I4). */
  covering: OfferedWork[]
}

interface Placed {
  section: Pick<Section, 'id' | 'text'>
  question: Question
}

function listPlaced(elements: readonly SurveyElement[], section: Placed['section'] = { id: '' }): Placed[] {
  return elements.flatMap((element) => {
    if (element.category === 'section') return listPlaced(element.contents, element)
    return element.category === 'question' ? [{ section, question: element }] : []
  })
}

export function listGroups(page: SurveyPage): Group[] {
  const placed = listPlaced(elementsOf(page))
  const sections = new Map(placed.map(({ question, section }) => [question.id, section]))
  const findings = listFindings(page).map((finding) => ({
    ...finding,
    section: sections.get(finding.question.id) ?? { id: '' },
  }))
  const works = worksOfPage(page)
  const coveringOf = coveringIn(page)
  const contained = page.contained ?? {}
  return groupFindings(findings).map(({ key, axle, findings: own }): Group => {
    const covering = own.flatMap(({ question, answer }) => coveringOf(question.id, answer))
    const ids = new Set(own.map(({ question }) => question.id))
    const elsewhere = covering.filter(({ questionId }) => !ids.has(questionId))
    const all = listWork(own, works.keyOf, (place) => works.axleOf(place))
    const shown = all.filter(
      ({ packageId, isSelected }) => isSelected || !elsewhere.some((one) => one.packageId === packageId),
    )
    const held = shown.map((work) => ({
      ...work,
      offered: named(page, work.offered),
      variant: named(page, work.variant),
      heldBy: findHolding(
        page.orderLines ?? [],
        { packageId: work.packageId, items: work.variant.contents ?? [] },
        contained,
      ),
    }))
    return {
      key,
      section: own[0]?.section.text ?? '',
      axle,
      status: worstStatus(own.map(({ status }) => status)),
      mentions: axle === undefined ? [] : mentionsOf(own, placed, key),
      findings: own,
      choices: listAlternatives(held, contained),
      covering: [...new Map(elsewhere.map((one) => [`${one.questionId} ${one.packageId}`, one])).values()],
    }
  })
}

type Place = { packageId: string; questionId: string; answerId: string }

/** Every variant once, however many findings of the group it answers. */
function listWork(
  findings: readonly Finding[],
  keyOf: (place: Place) => string,
  axleAt: (place: Place) => Axle | undefined,
): Omit<Work, 'heldBy'>[] {
  const works = new Map<string, Omit<Work, 'heldBy'>>()
  for (const { question, answer } of findings)
    for (const offered of answer.packages ?? [])
      for (const variant of offered.variants ?? []) {
        const packageId = offered.id ?? ''
        const place = { packageId, questionId: question.id, answerId: answer.id }
        const key = JSON.stringify([keyOf(place), variant.id, offered.currency ?? ''])
        const known = works.get(key)
        const isSelected = variant.selected === true
        const here = { questionId: question.id, answerId: answer.id }
        works.set(key, {
          key,
          packageId,
          variantId: variant.id,
          axle: axleAt(place),
          questionIds: [...(known?.questionIds ?? []), question.id],
          // Chosen where it is chosen already, else at the worst finding.
          ...(known && !isSelected
            ? {
                offered: known.offered,
                variant: known.variant,
                place: known.place,
                isSelected: known.isSelected,
              }
            : { offered, variant, place: here, isSelected }),
        })
      }
  return [...works.values()]
}

/** Both sides of a measurement are told as soon as one is a finding; everything else by its title and answer. */
function mentionsOf(
  findings: readonly (Finding & Placed)[],
  placed: readonly Placed[],
  key: string,
): Mention[] {
  const [group] = groupFindings(placed).filter((one) => one.key === key)
  const measured = (group?.findings ?? []).flatMap(({ question }) => {
    const [answer] = selectedAnswers(question)
    const isMeasured = question.clientSettings?.bounds !== undefined && answer?.value !== undefined
    return isMeasured && isFinding(question) ? [{ question, answer }] : []
  })
  const isBad = (id: string) => findings.some(({ question }) => question.id === id)
  const pairs = pairValues(measured).filter(({ values }) => values.some(({ of }) => isBad(of.question.id)))
  const told = new Set(pairs.flatMap(({ values }) => values.map(({ of }) => of.question.id)))
  const values = pairs.flatMap(({ values: both }) =>
    both.map(
      ({ side, of: { question, answer } }): Mention => ({
        kind: 'value',
        side,
        value: answer?.value ?? '',
        unit: answer?.unitOfMeasurement,
        title: pairs.length > 1 ? customerTitle(question.text ?? question.id) : undefined,
      }),
    ),
  )
  const words = findings.flatMap(({ question, answer }): Mention[] =>
    told.has(question.id)
      ? []
      : [{ kind: 'words', title: customerTitle(question.text ?? question.id), text: answer.value ?? '' }],
  )
  return [...values, ...words]
}

/** Of the chosen work of a choice; absent if none is chosen. */
export const chosenOf = (choice: readonly Work[]): Work | undefined =>
  choice.find(({ isSelected }) => isSelected)
