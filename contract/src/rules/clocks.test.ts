import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areZonesNamed, zoneAt } from './clocks.ts'
import { zoneName } from './zone-name.ts'

const group = {
  timeZone: 'Europe/Berlin',
  branches: [{ id: 'berlin' }, { id: 'moscow', timeZone: 'Europe/Moscow' }],
}

test('a branch has the clock of its site, whatever else that of the session', () => {
  assert.equal(zoneAt(group, 'moscow'), 'Europe/Moscow')
  for (const branchId of ['berlin', 'of another client', undefined])
    assert.equal(zoneAt(group, branchId), 'Europe/Berlin', branchId)
})

test('zones are named as soon as one branch has another clock', () => {
  assert.equal(areZonesNamed(group), true)
  assert.equal(areZonesNamed({ ...group, branches: [{ id: 'berlin' }, { id: 'munich' }] }), false)
  assert.equal(areZonesNamed({ ...group, branches: [] }), false)
})

test('the name of a zone follows the language and the season', () => {
  const [winter, summer] = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')]
  assert.equal(zoneName('en-GB', 'Europe/Berlin', winter), 'CET')
  assert.equal(zoneName('en-GB', 'Europe/Berlin', summer), 'CEST')
  assert.equal(zoneName('de', 'Europe/Berlin', summer), 'MESZ')
  assert.equal(zoneName('ru', 'Europe/Moscow', summer), 'GMT+3')
})
