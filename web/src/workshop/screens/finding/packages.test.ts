// Alternatives at a finding: one of them is offered.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listTaps, type OfferedVariant } from './packages.ts'

const offered = (packageId: string, isSelected: boolean): OfferedVariant => ({
  answerId: 'bad',
  packageId,
  variantId: 'v',
  name: packageId,
  detail: '',
  price: 100,
  currency: 'EUR',
  isSelected,
})

const toldOf = (taps: ReturnType<typeof listTaps>) =>
  taps.map(({ one: { packageId }, selected }) => [packageId, selected])

describe('alternatives at a finding', () => {
  test('choosing one takes the other out first; a second tap takes it back', () => {
    const [pads, discs] = [offered('pads', true), offered('discs', false)]
    assert.deepEqual(toldOf(listTaps([pads, discs], discs)), [
      ['pads', false],
      ['discs', true],
    ])
    assert.deepEqual(toldOf(listTaps([pads, discs], pads)), [['pads', false]])
  })
})
