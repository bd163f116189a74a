import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Site } from '@walkaround/contract/app/places.ts'
import { toSiteBody, toSiteDraft } from './site-draft.ts'

const whole: Site = {
  id: 'nord',
  name: 'Nord',
  address: ['Hauptstraße 1', '10115 Berlin'],
  telephone: '+49 30 1',
  hours: ['mo-fr 08:00-18:00'],
  hourlyRates: [
    { labourType: 'mechanical', amountExVat: 118.5, currency: 'EUR' },
    { amountExVat: 90, currency: 'EUR' },
  ],
  partsStep: true,
  logo: 'x',
  isDefault: true,
}

describe('the form of a site', () => {
  test('gives back what was read, but for what has ways of its own', () => {
    const { id: _id, logo: _logo, isDefault: _default, ...own } = whole
    assert.deepEqual(toSiteBody(toSiteDraft(whole)), own)
    assert.deepEqual(toSiteBody(toSiteDraft({ id: 'x', name: 'X' })), { name: 'X' })
  })

  test('reads lines as people type them', () => {
    const draft = { ...toSiteDraft(whole), address: ' A \n\n B', hourlyRates: '99,5 eur\nbody= 120 EUR' }
    const { address, hourlyRates } = toSiteBody(draft)
    assert.deepEqual(address, ['A', 'B'])
    assert.deepEqual(hourlyRates, [
      { amountExVat: 99.5, currency: 'EUR' },
      { labourType: 'body', amountExVat: 120, currency: 'EUR' },
    ])
  })

  test('leaves nonsense to the service, which names it', () => {
    const { hourlyRates } = toSiteBody({ ...toSiteDraft(whole), hourlyRates: 'much' })
    assert.deepEqual(hourlyRates, [{ labourType: 'much', amountExVat: 0, currency: '' }])
  })
})
