// The view from above: whatever follows from the side view is taken from there, so that the two agree.
import {
  after,
  before,
  between,
  type Curve,
  close,
  endOf,
  flip,
  join,
  mix,
  move,
  type Node,
  type Point,
  pointAt,
  polyline,
  reverse,
  rounded,
  spline,
  startOf,
  straight,
  symmetric,
} from './curve.ts'
import { type Sheet, weights } from './sheet.ts'
import { pane } from './side.ts'
import type { Station, Style } from './style.ts'

/** How far the windows are inside the widest line of the body. */
const SHOULDER = 75

export function drawTop(sheet: Sheet, style: Style): void {
  const { length, plan, gaps, face } = style
  const half = style.width / 2
  const x = (name: Station) => style.profile.find(([, , at]) => at === name)?.[0] as number
  const outer = spline(planNodes(style)).slice(1, -1)
  const belt = move(outer, ([px, py]) => [px, py - SHOULDER])
  const [cowl, header, roofEnd, deck] = [x('cowl'), x('header'), x('roofEnd'), plan.deck ?? x('deck')]
  const bow = plan.screenBow
  const [frontDepth, rearDepth] = plan.bumpers

  // Curves across: from the middle to the vehicle's left.
  const across = (middle: number, side: number, width: number): Curve =>
    spline([
      [side, -width],
      [middle + (side - middle) * 0.28, -width * 0.55],
      [middle, 0],
      [middle + (side - middle) * 0.28, width * 0.55],
      [side, width],
    ]).slice(2)

  const screenFoot: Point = [cowl + bow, pointAt(belt, cowl + bow)[1]]
  const screenBase = across(cowl - 40, screenFoot[0], screenFoot[1])
  const roofFront = across(header - 30, header + 60, plan.roofFront)
  const roofRear = across(roofEnd + 20, roofEnd - 30, plan.roofRear)
  const windowFoot: Point = [deck - 40, plan.bed ? half - 170 : pointAt(belt, deck - 40)[1]]
  const windowBase = across(deck + 20, windowFoot[0], windowFoot[1])
  const roofSide = spline([
    [...endOf(roofFront)],
    [(header + roofEnd) / 2, Math.max(plan.roofFront, plan.roofRear) + 8],
    [...endOf(roofRear)],
  ])
  const pillarA = straight(screenFoot, endOf(roofFront))
  const pillarC = straight(endOf(roofRear), windowFoot)

  // Mirrors are below the body, which hides their base.
  const [mx] = style.mirror
  sheet.layBoth('top', '#Mirror', 'paint', mirror(mx + 40, half))

  const bumperEnd = frontDepth + 190
  const noseInner = half - 165
  const bonnetFront = across(frontDepth, frontDepth + 70, noseInner)
  const bonnetSide = spline([
    [...endOf(bonnetFront)],
    [frontDepth + (screenFoot[0] - frontDepth) * 0.55, (noseInner + screenFoot[1]) / 2 + 14],
    [...screenFoot],
  ])
  sheet.layBoth(
    'top',
    'front#Wing',
    'paint',
    close(
      between(outer, bumperEnd, gaps[0]?.top as number),
      polyline(pointAt(outer, gaps[0]?.top as number), pointAt(belt, gaps[0]?.top as number)),
      reverse(between(belt, screenFoot[0], gaps[0]?.top as number)),
      reverse(bonnetSide),
    ),
  )
  sheet.lay(
    'top',
    'frontBumper',
    'paint',
    symmetric(
      join(before(outer, bumperEnd), polyline(endOf(bonnetFront), endOf(bonnetFront)), reverse(bonnetFront)),
    ),
  )
  sheet.lay('top', 'bonnet', 'paint', symmetric(join(bonnetFront, bonnetSide, reverse(screenBase))))

  const stops = gaps.map(({ top }) => top)
  const doors = gaps.length > 2 ? ['front#Door', 'rear#Door'] : ['front#Door']
  for (const [i, id] of doors.entries()) {
    const [from, to] = [stops[i] as number, stops[i + 1] as number]
    sheet.layBoth('top', id, 'paint', close(between(outer, from, to), reverse(between(belt, from, to))))
  }
  const last = stops.at(-1) as number
  const tailEnd = length - rearDepth - 150
  const lidEnd = length - rearDepth - 50
  const lidHalf = Math.min(half - 170, pointAt(outer, lidEnd)[1] - 75)
  const lidEdge = across(length - rearDepth, lidEnd, lidHalf)
  const bed = plan.bed
  // From above a tailgate is short; a boot lid is long enough to curve.
  const lidSide =
    bed || lidEnd - windowFoot[0] < 300
      ? straight(bed ? [bed.to, half - 170] : windowFoot, endOf(lidEdge))
      : spline([
          [...windowFoot],
          [(windowFoot[0] + lidEnd) / 2, (windowFoot[1] + lidHalf) / 2 + 20],
          [...endOf(lidEdge)],
        ])
  const inner = bed ? straight(windowFoot, [bed.to, half - 170]) : []
  sheet.layBoth(
    'top',
    'rear#Wing',
    'paint',
    close(
      between(outer, last, tailEnd),
      reverse(lidSide),
      reverse(inner),
      reverse(between(belt, last, windowFoot[0])),
    ),
  )
  sheet.lay('top', 'rearBumper', 'paint', symmetric(join(lidEdge, after(outer, tailEnd))))
  if (bed) {
    const wall = half - 170
    sheet.lay(
      'top',
      'loadBed',
      'trim',
      symmetric(join(windowBase, inner, polyline([bed.to, wall], [bed.to, 0]))),
    )
    sheet.lay(
      'top',
      'bootLid',
      'paint',
      symmetric(join(polyline([bed.to, 0], [bed.to, wall]), lidSide, reverse(lidEdge))),
    )
  } else {
    sheet.lay('top', 'bootLid', 'paint', symmetric(join(windowBase, lidSide, reverse(lidEdge))))
  }

  // Roof, glass and pillars.
  sheet.layBoth(
    'top',
    '#RoofFrame',
    'paint',
    close(pillarA, roofSide, pillarC, reverse(between(belt, screenFoot[0], windowFoot[0]))),
  )
  sheet.lay('top', 'windscreen', 'glass', symmetric(join(screenBase, pillarA, reverse(roofFront))))
  sheet.lay('top', 'roof', 'paint', symmetric(join(roofFront, roofSide, reverse(roofRear))))
  sheet.lay('top', 'rearWindow', 'glass', symmetric(join(roofRear, pillarC, reverse(windowBase))))

  drawSideGlass(sheet, style, belt, join(pillarA, roofSide, pillarC))
  const lampFrom = frontDepth * 0.9
  sheet.layBoth('top', '#Headlamp', 'lamp', headlamp(outer, lampFrom, lampFrom + 330))
  sheet.layBoth('top', '#TailLamp', 'lamp', tailLamp(style, outer))

  sheet.draw('top', join(reverse(flip(outer)), outer), weights.contour)
  drawRoof(sheet, style, [header, roofEnd])
  drawNose(sheet, [frontDepth, cowl, noseInner], face.screenHalf)
  if (bed) drawBed(sheet, style, bed)
}

function drawSideGlass(sheet: Sheet, style: Style, belt: Curve, roofLine: Curve): void {
  const rim = style.opening
  const [from, to] = [(rim[0] as Node)[0] + 40, (rim.at(-1) as Node)[0] - 20]
  const lower = move(between(belt, from, to), ([px, py]) => [px, py - 14])
  const inner = move(roofLine, ([px, py]) => [px, py + 32])
  const upper = join(
    straight(startOf(lower), pointAt(inner, from + 150)),
    between(inner, from + 150, to - 110),
    straight(pointAt(inner, to - 110), endOf(lower)),
  )
  for (const glass of style.glass) {
    sheet.layBoth('top', glass.id, 'glass', rounded(pane(upper, lower, glass), 24))
  }
}

function planNodes({ length, width, plan }: Style): Node[] {
  const w = width / 2
  const { nose, tail } = plan
  const left: Node[] = [
    [0, 0],
    [nose * 0.12, w * 0.42],
    [nose * 0.42, w * 0.72],
    [nose * 1.05, w * 0.905],
    [nose * 2.2, w * 0.967],
    [length * 0.36, w * 0.995],
    [length * 0.55, w],
    [length - tail * 2.3, w * 0.97],
    [length - tail * 1.05, w * 0.908],
    [length - tail * 0.42, w * 0.73],
    [length - tail * 0.11, w * 0.43],
    [length, 0],
  ]
  const [, second] = left
  const beforeLast = left.at(-2)
  return [mirrored(second as Node), ...left, mirrored(beforeLast as Node)]
}
const mirrored = ([x, y]: Node): Node => [x, -y]

/** Follows the corner of the body. */
function headlamp(outer: Curve, from: number, to: number): Curve {
  const edge = between(outer, from, to)
  const [a, b] = [startOf(edge), endOf(edge)]
  const back = spline([[...b], [a[0] + 190, a[1] - 55], [a[0] + 60, a[1] - 150], [...a]])
  return rounded(close(edge, back), 18)
}

/** A band along the corner, equally deep at both ends. */
function tailLamp({ length, plan }: Style, outer: Curve): Curve {
  const edge = between(outer, length - plan.tail * 0.85, length - plan.tail * 0.24)
  const middle: Point = [length - 1000, 0]
  const inner = move(edge, (point) => mix(point, middle, 0.055))
  return rounded(close(edge, reverse(inner)), 12)
}

function mirror(x: number, half: number): Curve {
  return rounded(
    spline([
      [x + 150, half - 120],
      [x + 30, half - 60],
      [x, half + 40],
      [x + 20, half + 120],
      [x + 90, half + 145],
      [x + 150, half + 120],
      [x + 165, half + 20],
      [x + 150, half - 120, undefined, 'corner'],
    ]),
    14,
  )
}

function drawRoof(sheet: Sheet, { plan }: Style, [header, roofEnd]: readonly [number, number]): void {
  if (plan.rails) {
    const y = Math.min(plan.roofFront, plan.roofRear) - 35
    const [from, to] = [header + 190, roofEnd - 130]
    sheet.drawBoth('top', rounded(close(polyline([from, y], [to, y - 6], [to, y - 36], [from, y - 30])), 14))
  }
  for (const rib of plan.ribs ?? []) {
    const y = Math.min(plan.roofFront, plan.roofRear) - 110
    sheet.draw('top', rounded(close(polyline([rib, y], [rib + 40, y], [rib + 40, -y], [rib, -y])), 18))
  }
  if (plan.sunroof) {
    const [from, to] = plan.sunroof
    const y = plan.roofFront - 130
    sheet.draw('top', rounded(close(polyline([from, y], [to, y], [to, -y], [from, -y])), 70))
  }
}

function drawNose(
  sheet: Sheet,
  [front, cowl, half]: readonly [number, number, number],
  screen: number,
): void {
  // Creases of the bonnet, and the wipers.
  sheet.drawBoth(
    'top',
    spline([
      [front + 130, half * 0.5],
      [(front + cowl) / 2, half * 0.62],
      [cowl - 130, half * 0.78],
    ]),
  )
  sheet.drawBoth(
    'top',
    spline([
      [cowl - 2, screen * 0.06],
      [cowl + 60, screen * 0.36],
      [cowl + 130, screen * 0.62],
    ]),
  )
}

function drawBed(sheet: Sheet, { width }: Style, { from, to }: { from: number; to: number }): void {
  const y = width / 2 - 235
  sheet.draw(
    'top',
    rounded(close(polyline([from, y], [to - 60, y], [to - 60, -y], [from, -y])), 40),
    weights.gap,
  )
  for (let rib = -3; rib <= 3; rib++) {
    sheet.draw('top', straight([from + 60, (rib * y) / 4], [to - 120, (rib * y) / 4]))
  }
}
