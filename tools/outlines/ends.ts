// The views from the front and from the rear. Points are [height, width]: the vehicle lies on its nose or tail, as in the unfolded
// box.
import {
  after,
  before,
  between,
  type Curve,
  circle,
  close,
  cut,
  distance,
  endOf,
  join,
  mix,
  move,
  type Node,
  type Point,
  polyline,
  reverse,
  rounded,
  shift,
  spline,
  startOf,
  straight,
  symmetric,
} from './curve.ts'
import { type Sheet, weights } from './sheet.ts'
import type { Station, Style } from './style.ts'

type End = 'front' | 'rear'
/** How far the windows are above the belt. */
const SHOULDER = 36

const levelOf = (style: Style, name: Station) => style.profile.find(([, , at]) => at === name)?.[1] as number
const swap = (nodes: readonly Node[]): Node[] => nodes.map(([x, y, name, kind]) => [y, x, name, kind])
const lamp = (nodes: readonly Node[]): Curve =>
  rounded(spline([...swap(nodes), ...swap(nodes.slice(0, 1))]), 26)
/** Limited to the silhouette. */
const within = (half: Curve, closed: Curve): Curve =>
  move(closed, ([up, across]) => [up, Math.min(across, endOf(before(half, up))[1] - 4)])
/** Half of a box around the middle. */
const block = (low: number, high: number, lowHalf: number, highHalf = lowHalf): Curve =>
  polyline([low, 0], [low, lowHalf], [high, highHalf], [high, 0])

export function drawEnds(sheet: Sheet, style: Style): void {
  drawFront(sheet, style)
  drawRear(sheet, style)
}

/** From the lower edge up the left side over the roof to the middle. */
function silhouette({ width, height, face }: Style, bottom: number, belt: number): Curve {
  const w = width / 2
  const roof = face.roofHalf
  const foot: Point = [bottom, w - 105]
  const widest: Point = [bottom + (belt - bottom) * 0.55, w]
  const drawn = face.shoulder ?? 84
  const shoulder: Point = [belt + SHOULDER, w - drawn]
  const rail: Point = [height - 125, roof + 26]
  const crown: Point = [height - 36, roof - 84]
  const bulge = (t: number): Point => {
    const [x, y] = mix(shoulder, rail, t)
    return [x, y + 14]
  }
  return [
    [foot, [bottom + 50, w - 30], [widest[0] - 150, w], widest],
    [widest, [widest[0] + (belt - widest[0]) * 0.6, w], [belt - 8, w - drawn * 0.62], shoulder],
    [shoulder, bulge(0.33), bulge(0.7), rail],
    [rail, mix(shoulder, rail, 1 + 46 / distance(shoulder, rail)), [crown[0] - 7, crown[1] + 62], crown],
    [crown, [height - 12, roof * 0.55], [height, roof * 0.3], [height, 0]],
  ]
}

/** Across the whole width at a height, bowed upward in the middle. */
const level = (height: number, width: number, bow: number): Curve =>
  spline([
    [height, -width],
    [height + bow, 0],
    [height, width],
  ]).slice(1)

/** A section of the silhouette, moved inward. */
const inset = (half: Curve, low: number, high: number, by: number): Curve =>
  shift(between(half, low, high), 0, -by)

/** Tyres, mirrors and the bare body: the same from both ends. Returns the line around the left half. */
function drawBody(sheet: Sheet, style: Style, end: End, bottom: number, belt: number): Curve {
  const half = silhouette(style, bottom, belt)
  const outer = style.width / 2 - 62
  const inner = outer - style.tyre * 0.66
  const [wheel, wing] = end === 'front' ? ['front#Wheel', 'front#Wing'] : ['rear#Wheel', 'rear#Wing']
  sheet.layBoth(end, '#Mirror', 'paint', mirror(style))
  const tyre = rounded(
    close(polyline([0, outer], [0, inner], [bottom + 120, inner], [bottom + 120, outer])),
    46,
  )
  sheet.layBoth(end, wheel, 'wheel', tyre, weights.contour)
  for (const share of [0.28, 0.5, 0.72]) {
    const across = outer + (inner - outer) * share
    sheet.drawBoth(end, straight([14, across], [bottom - 4, across]))
  }
  const axis = straight([style.height, 0], [belt + SHOULDER, 0])
  sheet.layBoth(end, '#RoofFrame', 'paint', close(after(half, belt + SHOULDER), axis), 0)
  sheet.layBoth(
    end,
    wing,
    'paint',
    close(before(half, belt + SHOULDER), polyline([belt + SHOULDER, 0], [bottom, 0])),
    0,
  )
  sheet.drawBoth(end, straight([belt + SHOULDER, 0], endOf(before(half, belt + SHOULDER))), weights.gap)
  return half
}

function drawContour(sheet: Sheet, end: End, half: Curve): void {
  sheet.draw(end, symmetric(join(polyline([startOf(half)[0], 0], startOf(half)), half)), weights.contour)
}

function drawFront(sheet: Sheet, style: Style): void {
  const { face, height } = style
  const cowl = levelOf(style, 'cowl')
  const half = drawBody(sheet, style, 'front', face.bottom, cowl)
  const w = style.width / 2
  const top = Math.min(levelOf(style, 'header') + 12, height - 62)

  const frame = inset(half, cowl + 44, top, 62)
  const screenTop = level(top, endOf(frame)[1], (height - top) * 0.35)
  const screenBase = level(cowl + 44, startOf(frame)[1], -26)
  sheet.lay(
    'front',
    'roof',
    'paint',
    symmetric(join(reverse(flatLine(endOf(screenTop), half, top)), after(half, top))),
  )
  sheet.lay(
    'front',
    'windscreen',
    'glass',
    rounded(symmetric(join(screenBase, frame, reverse(screenTop))), 44),
  )
  for (const from of [-0.5, 0.06]) {
    sheet.draw(
      'front',
      spline([
        [cowl + 34, w * from],
        [cowl + 74, w * (from + 0.22)],
        [cowl + 90, w * (from + 0.5)],
      ]),
    )
  }

  const bonnetTop = level(cowl + 18, face.screenHalf, -26)
  const edge = level(face.bonnetEdge, face.bonnetHalf, -14)
  const bonnetSide = spline([
    [...endOf(bonnetTop)],
    [cowl - (cowl - face.bonnetEdge) * 0.35, face.screenHalf + 6],
    [...endOf(edge)],
  ])
  sheet.lay('front', 'bonnet', 'paint', symmetric(join(bonnetTop, bonnetSide, reverse(edge))))
  const crease = (share: number): Node => [
    cowl - (cowl - face.bonnetEdge) * share,
    face.screenHalf * (0.74 - share * 0.2),
  ]
  sheet.drawBoth('front', spline([crease(0.1), crease(0.5), crease(0.92)]))

  const side = before(half, face.bumperTop)
  const bumperTop = join(edge, straight(endOf(edge), endOf(side)))
  sheet.lay(
    'front',
    'frontBumper',
    'paint',
    symmetric(join(polyline([face.bottom, 0], startOf(side)), side, reverse(bumperTop))),
  )
  sheet.lay('front', 'grille', 'trim', rounded(symmetric(spline(swap(face.grille))), 26))
  sheet.layBoth('front', '#Headlamp', 'lamp', within(half, lamp(face.headlamp)))
  drawFaceDetail(sheet, style)
  drawContour(sheet, 'front', half)
}

/** From a point of the roof out to the silhouette. */
const flatLine = (from: Point, half: Curve, height: number): Curve =>
  join(reverse(straight(from, endOf(before(half, height)))), reverse(level(from[0], from[1], 20)))

function drawFaceDetail(sheet: Sheet, { face, width }: Style): void {
  const w = width / 2
  const heights = face.grille.map(([, y]) => y)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const bars = Math.max(1, Math.round((high - low) / 45))
  const grille = rounded(symmetric(spline(swap(face.grille))), 26)
  for (let i = 1; i <= bars; i++) {
    const y = low + ((high - low) * i) / (bars + 1)
    const [, upper] = cut(grille, ([up]) => up - y)
    const wide = (upper.length > 0 ? Math.abs(startOf(upper)[1]) : 0) - 24
    if (wide > 60) sheet.draw('front', straight([y, -wide], [y, wide]))
  }
  const { low: intake, high: intakeTop } = face.intake
  sheet.draw('front', rounded(symmetric(block(intake, intakeTop, w * 0.52, w * 0.58)), 30))
  sheet.draw('front', straight([(intake + intakeTop) / 2, -w * 0.48], [(intake + intakeTop) / 2, w * 0.48]))
  const fog: Point[] = [
    [intake + 6, w * 0.68],
    [intake + 26, w * 0.86],
    [intakeTop + 34, w * 0.89],
    [intakeTop - 4, w * 0.68],
  ]
  sheet.drawBoth('front', rounded(close(polyline(...fog)), 28))
  drawPlate(sheet, 'front', face.plate)
  for (const [across, up, radius] of face.lenses) sheet.drawBoth('front', circle([up, across], radius))
}

function drawPlate(sheet: Sheet, end: End, low: number): void {
  sheet.draw(end, rounded(symmetric(block(low, low + 110, 260)), 12), weights.gap)
}

function drawRear(sheet: Sheet, style: Style): void {
  const { back, height } = style
  const w = style.width / 2
  const half = drawBody(sheet, style, 'rear', back.bottom, back.shoulder)
  const { lid, window } = back
  const roofFrom = Math.min(Math.max(lid.top, window.top) + 16, height - 50)
  const roofSide = after(half, roofFrom)
  sheet.lay(
    'rear',
    'roof',
    'paint',
    symmetric(join(level(roofFrom, startOf(roofSide)[1], (height - roofFrom) * 0.4), roofSide)),
  )

  const lidSide = inset(half, lid.bottom, lid.top, lid.inset)
  const lidTop = level(lid.top, endOf(lidSide)[1], Math.min(12, (height - lid.top) * 0.12))
  const lidBottom = level(lid.bottom, startOf(lidSide)[1], -6)
  const wholeLid = rounded(symmetric(join(lidBottom, lidSide, reverse(lidTop))), 46)
  const glassSide = inset(half, window.bottom, window.top, window.inset)
  const pane = rounded(
    symmetric(
      join(
        level(window.bottom, startOf(glassSide)[1], -14),
        glassSide,
        reverse(level(window.top, endOf(glassSide)[1], 10)),
      ),
    ),
    50,
  )
  // The window of a car with a boot is above the lid, that of a tailgate inside it.
  if (window.bottom > lid.top) sheet.lay('rear', 'rearWindow', 'glass', pane)
  sheet.lay('rear', 'bootLid', 'paint', wholeLid)
  if (window.bottom <= lid.top) sheet.lay('rear', 'rearWindow', 'glass', pane)

  const side = before(half, back.bumperTop)
  const bumperTop = level(back.bumperTop - 20, endOf(side)[1], back.bumperBow ?? -14)
  sheet.lay(
    'rear',
    'rearBumper',
    'paint',
    symmetric(join(polyline([back.bottom, 0], startOf(side)), side, reverse(bumperTop))),
  )
  sheet.layBoth('rear', '#TailLamp', 'lamp', within(half, lamp(back.lamp)))
  if (back.wings) {
    sheet.draw('rear', straight([back.bumperTop - 30, 0], [back.plate, 0]), weights.gap)
    sheet.draw('rear', straight([back.plate + 110, 0], [endOf(reverse(lidTop))[0], 0]), weights.gap)
    for (const share of [0.1, 0.5, 0.86]) {
      const hinge = lid.bottom + (lid.top - lid.bottom) * share
      const edge = endOf(before(half, hinge))[1] - lid.inset
      const leaf: Point[] = [
        [hinge, edge + 36],
        [hinge, edge - 30],
        [hinge + 44, edge - 30],
        [hinge + 44, edge + 36],
      ]
      sheet.drawBoth('rear', rounded(close(polyline(...leaf)), 10))
    }
  } else {
    const grip = Math.max(back.plate + 140, lid.bottom + (lid.top - lid.bottom) * 0.42)
    sheet.draw('rear', rounded(symmetric(block(grip, grip + 26, 110)), 10))
  }
  drawPlate(sheet, 'rear', back.plate)
  const low = back.bottom + 45
  if (back.plate > back.bumperTop - 100) {
    sheet.draw('rear', rounded(symmetric(block(low, low + 90, w * 0.58, w * 0.64)), 30))
  }
  sheet.drawBoth(
    'rear',
    rounded(
      close(
        polyline([low + 92, w * 0.72], [low + 92, w * 0.9], [low + 128, w * 0.91], [low + 128, w * 0.72]),
      ),
      10,
    ),
  )
  drawContour(sheet, 'rear', half)
}

function mirror({ mirror: [, y], width }: Style): Curve {
  const w = width / 2
  return close(
    spline([
      [y + 4, w - 130, undefined, 'corner'],
      [y + 4, w - 74, undefined, 'corner'],
      [y - 8, w - 40],
      [y - 10, w + 60],
      [y + 12, w + 130],
      [y + 60, w + 146],
      [y + 108, w + 128],
      [y + 124, w + 60],
      [y + 114, w - 30],
      [y + 72, w - 68],
      [y + 44, w - 80, undefined, 'corner'],
      [y + 44, w - 130, undefined, 'corner'],
    ]),
  )
}
