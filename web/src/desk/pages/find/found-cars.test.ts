import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { listFoundCars } from './found-cars.ts'

const card = (id: string, facts: Partial<BoardCard>): BoardCard =>
  ({ kind: 'order', id, surveys: [], ...facts }) as BoardCard

test('each vehicle is found once, by its VIN, or by its plate if it has none', () => {
  const found = listFoundCars([
    card('2', { vin: 'WVWZZZ1KZAW000001', plannedStart: '2026-05-01T08:00:00Z' }),
    card('1', { vin: 'wvwzzz1kzaw000001', plannedStart: '2026-06-01T08:00:00Z' }),
    card('3', { vin: 'too short', numberPlate: 'B-WA 3' }),
    card('4', {}),
  ])
  assert.deepEqual(
    found.map(({ key, card: { id } }) => [key, id]),
    [
      ['vin/WVWZZZ1KZAW000001', '1'],
      ['plate/BWA3', '3'],
    ],
  )
})
