// Passwords as people choose and type them, over HTTP: any characters, exactly as typed, for as long as nobody changes them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { appInterface } from '@walkaround/contract/openapi.ts'
import { makeClient, testApp } from '../support/api.ts'
import { PASSWORD, person, trySignIn } from '../support/app.ts'

let addresses = 0
/** Wrong ones are counted by address. */
const tryAt = async (login: string, password: string) =>
  (await trySignIn(login, password, {}, `10.89.0.${++addresses}`)).statusCode

describe('a password', () => {
  test('has any characters, up to 256 of them, and none must be of a kind', async () => {
    const me = await person((await makeClient()).id, 'advisor')
    let current = PASSWORD
    for (const password of [
      'nur kleine buchstaben',
      '  spaces at both ends  ',
      'жёлтый трактор под дождём',
      '🚗🔧 drives again 🛠️',
      '"><script>\'; -- \\ %00 {}',
      'a short tale of '.repeat(4),
      'one tale, sixteen'.repeat(15),
    ]) {
      const changed = await me.put('/app/session/password', { current, password })
      assert.equal(changed.statusCode, 204, `${password}: ${changed.body}`)
      assert.equal(await tryAt(me.login, password), 200, password)
      current = password
    }
  })

  test('is compared as it was typed: no case folded, no space or end cut off', async () => {
    const me = await person((await makeClient()).id, 'advisor')
    const password = ` Nine Blue tractors${' and more'.repeat(20)} `
    assert.equal((await me.put('/app/session/password', { current: PASSWORD, password })).statusCode, 204)
    for (const other of [
      password.toLowerCase(),
      password.trim(),
      password.slice(0, -1),
      `${password} `,
      password.slice(0, 72),
    ])
      assert.equal(await tryAt(me.login, other), 401, other)
    assert.equal(await tryAt(me.login, password), 200)
  })

  test('holds until somebody changes it, however many years', async () => {
    const me = await person((await makeClient()).id, 'advisor')
    const { setNow } = await testApp()
    try {
      setNow(new Date(Date.now() + 10 * 365 * 86_400_000))
      assert.equal(await tryAt(me.login, PASSWORD), 200)
    } finally {
      setNow(undefined)
    }
  })
})

test('nobody gets in by a hint, a question or a mail: what needs no session is known', () => {
  const open = appInterface.operations.filter(({ right }) => right === 'none').map(({ id }) => id)
  assert.deepEqual(open.toSorted(), [
    'addPasskey',
    'beginPasskey',
    // Leads to a provider of the client, which signs in people of that client alone; see single-sign-on.test.ts.
    'beginProviderSignIn',
    'changeOwnPassword',
    'createSession',
    'endOwnSession',
    'endProviderSession',
    'endSession',
    'findSignInProviders',
    'finishSignIn',
    'getOwnProviders',
    'getOwnSecondFactor',
    // Of a paired tablet: names, for those who hold it; see tablets.test.ts.
    'getOwnTablet',
    'getSession',
    'getSignInHelp',
    'getSignInStep',
    'listOwnSessions',
    'makeRecoveryCodes',
    'pairTablet',
    'putPasskey',
    'removePasskey',
    'separateOwnProvider',
    'unlockTablet',
  ])
})
