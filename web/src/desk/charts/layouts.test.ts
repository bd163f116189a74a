import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cut, layoutBars } from './bar-layout.ts'
import { layoutCurve } from './curve-layout.ts'
import { layoutFunnel, slope } from './funnel-layout.ts'
import { layoutLines, spread } from './line-layout.ts'
import { roundTicks, scaleOf } from './scale.ts'

describe('scales', () => {
  for (const [low, high, wanted, ticks] of [
    [0, 97, 5, [0, 20, 40, 60, 80, 100]],
    [0, 0.3, 3, [0, 0.1, 0.2, 0.3]],
    [0, 0, 4, [0, 1]],
    [-30, 40, 4, [-40, -20, 0, 20, 40]],
    [3.9, 8.2, 4, [2, 4, 6, 8, 10]],
    [5, 5, 2, [5, 7.5]],
  ] as const)
    test(`${wanted} steps from ${low} to ${high} are round`, () =>
      assert.deepEqual(roundTicks(low, high, wanted), ticks))

  test('what is counted has whole steps', () => {
    assert.deepEqual(roundTicks(0, 2, 5, 1), [0, 1, 2])
    assert.deepEqual(roundTicks(0, 12, 5, 1), [0, 3, 6, 9, 12])
    assert.deepEqual(roundTicks(0, 97, 5, 1), [0, 20, 40, 60, 80, 100])
  })

  test('a value stands between its ticks', () => {
    const scale = scaleOf([0, 50, 100], 200, 0)
    assert.deepEqual([scale.at(0), scale.at(25), scale.at(100)], [200, 150, 0])
  })

  test('every value lies inside, however small or large', () => {
    for (const high of [1e-7, 0.004, 1, 7.3, 999, 1_234_567, 3e11]) {
      const ticks = roundTicks(0, high, 5)
      assert.ok(
        ticks[0] === 0 && ticks.at(-1)! >= high && ticks.length >= 3 && ticks.length <= 7,
        String(ticks),
      )
    }
  })
})

describe('lines', () => {
  const frame = { width: 460, height: 260, left: 40, right: 20, top: 10, bottom: 30 }

  test('the same day of both periods stands at the same place', () => {
    const { now, before } = layoutLines([1, 2, 3], [5, 10, 15, 20, 25], frame)
    assert.deepEqual(
      now.marks.map(({ x }) => x),
      before.marks.slice(0, 3).map(({ x }) => x),
    )
    assert.deepEqual([before.marks[0]?.x, before.marks.at(-1)?.x], [40, 440])
  })

  test('a day without a value is a gap and no nought', () => {
    const { now } = layoutLines([0, 4, undefined, 8], [], frame)
    assert.deepEqual(now.paths, ['M40 230L173.3 120', 'M440 10'])
    assert.deepEqual(
      now.marks.map(({ index }) => index),
      [0, 1, 3],
    )
  })

  test('long names of days are fewer', () => {
    const named = (dayWidth: number) => layoutLines(Array(19).fill(1), [], { ...frame, dayWidth }).days.length
    assert.ok(named(102) < named(62))
  })

  test('days are named as often as there is room', () => {
    const named = (width: number) => layoutLines(Array(31).fill(1), [], { ...frame, width }).days.length
    assert.ok(named(390) <= 6 && named(390) >= 3, String(named(390)))
    assert.ok(named(1180) > named(390))
  })

  test('one day and no day have a drawing', () => {
    assert.equal(layoutLines([3], [], frame).now.marks[0]?.x, 240)
    assert.deepEqual(layoutLines([], [], frame).now, { marks: [], paths: [] })
  })

  test('words at the ends of lines keep apart', () => {
    assert.deepEqual(spread([100, 102], 16, 0, 200), [100, 116])
    assert.deepEqual(spread([198, 199], 16, 0, 200), [184, 200])
    assert.deepEqual(spread([150, 20], 16, 0, 200), [150, 20])
  })
})

describe('bars', () => {
  const bars = [
    { label: 'North', value: 100, before: 80 },
    { label: 'South', value: 25 },
    { label: 'None', value: undefined },
  ]

  test('the longest fills the room, and words stand behind what ends last', () => {
    const { bars: placed, height } = layoutBars(bars, ['100', '25', '–'], 800)
    const [north, south, none] = placed as [(typeof placed)[0], (typeof placed)[0], (typeof placed)[0]]
    assert.ok(Math.abs(south.width * 4 - north.width) < 0.5)
    assert.equal(none.width, 0)
    assert.ok(north.beforeX! < north.x + north.width && north.valueX > north.x + north.width)
    assert.ok(north.valueX + 24 <= 800)
    assert.equal(height, 108)
  })

  test('words stand at their bar where the period before ended far behind, and behind both where it ended near', () => {
    const before = [
      { label: 'far', value: 10, before: 100 },
      { label: 'near', value: 95, before: 100 },
    ]
    const [far, near] = layoutBars(before, ['10', '95'], 800).bars
    assert.ok(far!.valueX < far!.beforeX! - 16)
    assert.ok(near!.valueX > near!.beforeX!)
  })

  test('on a narrow drawing the words stand above', () => {
    const [first] = layoutBars(bars, ['100', '25', '–'], 350).bars
    assert.equal(first?.x, 0)
    assert.ok(first!.labelY < first!.y)
  })

  test('an average stands on the scale of the bars', () => {
    const { bars: placed, averageX } = layoutBars(bars, ['100', '25', '–'], 800, 25)
    const south = placed[1]
    assert.equal(averageX, south!.x + south!.width)
    assert.equal(layoutBars(bars, ['100', '25', '–'], 800).averageX, undefined)
  })

  test('nothing at all is no division by nought', () => {
    assert.deepEqual(
      layoutBars([{ label: 'a', value: 0 }], ['0'], 600).bars.map(({ width }) => width),
      [0],
    )
    assert.equal(layoutBars([], [], 600).height, 0)
  })

  test('long words are cut', () =>
    assert.deepEqual([cut('Autohaus Nord', 9), cut('Nord', 9)], ['Autohaus…', 'Nord']))
})

describe('funnel', () => {
  const step = (pieces: number, money: number) => ({ name: '', label: '', pieces, money })

  test('each step says how much of the step before is left', () => {
    const [found, offered, sold] = layoutFunnel([step(200, 40_000), step(100, 30_000), step(0, 0)])
    assert.deepEqual(found, { piecesLength: 1, moneyLength: 1, piecesLeft: undefined, moneyLeft: undefined })
    assert.deepEqual(offered, { piecesLength: 0.5, moneyLength: 0.75, piecesLeft: 0.5, moneyLeft: 0.75 })
    assert.deepEqual(sold, { piecesLength: 0, moneyLength: 0, piecesLeft: 0, moneyLeft: 0 })
  })

  test('of few pieces no share is told', () => {
    const [, offered, sold] = layoutFunnel([step(9, 900), step(10, 1000), step(5, 500)])
    assert.deepEqual([offered?.piecesLeft, offered?.moneyLeft], [undefined, undefined])
    assert.deepEqual([sold?.piecesLeft, sold?.moneyLeft], [0.5, 0.5])
  })

  test('nothing found leaves nothing to compare with', () => {
    const [, offered] = layoutFunnel([step(0, 0), step(0, 0)])
    assert.deepEqual(offered, {
      piecesLength: 0,
      moneyLength: 0,
      piecesLeft: undefined,
      moneyLeft: undefined,
    })
  })

  test('a slope leads from one bar to the next', () =>
    assert.equal(slope(100, 10, 40, 30), 'M0 10L100 10L40 30L0 30Z'))
})

describe('curves', () => {
  const size = { width: 220, height: 120, edge: 10 }
  const points = [
    { at: '2026-05-01', value: 4 },
    { at: '2025-05-01', value: 8 },
  ]

  test('points stand by their date, whatever their order', () => {
    const { marks, paths, days } = layoutCurve({ points }, size)
    assert.deepEqual(
      marks.map(({ x, point }) => [x, point.value]),
      [
        [10, 8],
        [210, 4],
      ],
    )
    assert.equal(paths.length, 1)
    assert.deepEqual(days, { from: '2025-05-01', to: '2026-05-01' })
  })

  test('limits and the band are inside the scale', () => {
    const expected = [
      { at: '2026-05-01', low: 4, middle: 4, high: 4 },
      { at: '2027-05-01', low: 0, middle: 1, high: 2 },
    ]
    const limits = [{ value: 2, status: 'red' }] as const
    const { band, middle, limits: placed, marks } = layoutCurve({ points, limits, expected }, size)
    assert.equal(middle, 'M110 60L210 97.5')
    assert.equal(band, 'M110 60L210 85L210 110L110 60Z')
    assert.deepEqual([placed[0]?.y, marks.at(-1)?.x], [85, 110])
  })

  test('a new part is not joined with the old one', () => {
    const worn = { at: '2026-06-01', value: 12, isNew: true }
    assert.equal(layoutCurve({ points: [...points, worn] }, size).paths.length, 2)
  })

  test('one reading stands in the middle, and none draws nothing', () => {
    assert.equal(layoutCurve({ points: points.slice(0, 1) }, size).marks[0]?.x, 110)
    assert.deepEqual(layoutCurve({ points: [] }, size).marks, [])
  })
})
