// Findings of one system at one axle are one group.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupFindings, pairValues } from './finding-groups.ts'

const finding = (section: string, id: string, clientSettings = {}) => ({
  section: { id: section },
  question: { id, clientSettings },
})

test('section and axle make a group, in the order of their first findings', () => {
  const groups = groupFindings([
    finding('brakes', 'vc.padFL'),
    finding('tyres', 'vc.treadFL'),
    finding('brakes', 'vc.discF'),
    finding('brakes', 'vc.padRR'),
    finding('brakes', 'vc.brakeFluid'),
    finding('brakes', 'q7', { axle: 'rear' }),
  ])
  assert.deepEqual(
    groups.map(({ axle, findings }) => [axle, ...findings.map(({ question }) => question.id)]),
    [
      ['front', 'vc.padFL', 'vc.discF'],
      ['front', 'vc.treadFL'],
      ['rear', 'vc.padRR', 'q7'],
      [undefined, 'vc.brakeFluid'],
    ],
  )
})

test('values of one measurement stand together, left before right; two measurements stay apart', () => {
  const pairs = pairValues([
    finding('b', 'vc.padFR'),
    finding('b', 'vc.discF'),
    finding('b', 'vc.padFL'),
    finding('b', 'vc.lipFL'),
    finding('b', 'q8', { side: 'right', unit: 'mm' }),
    finding('b', 'q7', { side: 'left', unit: 'mm' }),
  ])
  assert.deepEqual(
    pairs.map(({ values }) => values.map(({ side, of }) => `${side} ${of.question.id}`)),
    [['left vc.padFL', 'right vc.padFR'], ['left vc.lipFL'], ['left q7', 'right q8']],
  )
})
