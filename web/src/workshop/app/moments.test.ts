import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, momentsOf } from './moments.ts'

const berlin = 'Europe/Berlin'
const devices = ['UTC', 'America/New_York', 'Asia/Tokyo']

/** What the process takes for the zone of the device. */
function onDevices(check: (device: string) => void): void {
  const before = process.env.TZ
  try {
    for (const device of devices) {
      process.env.TZ = device
      check(device)
    }
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
}

test('a day is the same day on every device', () => {
  onDevices((device) => {
    const { day, isoDay, date, dayTime } = momentsOf('en-GB', berlin)
    // As a device sends it, and as the owner's page does: midnight with the offset of the dealership.
    assert.equal(day('2027-02-13'), '13 Feb 2027', device)
    assert.equal(day('2027-02-13T00:00:00+01:00'), '13 Feb 2027', device)
    assert.equal(day('2027-02-13T00:00:00'), '13 Feb 2027', device)
    for (const text of ['2027-02-13', '2027-02-13T00:00:00+01:00', '2027-02-12T23:00:00Z'])
      assert.equal(isoDay(text), '2027-02-13', device)
    assert.equal(date('2027-02-13'), '13 Feb 27', device)
    assert.equal(dayTime('2027-02-13'), '13 Feb', device)
  })
})

test('without an offset a time is that of the dealership, with one it is shown there', () => {
  onDevices((device) => {
    const { time, dayTime } = momentsOf('de-DE', berlin)
    assert.equal(time('2026-11-15T08:30:00'), '08:30', device)
    assert.equal(time('2026-11-15T08:30:00Z'), '09:30', device)
    assert.equal(dayTime('2020-11-15T23:45'), '15. Nov., 23:45', device)
    assert.equal(dayTime('2020-11-15T23:45:00Z'), '16. Nov., 00:45', device)
  })
})

test('today is the day there, and what is today is told by its time alone', () => {
  const now = () => Date.parse('2026-11-15T23:30:00Z')
  onDevices((device) => {
    const here = momentsOf('en-GB', berlin, now)
    assert.equal(here.today(), '2026-11-16', device)
    assert.equal(here.dayTime('2026-11-16T07:00:00'), '07:00', device)
    assert.equal(here.dayTime('2026-11-15T23:10:00Z'), '00:10', device)
    assert.equal(here.wallClock(now()), '2026-11-16T00:30', device)
    assert.equal(momentsOf('en-GB', 'America/New_York', now).today(), '2026-11-15', device)
  })
})

test('what is no date stays as it was written', () => {
  const { day, dayTime } = momentsOf('en-GB', berlin)
  assert.deepEqual([day('soon'), dayTime('2026-13-45')], ['soon', '2026-13-45'])
})

test('days are added over changes of month and of clocks', () => {
  assert.deepEqual(
    [addDays('2026-12-28', 7), addDays('2027-03-25', 7), addDays('2028-02-28', 1)],
    ['2027-01-04', '2027-04-01', '2028-02-29'],
  )
})
