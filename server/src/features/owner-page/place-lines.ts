// Decides at which finding an offer is shown and which others it covers (I4): every offer once, and every covered finding refers to it.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { OwnerFinding, OwnerLine } from '@walkaround/contract/owner-page.ts'
import { placeOf, worksOfSurvey } from '../quotes/works.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import type { Found } from './findings.ts'

type AtPoint = { lines: OwnerLine[]; coveredBy: OwnerFinding['coveredBy'][number][] }

export interface Placed {
  ofPoint: ReadonlyMap<string, AtPoint>
  /** Offers for no finding that needs work. */
  others: OwnerLine[]
}

export function placeLines(
  survey: LoadedSurvey,
  { points }: Pick<Found, 'points'>,
  lines: readonly { quote: Quote; line: OwnerLine }[],
): Placed {
  const ofPoint = new Map(points.map(({ id }): [string, AtPoint] => [id, { lines: [], coveredBy: [] }]))
  const titles = new Map(points.map(({ id, title }) => [id, title]))
  const others: OwnerLine[] = []
  const works = worksOfSurvey(survey)
  for (const { quote, line } of lines) {
    if (quote.category === 'upsaleQuote') continue
    const place = placeOf(quote)
    const covered = new Set(place ? works.othersOf(place) : [])
    // Shown where it was chosen, or at the worst finding it covers if that question is no longer a finding.
    const own = ofPoint.has(quote.questionId)
      ? quote.questionId
      : points.find(({ id }) => covered.has(id))?.id
    if (own === undefined) others.push(line)
    else ofPoint.get(own)?.lines.push(line)
    const at = own === undefined ? undefined : titles.get(own)
    for (const { id } of points) {
      if (id === own || !covered.has(id)) continue
      ofPoint.get(id)?.coveredBy.push({ line, ...(at === undefined ? {} : { at }) })
    }
  }
  return { ofPoint, others }
}
