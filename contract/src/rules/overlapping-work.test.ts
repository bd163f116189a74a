// Which offers have work in common, which are alternatives, and what the order already has.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findHolding, listAlternatives, listOverlaps, type OrderLine, workOf } from './overlapping-work.ts'

const contained = {
  major: ['minor', 'plugs'],
  minor: ['oil', 'cabin'],
  set: ['pads'],
  original: ['pads'],
  loop: ['loop2'],
  loop2: ['loop'],
}

test('a package contains what its parts contain; a circle ends', () => {
  assert.deepEqual([...workOf('major', contained)], ['major', 'minor', 'plugs', 'oil', 'cabin'])
  assert.deepEqual([...workOf('loop', contained)], ['loop', 'loop2'])
  assert.deepEqual([...workOf('unknown', contained)], ['unknown'])
})

describe('overlaps', () => {
  const cases: [string, { packageId?: string; axle?: 'front' | 'rear' }[], string[]][] = [
    [
      'an oil service inside a minor service',
      [{ packageId: 'oil' }, { packageId: 'minor' }],
      ['inside minor oil'],
    ],
    ['by way of another package', [{ packageId: 'major' }, { packageId: 'oil' }], ['inside major oil']],
    ['part of both', [{ packageId: 'set' }, { packageId: 'original' }], ['shared original set']],
    ['nothing in common', [{ packageId: 'oil' }, { packageId: 'pads' }], []],
    ['the same package twice is decided by what it covers', [{ packageId: 'oil' }, { packageId: 'oil' }], []],
    [
      'other axles',
      [
        { packageId: 'set', axle: 'front' },
        { packageId: 'pads', axle: 'rear' },
      ],
      [],
    ],
    [
      'the same axle',
      [
        { packageId: 'set', axle: 'front' },
        { packageId: 'pads', axle: 'front' },
      ],
      ['inside set pads'],
    ],
    ['an own line has no package', [{}, { packageId: 'oil' }], []],
  ]
  for (const [name, offers, expected] of cases)
    test(name, () => {
      const found = listOverlaps(offers, contained)
      assert.deepEqual(
        found.map(({ kind, whole, part }) => `${kind} ${whole.packageId} ${part.packageId}`),
        expected,
      )
    })
})

describe('alternatives', () => {
  const work = (packageId: string, ...questionIds: string[]) => ({ packageId, questionIds })
  const namesOf = (works: ReturnType<typeof work>[]) =>
    listAlternatives(works, contained).map((choice) => choice.map(({ packageId }) => packageId))

  test('answer the same finding and have work in common', () => {
    assert.deepEqual(
      namesOf([work('pads', 'padFL', 'padFR'), work('set', 'padFR', 'discF'), work('original', 'discF')]),
      [['pads', 'set', 'original']],
    )
  })
  test('two variants of a package are alternatives', () => {
    assert.deepEqual(namesOf([work('gas', 'climate'), work('gas', 'climate')]), [['gas', 'gas']])
  })
  test('what has nothing in common is no choice, nor what answers other findings', () => {
    assert.deepEqual(namesOf([work('dampersF', 'shocks'), work('dampersR', 'shocks')]), [
      ['dampersF'],
      ['dampersR'],
    ])
    assert.deepEqual(namesOf([work('oil', 'oilState'), work('minor', 'cabinFilter')]), [['oil'], ['minor']])
  })
  test('one that has something in common with two connects them', () => {
    assert.deepEqual(namesOf([work('oil', 'q'), work('cabin', 'q'), work('minor', 'q')]), [
      ['oil', 'cabin', 'minor'],
    ])
  })
})

describe('what the order has', () => {
  const major = { healthPackageId: 'major', quantity: 1, description: 'Major service' }
  const pads = { itemCode: 'BP-1', quantity: 1 }
  const labour = { itemCode: '33-110', quantity: 1 }
  const items = [{ itemCode: '33-110' }, { itemCode: 'BP-1' }, {}]
  const cases = [
    ['the package itself', [major], { packageId: 'major', items: [] }, major],
    ['inside a package of the order', [major], { packageId: 'cabin', items: [] }, major],
    [
      'not a package that contains one of the order',
      [{ healthPackageId: 'oil' }],
      { packageId: 'minor', items: [] },
      undefined,
    ],
    ['every item code', [pads, labour], { packageId: 'other', items }, labour],
    ['only some of the codes', [pads], { packageId: 'other', items }, undefined],
    ['no codes at all', [pads], { items: [{}] }, undefined],
    [
      'deferred in the DMS',
      [{ ...major, deferredQuantity: 1 }],
      { packageId: 'major', items: [] },
      undefined,
    ],
    [
      'deferred in part',
      [{ ...major, quantity: 2, deferredQuantity: 1 }],
      { packageId: 'major', items: [] },
      true,
    ],
    ['an empty order', [], { packageId: 'major', items }, undefined],
  ] as const
  for (const [name, lines, offered, expected] of cases)
    test(name, () => {
      const found = findHolding<OrderLine>(lines, offered, contained)
      assert.deepEqual(expected === true ? found !== undefined : found, expected)
    })
})
