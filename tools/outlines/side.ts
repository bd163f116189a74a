// The side view of a style: the profile cut into bumper, wing, doors, sill and lid along shared curves, so that panels
// meet without a gap. Draws the left and the right side, which are mirror images.
import {
  after,
  arc,
  before,
  between,
  type Curve,
  circle,
  close,
  cut,
  endOf,
  join,
  type Node,
  type Point,
  pointAt,
  polyline,
  reverse,
  rounded,
  shift,
  spline,
  startOf,
  straight,
} from './curve.ts'
import { ofSide, type Sheet, weights } from './sheet.ts'
import type { Gap, Glass, Station, Style } from './style.ts'

/** Above the belt, so that the lower frame of the windows shows. */
const FRAME = 16

export function drawSides(sheet: Sheet, style: Style): void {
  for (const side of ['left', 'right'] as const) drawSide(sheet, style, side)
}

function drawSide(sheet: Sheet, style: Style, side: 'left' | 'right'): void {
  const { gaps, sill, tyre, arch } = style
  const profile = spline(style.profile)
  const index = (name: Station) => style.profile.findIndex(([, , at]) => at === name)
  const section = (from: Station | 0, to: Station | 'end') =>
    profile.slice(from === 0 ? 0 : index(from), to === 'end' ? undefined : index(to))
  const at = (name: Station): Node => style.profile[index(name)] as Node
  const hasLid = index('lid') >= 0
  const lid = hasLid ? 'lid' : 'deck'

  const [frontWheel, rearWheel] = style.axles.map((x): Point => [x, tyre]) as [Point, Point]
  const angle = (y: number) => (Math.asin((y - tyre) / arch) * 180) / Math.PI
  const archOf = (wheel: Point, from: number, to: number) => arc(wheel, arch, from, to)
  const ahead = (y: number) => 180 - angle(y)

  const belt = spline([bare(at('cowl')), ...style.belt, bare(at('deck'))])
  const bonnetLine = spline([bare(at('bonnet')), ...style.bonnetLine, bare(at('cowl'))])
  const lidLine = spline([bare(at(lid)), ...style.lidLine, bare(at('rearBumper'))])
  const [front, rear] = style.bumperAtArch
  const [frontLow, rearLow] = [startOf(profile)[1], endOf(profile)[1]]
  const frontBumperLine = straight(point(at('frontBumper')), startOf(archOf(frontWheel, ahead(front), 0)))
  const rearBumperLine = straight(startOf(archOf(rearWheel, angle(rear), 90)), point(at('rearBumper')))
  const sillTop = straight(
    startOf(archOf(frontWheel, angle(sill.top), 90)),
    startOf(archOf(rearWheel, ahead(sill.top), 90)),
  )
  const gapCurve = ({ top, nodes = [], foot }: Gap): Curve => {
    const [x, y] = pointAt(belt, top)
    const end =
      typeof foot === 'number' ? ([foot, sill.top] as const) : startOf(archOf(rearWheel, foot.angle, 90))
    return spline([[x, y], ...nodes, [end[0], end[1]]])
  }
  const cuts = gaps.map(gapCurve)
  const [first, second] = [cuts[0] as Curve, cuts[1] as Curve]
  const last = cuts.at(-1) as Curve
  const lastFoot = (gaps.at(-1) as Gap).foot
  const lay = (id: string, kind: Parameters<Sheet['lay']>[2], closed: Curve, edge?: number) =>
    sheet.lay(side, ofSide(id, side), kind, closed, edge)
  const draw = (curve: Curve, weight?: number) => sheet.draw(side, curve, weight)

  lay('#RoofFrame', 'paint', close(section('cowl', 'deck'), reverse(belt)))
  lay('bonnet', 'paint', close(section('bonnet', 'cowl'), reverse(bonnetLine)))
  lay(
    'front#Wing',
    'paint',
    close(
      section('frontBumper', 'bonnet'),
      bonnetLine,
      before(belt, gaps[0]?.top as number),
      first,
      reverse(before(sillTop, endOf(first)[0])),
      archOf(frontWheel, angle(sill.top), ahead(front)),
      reverse(frontBumperLine),
    ),
  )
  lay(
    'frontBumper',
    'paint',
    close(section(0, 'frontBumper'), frontBumperLine, archOf(frontWheel, ahead(front), ahead(frontLow))),
  )
  lay(
    'front#Door',
    'paint',
    close(
      between(belt, gaps[0]?.top as number, gaps[1]?.top as number),
      second,
      reverse(between(sillTop, endOf(first)[0], endOf(second)[0])),
      reverse(first),
    ),
  )
  if (gaps.length > 2) {
    const foot: Curve =
      typeof lastFoot === 'number'
        ? reverse(between(sillTop, endOf(second)[0], lastFoot))
        : join(archOf(rearWheel, lastFoot.angle, ahead(sill.top)), reverse(after(sillTop, endOf(second)[0])))
    lay(
      'rear#Door',
      'paint',
      close(between(belt, gaps[1]?.top as number, gaps[2]?.top as number), last, foot, reverse(second)),
    )
  }
  const wingFoot: Curve =
    typeof lastFoot === 'number'
      ? join(archOf(rearWheel, angle(rear), ahead(sill.top)), reverse(after(sillTop, lastFoot)))
      : archOf(rearWheel, angle(rear), lastFoot.angle)
  lay(
    'rear#Wing',
    'paint',
    close(
      after(belt, gaps.at(-1)?.top as number),
      hasLid ? section('deck', 'lid') : [],
      lidLine,
      reverse(rearBumperLine),
      wingFoot,
      reverse(last),
    ),
  )
  lay('bootLid', 'paint', close(section(lid, 'rearBumper'), reverse(lidLine)))
  lay(
    'rearBumper',
    'paint',
    close(rearBumperLine, section('rearBumper', 'end'), archOf(rearWheel, angle(rearLow), angle(rear))),
  )
  lay(
    '#Sill',
    'paint',
    close(
      sillTop,
      archOf(rearWheel, ahead(sill.top), ahead(sill.bottom)),
      archOf(frontWheel, angle(sill.bottom), angle(sill.top)),
    ),
  )

  const rim = style.opening
  const [from, to] = [rim[0] as Node, rim.at(-1) as Node]
  const lower = shift(between(belt, from[0], to[0]), 0, FRAME)
  const upper = spline([
    [...startOf(lower), from[2], from[3]] as Node,
    ...rim.slice(1, -1),
    [...endOf(lower), to[2], to[3]] as Node,
  ])
  for (const glass of style.glass) {
    lay(glass.id, 'glass', rounded(pane(upper, lower, glass), 34))
  }

  const lamp = (nodes: readonly Node[]) => within(profile, rounded(spline([...nodes, nodes[0] as Node]), 26))
  lay('#Headlamp', 'lamp', lamp(style.headlamp))
  lay('#TailLamp', 'lamp', lamp(style.tailLamp))
  if (style.cladding) {
    const radius = arch + 50
    const rise = (y: number) => (Math.asin((y - tyre) / radius) * 180) / Math.PI
    draw(arc(frontWheel, radius, rise(sill.top), 180 - rise(frontLow)))
    draw(arc(rearWheel, radius, rise(rearLow), 180 - rise(sill.top)))
  }
  if (style.gate) draw(spline(style.gate), weights.gap)
  for (const crease of style.creases) draw(spline(crease))

  for (const [id, wheel, low] of [
    ['front#Wheel', frontWheel, [ahead(frontLow), angle(sill.bottom)]],
    ['rear#Wheel', rearWheel, [ahead(sill.bottom), angle(rearLow)]],
  ] as const) {
    const [one, other] = low
    const onTyre = (degrees: number) =>
      (Math.asin(Math.max(-1, (arch / tyre) * Math.sin((degrees / 180) * Math.PI))) * 180) / Math.PI
    // Slightly under the edge of the arch, so that rounding leaves no gap.
    const closed = close(
      arc(wheel, arch + 4, other, one),
      arc(wheel, tyre, 180 - onTyre(180 - one), 360 + onTyre(other)),
    )
    lay(id, 'wheel', closed, 0)
    drawWheel(draw, wheel, style)
  }
  draw(
    join(
      profile,
      archOf(rearWheel, angle(rearLow), ahead(sill.bottom)),
      archOf(frontWheel, angle(sill.bottom), ahead(frontLow)),
      polyline(startOf(archOf(frontWheel, ahead(frontLow), 0)), startOf(profile)),
    ),
    weights.contour,
  )
  for (const [x, y] of style.handles) {
    draw(rounded(close(polyline([x, y + 4], [x + 185, y + 14], [x + 185, y - 20], [x, y - 26])), 16))
  }
  drawMirror(lay, style.mirror)
}

function drawMirror(
  lay: (id: string, kind: 'paint', closed: Curve) => void,
  [x, y]: readonly [number, number],
): void {
  const shell: Node[] = [
    [x, y + 20],
    [x + 70, y + 118],
    [x + 215, y + 128],
    [x + 240, y + 70],
    [x + 225, y + 8],
    [x + 90, y - 8],
    [x, y + 20],
  ]
  lay('#Mirror', 'paint', rounded(spline(shell), 20))
}

function drawWheel(draw: (curve: Curve, weight?: number) => void, centre: Point, style: Style): void {
  const { tyre, rim, spokes } = style
  draw(circle(centre, tyre), weights.contour)
  draw(circle(centre, rim), weights.gap)
  draw(circle(centre, rim - 20))
  draw(circle(centre, rim * 0.17))
  const wide = 360 / spokes
  for (let i = 0; i < spokes; i++) {
    const middle = 90 + wide * (i + 0.5)
    const [outer, inner] = [rim - 42, rim * 0.3]
    const [a, b] = [wide * 0.5 - 9, wide * 0.5 - 16]
    draw(
      rounded(
        close(arc(centre, outer, middle - a, middle + a), arc(centre, inner, middle + b, middle - b)),
        22,
      ),
    )
  }
}

/** The part of the opening between two pillars. */
export function pane(upper: Curve, lower: Curve, { from, to }: Pick<Glass, 'from' | 'to'>): Curve {
  const [low, high] = [lower, upper].map((curve) => {
    let part = curve
    if (from) part = cut(part, sideOf(from, lower, upper))[1]
    if (to) part = cut(part, sideOf(to, lower, upper))[0]
    return part
  }) as [Curve, Curve]
  return close(high, reverse(low))
}

/** Which side of a pillar a point is on. A pillar is the straight line between its two ends. */
function sideOf([belt, roof]: readonly [number, number], lower: Curve, upper: Curve) {
  const y = pointAt(lower, belt)[1]
  const heights = upper.flatMap(([, , , [, height]]) => height)
  const top = heights.reduce((far, height) => (Math.abs(height - y) > Math.abs(far - y) ? height : far), y)
  return ([px, py]: Point) => px - belt - ((roof - belt) * (py - y)) / (top - y)
}

/** A closed curve without the part outside the profile: a point outside moves onto it. */
function within(profile: Curve, closed: Curve): Curve {
  const ends = [profile.slice(0, 6), profile.slice(-6)] as const
  const clamp = ([x, y]: Point): Point => {
    const nose = cut(ends[0], (p) => p[1] - y)[1]
    const tail = cut(reverse(ends[1]), (p) => p[1] - y)[1]
    const low = nose.length > 0 ? startOf(nose)[0] : Number.NEGATIVE_INFINITY
    const high = tail.length > 0 ? startOf(tail)[0] : Number.POSITIVE_INFINITY
    return [Math.min(high, Math.max(low, x)), y]
  }
  return closed.map(([a, b, c, d]) => [clamp(a), clamp(b), clamp(c), clamp(d)] as const)
}

const point = ([x, y]: Node): Point => [x, y]
const bare = ([x, y]: Node): Node => [x, y]
