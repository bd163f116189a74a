// ISO 8601 texts and the instants they mean (A8, C7), in zones on both sides of Greenwich.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isIsoDate, parseIso, toInstant, toLastInstant } from './iso-dates.ts'

describe('isIsoDate', () => {
  const good = [
    '2026-11-15',
    '2024-02-29',
    '2000-02-29',
    '0001-01-01',
    '9999-12-31',
    '2026-11-15T08:30',
    '2026-11-15T08:30Z',
    '2026-11-15T08:30+01:00',
    '2026-11-15T08:30:59',
    '2026-11-15T08:30:59Z',
    '2026-11-15T08:30:59.1',
    '2026-11-15T08:30:59.123456789Z',
    '2026-11-15T08:30:59,5+01:00',
    '2026-11-15T08:30:59.1234567+01:00',
    '2026-11-15T00:00:00-12:00',
    '2026-11-15T23:59:59+14:00',
    '2026-11-15T08:30:00+0100',
    '2026-11-15T08:30:00+01',
    '2026-11-15T08:30:00+05:45',
  ]
  for (const text of good) test(`takes ${text}`, () => assert.equal(isIsoDate(text), true))

  const bad = [
    '',
    ' 2026-11-15',
    '2026-11-15 ',
    '2026-11-15\n',
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-10-00',
    '2026-10-32',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '20261115',
    '2026-11',
    '2026',
    '2026-W46-7',
    '2026-319',
    '+12026-11-15',
    '-2026-11-15',
    '2026-11-15T',
    '2026-11-15T08',
    '2026-11-15T24:00',
    '2026-11-15T08:60',
    '2026-11-15T08:30:60',
    '2026-11-15T23:59:60Z',
    '2026-11-15T8:30',
    '2026-11-15T08:30:59.',
    '2026-11-15T08:30:59.1234567890Z',
    '2026-11-15 08:30',
    '2026-11-15t08:30',
    '2026-11-15T08:30z',
    '2026-11-15T08:30+25:00',
    '2026-11-15T08:30+01:60',
    '2026-11-15T08:30 +01:00',
    '2026-11-15Z',
    '2026-11-15+01:00',
    '15.11.2026',
    '11/15/2026',
    'today',
    '２０２６-11-15',
  ]
  for (const text of bad) test(`refuses ${JSON.stringify(text)}`, () => assert.equal(isIsoDate(text), false))

  test('agrees with the calendar for every day of a year', () => {
    for (const year of [1999, 2000, 2023, 2024, 2100]) {
      for (let month = 1; month <= 12; month++) {
        for (let day = 1; day <= 31; day++) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
          const date = new Date(Date.UTC(year, month - 1, day))
          const isReal = date.getUTCMonth() === month - 1
          assert.equal(isIsoDate(text), isReal, text)
        }
      }
    }
  })

  test('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isIsoDate(text) === 'boolean'))
  })
})

describe('toInstant', () => {
  const at = (text: string, zone: string) => toInstant(text, zone).toISOString()

  test('reads an offset, and then the zone does not matter', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York']) {
      assert.equal(at('2026-11-15T08:30:00+01:00', zone), '2026-11-15T07:30:00.000Z')
      assert.equal(at('2026-11-15T08:30Z', zone), '2026-11-15T08:30:00.000Z')
      assert.equal(at('2026-11-15T08:30-03:30', zone), '2026-11-15T12:00:00.000Z')
      assert.equal(at('2026-11-15T08:30+0545', zone), '2026-11-15T02:45:00.000Z')
      assert.equal(at('2026-11-15T08:30+14', zone), '2026-11-14T18:30:00.000Z')
    }
  })

  test('reads a text without offset in the zone, a date alone as its first instant', () => {
    assert.equal(at('2026-11-15', 'UTC'), '2026-11-15T00:00:00.000Z')
    assert.equal(at('2026-11-15', 'Europe/Berlin'), '2026-11-14T23:00:00.000Z')
    assert.equal(at('2026-07-15', 'Europe/Berlin'), '2026-07-14T22:00:00.000Z')
    assert.equal(at('2026-11-15T08:30', 'America/New_York'), '2026-11-15T13:30:00.000Z')
    assert.equal(at('2026-11-15T08:30', 'Asia/Kathmandu'), '2026-11-15T02:45:00.000Z')
    assert.equal(at('2026-11-15T08:30', 'Pacific/Kiritimati'), '2026-11-14T18:30:00.000Z')
    assert.equal(at('2026-11-15T08:30', 'Pacific/Pago_Pago'), '2026-11-15T19:30:00.000Z')
  })

  test('keeps milliseconds exactly and drops what is finer', () => {
    for (let ms = 0; ms < 1000; ms++) {
      const text = String(ms).padStart(3, '0')
      assert.equal(at(`2026-11-15T08:30:00.${text}Z`, 'UTC'), `2026-11-15T08:30:00.${text}Z`)
    }
    assert.equal(at('2026-11-15T08:30:59.9999999Z', 'UTC'), '2026-11-15T08:30:59.999Z')
    assert.equal(at('2026-11-15T08:30:59,5Z', 'UTC'), '2026-11-15T08:30:59.500Z')
  })

  // In an hour that does not exist the clock has run on; of an hour that comes twice the first is meant.
  const changes: [string, string, string, string][] = [
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z', 'before the gap'],
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z', 'in the gap'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z', 'after the gap'],
    ['Europe/Berlin', '2026-10-25T01:59', '2026-10-24T23:59:00.000Z', 'before the repetition'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', 'in the repetition'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z', 'after the repetition'],
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z', 'before the gap'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z', 'in the gap'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z', 'after the gap'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z', 'in the repetition'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z', 'after the repetition'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', 'a day whose midnight is in the gap'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 'a day whose midnight is in the gap'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z', 'a gap of half an hour'],
  ]
  for (const [zone, text, instant, what] of changes) {
    test(`${zone} ${text}: ${what}`, () => assert.equal(at(text, zone), instant))
  }

  test('stays within the calendar at its first and last day', () => {
    assert.equal(at('0001-01-01', 'Asia/Tokyo'), '0001-01-01T00:00:00.000Z')
    assert.equal(at('0001-01-01T00:00+14:00', 'UTC'), '0001-01-01T00:00:00.000Z')
    assert.equal(at('9999-12-31T23:59:59-12:00', 'UTC'), '9999-12-31T23:59:59.999Z')
    assert.equal(at('0099-06-01', 'UTC'), '0099-06-01T00:00:00.000Z')
    assert.ok(at('0001-01-01', 'America/New_York').startsWith('0001-01-01T'))
  })

  test('throws for what is no date', () => {
    assert.throws(() => toInstant('2026-02-30', 'UTC'), RangeError)
    assert.throws(() => toLastInstant('x', 'UTC'), RangeError)
  })

  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/Havana',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  ]

  test('gives an instant that reads as the text again on a clock of the zone, outside of gaps', () => {
    const minute = fc.date({
      min: new Date('1980-01-01T00:00:00Z'),
      max: new Date('2037-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(minute, fc.constantFrom(...zones), (instant, zone) => {
        const shown = clockOf(instant, zone)
        const read = toInstant(shown, zone)
        assert.equal(clockOf(read, zone), shown)
        // The same clock time comes twice at most an hour apart; the first is meant.
        const late = Math.floor(instant.getTime() / 60_000) * 60_000 - read.getTime()
        assert.ok([0, 30, 60].includes(late / 60_000), `${shown} ${zone} ${late}`)
      }),
    )
  })
})

function clockOf(instant: Date, timeZone: string): string {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant)
  return shown.replace(' ', 'T')
}

describe('toLastInstant', () => {
  const last = (text: string, zone: string) => toLastInstant(text, zone).toISOString()

  test('C7: a date alone means the end of that day in the zone', () => {
    assert.equal(last('2026-11-15', 'UTC'), '2026-11-15T23:59:59.999Z')
    assert.equal(last('2026-11-15', 'Europe/Berlin'), '2026-11-15T22:59:59.999Z')
    assert.equal(last('2026-11-15', 'America/New_York'), '2026-11-16T04:59:59.999Z')
    assert.equal(last('2026-12-31', 'UTC'), '2026-12-31T23:59:59.999Z')
    assert.equal(last('2024-02-28', 'UTC'), '2024-02-28T23:59:59.999Z')
  })

  test('a day of 23 or 25 hours ends where the next begins', () => {
    assert.equal(last('2026-03-29', 'Europe/Berlin'), '2026-03-29T21:59:59.999Z')
    assert.equal(last('2026-10-25', 'Europe/Berlin'), '2026-10-25T22:59:59.999Z')
    assert.equal(last('2026-03-07', 'America/Havana'), '2026-03-08T04:59:59.999Z')
    assert.equal(last('2026-04-23', 'Africa/Cairo'), '2026-04-23T21:59:59.999Z')
  })

  test('a date-time is itself', () => {
    assert.equal(last('2026-11-15T08:30', 'Europe/Berlin'), '2026-11-15T07:30:00.000Z')
    assert.equal(last('2026-11-15T08:30:00Z', 'Europe/Berlin'), '2026-11-15T08:30:00.000Z')
  })

  test('the last day of the calendar has an end', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York']) {
      assert.ok(last('9999-12-31', zone).startsWith('9999-12-31T'), zone)
    }
  })

  test('every day begins where the one before ended', () => {
    const zones = [
      'America/Havana',
      'Africa/Cairo',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
    ]
    for (const zone of zones) {
      for (let day = 0; day < 366; day++) {
        const text = (offset: number) =>
          new Date(Date.UTC(2026, 0, 1 + day + offset)).toISOString().slice(0, 10)
        const end = toLastInstant(text(0), zone).getTime()
        assert.equal(toInstant(text(1), zone).getTime(), end + 1, `${zone} ${text(0)}`)
      }
    }
  })
})

describe('parseIso', () => {
  test('tells a date alone and a missing offset', () => {
    assert.deepEqual(
      ['2026-11-15', '2026-11-15T00:00', '2026-11-15T00:00Z'].map((text) => {
        const parts = parseIso(text)
        return [parts?.isDateOnly, parts?.offset]
      }),
      [
        [true, undefined],
        [false, undefined],
        [false, 0],
      ],
    )
  })
})
