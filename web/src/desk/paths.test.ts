import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Place } from '../office/places.ts'
import { places as desk, type PageName } from './paths.ts'

const { pageList, startFor, toPath, toPlace } = desk

const client = {
  id: 'acme',
  name: 'Acme',
  role: 'advisor',
  language: 'en',
  timeZone: 'UTC',
  branches: [],
} as const

describe('addresses of the desk', () => {
  const places: [string, Place<PageName>][] = [
    ['today', { page: 'today' }],
    ['numbers?period=month&branch=B+1', { page: 'numbers', query: { period: 'month', branch: 'B 1' } }],
    ['vehicles/vin/WVWZZZ1KZAW000001', { page: 'vehicle', key: 'vin/WVWZZZ1KZAW000001' }],
    ['vehicles/plate/D/%D0%9A123%3F', { page: 'vehicle', key: 'plate/D/К123?' }],
    ['', { page: 'start' }],
  ]
  for (const [address, place] of places)
    test(`"${address}" is read and written`, () => {
      assert.deepEqual(toPlace(address), place)
      assert.equal(toPath(place), address)
    })

  for (const address of ['nowhere', 'vehicles', 'today/more', '%E0%A4%A'])
    test(`"${address}" leads nowhere`, () => assert.deepEqual(toPlace(address), { page: 'lost' }))

  test('no two pages have the same', () => {
    assert.equal(new Set(pageList.map(({ path }) => path)).size, pageList.length)
  })

  test('the first page is one that the person may see', () => {
    assert.equal(startFor({ ...client, branches: [] }), 'today')
    assert.equal(startFor({ ...client, branches: [], role: 'technician' }), 'numbers')
    const branch = { id: 'B1', name: 'One', siteId: 's' }
    const parts = { ...client, role: 'parts' } as const
    assert.equal(startFor({ ...parts, branches: [branch] }), 'numbers', 'nobody asks for parts there')
    assert.equal(startFor({ ...parts, branches: [branch, { ...branch, hasPartsStep: true }] }), 'parts')
  })
})
