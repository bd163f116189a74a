import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SignInProvider } from '@walkaround/contract/app/sign-in-providers.ts'
import { emptyProvider, toProviderChange, toProviderDraft } from './provider-draft.ts'

const provider: SignInProvider = {
  id: 'entra',
  label: 'Company account',
  issuer: 'https://login.example.com/tenant',
  applicationId: 'app-1',
  claims: { login: 'upn', name: 'name', email: 'email' },
  rules: [
    { claim: 'groups', value: 'wa-admins', role: 'admin' },
    { claim: 'groups', value: 'wa-north', role: 'advisor', branches: ['4711', '4712'] },
  ],
  domains: ['acme.example', 'acme.test'],
  addsPeople: true,
  callback: 'https://x/callback',
  backChannel: 'https://x/back',
  signedOut: 'https://x/out',
  people: 3,
}

describe('a provider in its form', () => {
  test('is sent as it was read', () => {
    const { id: _id, callback: _c, backChannel: _b, signedOut: _s, people: _p, ...own } = provider
    assert.deepEqual(toProviderChange(toProviderDraft(provider)), own)
  })

  test('sends no secret unless one was typed, and nothing that is empty', () => {
    const sent = toProviderChange({ ...emptyProvider, domains: ' a.example,\n b.example ', scopes: ' ' })
    assert.deepEqual(sent.domains, ['a.example', 'b.example'])
    for (const field of ['secret', 'scopes', 'toleranceSeconds', 'isPublic'])
      assert.ok(!(field in sent), field)
    assert.equal(toProviderChange({ ...emptyProvider, secret: 's3' }).secret, 's3')
  })

  test('names branches in a rule with commas, or none for all', () => {
    const [first] = toProviderChange({
      ...emptyProvider,
      rules: [{ claim: 'groups', value: ' ', role: 'advisor', branches: ' 4711 , 4712,' }],
    }).rules
    assert.deepEqual(first, { claim: 'groups', role: 'advisor', branches: ['4711', '4712'] })
  })
})
