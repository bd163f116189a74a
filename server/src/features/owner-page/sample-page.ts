// An invented car on the owner's page, with a place for every text that a dealership may say in its own words. Pure.
import type { OwnerFinding, OwnerLine, OwnerPage, Receipt } from '@walkaround/contract/owner-page.ts'
import { addDays } from '@walkaround/contract/rules/days.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { readTexts } from '../../outside/language-files.ts'

type Sample = Record<
  | 'vehicle'
  | 'pads'
  | 'padsSeen'
  | 'padsOffer'
  | 'labour'
  | 'parts'
  | 'leak'
  | 'leakSeen'
  | 'wipers'
  | 'wipersSeen'
  | 'wash'
  | 'fluid'
  | 'fluidDue'
  | 'lights'
  | 'battery',
  string
>

interface Around extends Pick<OwnerPage, 'dealership' | 'face'> {
  readonly language: Language
  readonly timeZone: string
  readonly currency: string
  readonly today: string
  /** ISO instant. */
  readonly now: string
}

export function samplePage({ today, now, currency, ...around }: Around): OwnerPage {
  const words = readTexts<Sample>('owner-sample', around.language)
  const meanings = readTexts<{ red: string; amber: string }>('meanings', around.language)
  const line = (id: string, title: string, more: Partial<OwnerLine>): OwnerLine => ({
    id,
    title,
    grade: undefined,
    currency,
    items: [],
    isOpen: true,
    state: id,
    preset: addDays(today, 7),
    ...more,
  })
  const finding = (
    id: 'pads' | 'leak' | 'wipers',
    grade: 'red' | 'amber',
    lines: readonly OwnerLine[] = [],
  ): OwnerFinding => ({
    id,
    title: words[id],
    grade,
    answers: [words[`${id}Seen`]],
    meaning: meanings[grade],
    scales: [],
    photos: [],
    videos: [],
    lines,
    coveredBy: [],
  })
  const labour = { exVat: 80, incVat: 95.2 }
  const parts = { exVat: 70, incVat: 83.3 }
  const pads = line('pads', words.padsOffer, {
    grade: 'red',
    items: [
      { text: words.labour, category: 'labour', price: labour },
      { text: words.parts, category: 'material', price: parts },
    ],
    labour,
    parts,
    total: { exVat: 150, incVat: 178.5 },
  })
  const due = { exVat: 60, incVat: 71.4 }
  return {
    ...around,
    advisor: { name: 'Jo Sample' },
    vehicle: { plate: 'B-AB 123', name: words.vehicle },
    inspectedAt: now,
    validUntil: `${addDays(today, 30)}T12:00:00.000Z`,
    findings: [finding('pads', 'red', [pads]), finding('leak', 'red'), finding('wipers', 'amber')],
    fine: [words.lights, words.battery],
    notChecked: [],
    videos: [],
    others: [line('wash', words.wash, {})],
    alsoDue: [line('fluid', words.fluid, { due: words.fluidDue, total: due })],
    alsoDueTotals: [{ currency, sum: due }],
    approvedTotals: [],
    reasons: [],
    firstDate: addDays(today, 1),
    lastDate: addDays(today, 365),
    hasFeedback: false,
    isClosed: false,
    threads: [],
    forms: [],
  }
}

/** What somebody who approves the first offer would get. */
export function sampleReceipt(page: OwnerPage, at: string): Receipt {
  const [finding] = page.findings
  const [line] = finding?.lines ?? []
  if (!finding || !line) throw new Error('the sample has no offer at its first finding')
  const { id, title, currency, items, labour, parts, total } = line
  return {
    version: 1,
    id: 'sample',
    clientId: '',
    surveyId: '',
    linkId: '',
    at,
    language: page.language,
    timeZone: page.timeZone,
    dealership: page.dealership,
    vehicle: page.vehicle,
    lines: [
      {
        id,
        title,
        currency,
        items,
        ...(labour ? { labour } : {}),
        ...(parts ? { parts } : {}),
        ...(total ? { total } : {}),
        finding: {
          title: finding.title,
          grade: finding.grade,
          answers: finding.answers,
          meaning: finding.meaning,
          scales: [],
          photos: [],
        },
        word: 'approve',
      },
    ],
    totals: total ? [{ currency, sum: total }] : [],
  }
}
