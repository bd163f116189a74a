// Compares the list of currencies with what the runtime knows about ISO 4217.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies } from './currencies.ts'

test('codes are three capital letters, each once', () => {
  for (const code of currencies.keys()) assert.match(code, /^[A-Z]{3}$/)
  assert.ok(currencies.size > 150 && currencies.size < 190, `${currencies.size}`)
})

test('every code is one the runtime can format', () => {
  const known = new Set(Intl.supportedValuesOf('currency'))
  // Newer than the data of some runtimes, or fund codes nobody prints.
  const late = new Set([
    'XCG',
    'ZWG',
    'UYW',
    'VED',
    'SLE',
    'BOV',
    'CHE',
    'CHW',
    'CLF',
    'COU',
    'MXV',
    'USN',
    'UYI',
  ])
  for (const code of currencies.keys()) assert.ok(known.has(code) || late.has(code), code)
})

test('currencies people use are there, with their minor units', () => {
  const digits: Record<string, number> = {
    EUR: 2,
    USD: 2,
    GBP: 2,
    CHF: 2,
    PLN: 2,
    CZK: 2,
    RUB: 2,
    KZT: 2,
    UAH: 2,
    TRY: 2,
    CNY: 2,
    HUF: 2,
    JPY: 0,
    KRW: 0,
    ISK: 0,
    CLP: 0,
    BHD: 3,
    KWD: 3,
    TND: 3,
    CLF: 4,
  }
  for (const [code, expected] of Object.entries(digits)) assert.equal(currencies.get(code), expected, code)
})

test('codes out of force, special codes and words are not', () => {
  const none = [
    'DEM',
    'FRF',
    'HRK',
    'BYR',
    'ZWL',
    'SLL',
    'MRO',
    'STD',
    'XAU',
    'XXX',
    'XTS',
    'BTC',
    'eur',
    'EURO',
    '',
  ]
  for (const code of none) assert.equal(currencies.has(code), false, code)
})
