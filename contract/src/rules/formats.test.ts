import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from './days.ts'
import { formatsOf } from './formats.ts'

const units = { hour: 'Std.' }
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
    const { shortDate: day, isoDay, briefDate: date, dayTime } = formatsOf('en', berlin, { units })
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
    const { time, dayTime } = formatsOf('de', berlin, { units })
    assert.equal(time('2026-11-15T08:30:00'), '08:30', device)
    assert.equal(time('2026-11-15T08:30:00Z'), '09:30', device)
    assert.equal(dayTime('2020-11-15T23:45'), '15. Nov., 23:45', device)
    assert.equal(dayTime('2020-11-15T23:45:00Z'), '16. Nov., 00:45', device)
  })
})

test('today is the day there, and what is today is told by its time alone', () => {
  const now = () => Date.parse('2026-11-15T23:30:00Z')
  onDevices((device) => {
    const here = formatsOf('en', berlin, { units, now })
    assert.equal(here.today(), '2026-11-16', device)
    assert.equal(here.dayTime('2026-11-16T07:00:00'), '07:00', device)
    assert.equal(here.dayTime('2026-11-15T23:10:00Z'), '00:10', device)
    assert.equal(here.wallClock(now()), '2026-11-16T00:30', device)
    assert.equal(formatsOf('en', 'America/New_York', { units, now }).today(), '2026-11-15', device)
  })
})

test('whoever reads times of several zones reads the zone beside them, but not beside a day', () => {
  const now = () => Date.parse('2026-07-15T12:00:00Z')
  const named = (language: string, zone: string) =>
    formatsOf(language, zone, { units, now, isZoneNamed: true })
  assert.equal(named('en', 'Europe/Moscow').dayTime('2026-07-15T11:30:00Z'), '14:30 GMT+3')
  assert.equal(named('en', berlin).dayTime('2026-01-15T11:30:00Z'), '15 Jan, 12:30 CET')
  assert.equal(named('de', berlin).time('2026-07-15T11:30:00Z'), '13:30 MESZ')
  for (const day of ['shortDate', 'date', 'briefDate', 'dayTime', 'isoDay'] as const)
    assert.equal(
      named('en', 'Europe/Moscow')[day]('2026-07-14'),
      formatsOf('en', berlin, { units, now })[day]('2026-07-14'),
    )
})

test('what is no date stays as it was written', () => {
  const { shortDate: day, dayTime } = formatsOf('en', berlin, { units })
  assert.deepEqual([day('soon'), dayTime('2026-13-45')], ['soon', '2026-13-45'])
})

test('days are added over changes of month and of clocks', () => {
  assert.deepEqual(
    [addDays('2026-12-28', 7), addDays('2027-03-25', 7), addDays('2028-02-28', 1)],
    ['2027-01-04', '2027-04-01', '2028-02-29'],
  )
})

const formats = (language: string, timeZone = 'Europe/Berlin') => formatsOf(language, timeZone, { units })
/** Spaces of every width as one. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('numbers, money and dates follow the language', () => {
  assert.equal(plain(formats('de').money(1234.5, 'EUR')), '1.234,50 €')
  assert.equal(plain(formats('ru').money(1234.5, 'RUB')), '1 234,50 ₽')
  assert.equal(formats('en').money(1234.5, 'GBP'), '£1,234.50')
  assert.equal(formats('de').money(1234.5, 'JPY').replaceAll(/\s/g, ' '), '1.235 ¥')
  assert.equal(formats('de').money(2.5), '2,50')
  assert.equal(plain(formats('de').quantity(0.1 + 0.2, 'hour')), '0,3 Std.')
  assert.equal(plain(formats('en').quantity(3, 'furlong')), '3 furlong')
  assert.equal(formats('en').date('2026-03-04T23:30:00Z'), '5 March 2026')
  assert.equal(formats('en', 'America/New_York').date('2026-03-04T23:30:00Z'), '4 March 2026')
})

test('a day is that day in every time zone', () => {
  assert.equal(formats('de', 'America/Los_Angeles').date('2026-03-04'), '4. März 2026')
  assert.equal(formats('de', 'Pacific/Kiritimati').dateTime('2026-03-04'), '4. März 2026')
})

test('a time without an offset is that of the dealership on paper too, wherever the service runs', () => {
  onDevices((device) => {
    assert.equal(formats('en').dateTime('2026-03-04T10:30:00'), '4 March 2026 at 10:30', device)
    assert.equal(formats('de').dateTime('2026-03-04T10:30:00Z'), '4. März 2026 um 11:30', device)
    assert.equal(formats('en').date('2026-03-04T23:59:00'), '4 March 2026', device)
  })
})

test('an amount without a currency of three letters is told with what there is', () => {
  assert.equal(formats('de').money(2.5, 'Taler'), '2,50 Taler')
})

test('languages and zones that nobody knows are English and UTC', () => {
  const { locale, timeZone } = formatsOf('no language', 'Nowhere/At_all', { units })
  assert.deepEqual([locale, timeZone], ['en-GB', 'UTC'])
})

test('sizes, waits and lists are told in the language', () => {
  const { size, wait, either } = formatsOf('de', 'UTC', { units })
  assert.deepEqual([size(1), size(1_250_000), size(2e9)].map(plain), ['1 kB', '1,3 MB', '2 GB'])
  assert.deepEqual([wait(1), wait(89.5), wait(91)], ['1 Sekunde', '90 Sekunden', '2 Minuten'])
  assert.equal(either(['a', 'b', 'c']), 'a, b oder c')
})
