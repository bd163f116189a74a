import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consolePages } from '../../e2e/console-page-list.ts'
import { maySee, type Place } from '../office/places.ts'
import type { SessionClient } from '../workshop/rights.ts'
import { places as adminConsole, type PageName } from './paths.ts'

const { pageList, startFor, toPath, toPlace } = adminConsole

const clientOf = (role: SessionClient['role'], isLimited = false): SessionClient => ({
  id: 'acme',
  name: 'Acme',
  role,
  language: 'en',
  timeZone: 'UTC',
  branches: [],
  ...(isLimited ? { isLimited } : {}),
})
const seenBy = (client: SessionClient) =>
  pageList.filter((entry) => maySee(entry, client)).map(({ page }) => page)

describe('addresses of the console', () => {
  const places: [string, Place<PageName>][] = [
    ['people', { page: 'people' }],
    ['people/l1', { page: 'people', key: 'l1' }],
    ['branches/a%20b', { page: 'branches', key: 'a b' }],
    ['', { page: 'start' }],
  ]
  for (const [address, place] of places)
    test(`"${address}" is read and written`, () => {
      assert.deepEqual(toPlace(address), place)
      assert.equal(toPath(place), address)
    })

  for (const address of ['nowhere', 'overview/more', '%E0%A4%A'])
    test(`"${address}" leads nowhere`, () => assert.deepEqual(toPlace(address), { page: 'lost' }))

  test('no two pages have the same', () => {
    assert.equal(new Set(pageList.map(({ path }) => path)).size, pageList.length)
  })

  test('a browser looks at each page in every size', () => {
    assert.deepEqual(
      { ...consolePages },
      Object.fromEntries(pageList.map(({ path, title }) => [path, title])),
    )
  })
})

describe('who sees which page of the console', () => {
  test('every page has a right: nothing here is for everybody', () => {
    assert.deepEqual(
      pageList.filter(({ right }) => right === undefined).map(({ page }) => page),
      [],
    )
  })

  test('an admin sees all, and begins with what is to be done', () => {
    assert.equal(seenBy(clientOf('admin')).length, pageList.length)
    assert.equal(startFor(clientOf('admin')), 'overview')
  })

  test('a manager sees no keys, and one of some branches no more than people and tablets', () => {
    assert.ok(!seenBy(clientOf('manager')).includes('keys'))
    assert.ok(seenBy(clientOf('manager')).includes('settings'))
    const limited = seenBy(clientOf('manager', true))
    for (const page of ['overview', 'keys', 'signIn', 'sites', 'branches', 'settings'] as const)
      assert.ok(!limited.includes(page), page)
    assert.equal(startFor(clientOf('manager', true)), 'people')
  })

  test('whoever works on cars sees none', () => {
    for (const role of ['technician', 'parts', 'advisor'] as const)
      assert.deepEqual(seenBy(clientOf(role)), [], role)
  })
})
