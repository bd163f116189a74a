// The report a customer takes home: the result, what needs attention first, what it would cost, what is fine, and what was not
// checked.
import { fill } from '@walkaround/contract/rules/texts.ts'
import { photosOf } from '../../findings/answer-words.ts'
import { gradePoints, type Point } from '../../findings/grading.ts'
import type { Sheet } from '../sheet.ts'
import type { Stacked } from './block.ts'
import { tagged } from './block.ts'
import { findingCard, notedGrid, pointList } from './findings.ts'
import type { Density } from './flow.ts'
import { overview } from './overview.ts'
import { part, plain } from './part.ts'
import { photoGrid, type ShownPhoto } from './photos.ts'
import { quoteTables } from './quotes.ts'
import { text } from './text.ts'
import { contentWidth, type as typeScale } from './theme.ts'
import { vehicleStrip } from './vehicle-panel.ts'
import { shownAtWheels, wheelPicture, wheelReadings } from './wheels.ts'

export function surveySummary(sheet: Sheet, density: Density = 'airy'): Stacked[] {
  const { model, texts } = sheet
  const words = texts.summary
  const graded = gradePoints(model.sections)
  const { quotes = [], dueSoon = [] } = model
  const cardGap = density === 'dense' ? 10 : 16
  const isFine = graded.red.length + graded.amber.length === 0 && graded.green.length > 0
  const wheels = wheelReadings(model.sections)
  const inPicture = shownAtWheels(wheels)
  const others = (points: readonly Point[]) => points.filter(({ question }) => !inPicture.has(question))
  const [fine, notChecked] = [others(graded.green), others(graded.none)]
  const cards = (points: readonly Point[], status: 'red' | 'amber') =>
    points.map((point) => findingCard(sheet, point, status, inPicture.has(point.question)))
  const photos = otherPhotos(sheet, [...graded.green, ...graded.noted, ...graded.none])
  const items: (Stacked | false)[] = [
    plain(tagged('Sect', vehicleStrip(sheet)), 0),
    part(words.overview, [
      overview(sheet, graded),
      isFine && text(words.noFindings, typeScale.strong, contentWidth),
    ]),
    wheels !== undefined && part(words.wheelsTitle, [wheelPicture(sheet, wheels)]),
    graded.red.length > 0 &&
      part(fill(words.urgentTitle, { status: sheet.texts.status.red }), cards(graded.red, 'red'), cardGap),
    graded.amber.length > 0 &&
      part(
        fill(words.soonTitle, { status: sheet.texts.status.amber }),
        cards(graded.amber, 'amber'),
        cardGap,
      ),
    quotes.length > 0 && part(texts.quotes.title, [quoteTables(sheet, quotes, true)]),
    dueSoon.length > 0 &&
      part(
        texts.quotes.dueTitle,
        [
          text(texts.quotes.dueNote, typeScale.soft, contentWidth, { keepWithNext: true }),
          quoteTables(sheet, dueSoon, false),
        ],
        6,
      ),
    fine.length > 0 && part(sheet.texts.status.green, [pointList(sheet, fine, 'green', density)]),
    graded.noted.length > 0 && part(words.notedTitle, [notedGrid(sheet, graded.noted)]),
    notChecked.length > 0 &&
      part(
        words.notCheckedTitle,
        [
          text(words.notCheckedNote, typeScale.body, contentWidth, { keepWithNext: true }),
          pointList(sheet, notChecked, 'none', density),
        ],
        8,
      ),
    photos.length > 0 &&
      part(words.photosTitle, [photoGrid(sheet, photos, contentWidth, density === 'dense' ? 4 : 3)]),
  ]
  return items.filter((item) => item !== false)
}

/** Photos of points without a card, then those of the survey as a whole. */
function otherPhotos({ model, texts }: Sheet, points: readonly Point[]): ShownPhoto[] {
  const own = points.flatMap(({ question }) =>
    photosOf(question).map((ref) => ({ ref, caption: question.text, alt: question.text })),
  )
  const whole = (model.surveyPhotos ?? []).map((ref, index) => ({
    ref,
    alt: model.photos?.[ref]?.caption ?? fill(texts.frame.photo, { number: index + 1 }),
  }))
  return [...own, ...whole]
}
