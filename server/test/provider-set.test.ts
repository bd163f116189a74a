// What a sign-in provider can be set to has a field on its page of the console, and is kept by what the form sends.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import {
  ClaimRule,
  SignInProvider,
  SignInProviderChange,
  SignInSettings,
} from '@walkaround/contract/app/sign-in-providers.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../web/src/console/pages/sign-in/${name}`, import.meta.url), 'utf8')
const page = read('provider-page.tsx')
/** In a list of the page, they have a field each. */
const flags = [...(/const flags = \[([^\]]*)\]/.exec(page)?.[1]?.matchAll(/'(\w+)'/g) ?? [])].map(
  ([, one]) => one,
)
const fieldsOf = (text: string) =>
  [...text.matchAll(/of=\{form\.field\('(\w+)'\)\}/g)].map(([, name]) => name)
const onScreen = new Set([...fieldsOf(page), ...flags])

describe('a sign-in provider', () => {
  test('has a field for everything it can be set to', () => {
    const { claims, ...rest } = SignInProviderChange.properties
    const names = [...Object.keys(rest), ...Object.keys(claims.properties)]
    assert.ok(names.length > 10)
    assert.deepEqual(
      names.filter((name) => !onScreen.has(name)),
      [],
    )
  })

  test('shows everything else that is told of it', () => {
    const told = Object.keys(SignInProvider.properties).filter(
      (name) => !(name in SignInProviderChange.properties),
    )
    const all = page + read('sign-in-page.tsx')
    assert.deepEqual(
      told.filter((name) => !new RegExp(`\\b${name}\\b`).test(all)),
      [],
    )
  })

  test('has a field for every part of a rule', () => {
    const rules = read('claim-rules.tsx')
    const parts = Object.keys(ClaimRule.properties)
    assert.deepEqual(
      parts.filter((name) => !new RegExp(`\\['${name}', t\\(|rule\\.${name}\\b`).test(rules)),
      [],
    )
  })
})

test('passwords have a field for all that is set about them', () => {
  const fields = fieldsOf(read('passwords.tsx'))
  assert.deepEqual(
    Object.keys(SignInSettings.properties).filter((name) => !fields.includes(name)),
    [],
  )
})
