import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { countLeaked, PREFIX_BYTES } from './leaked-passwords.ts'
import { brokenPasswordRule, brokenWrittenRule } from './password-rules.ts'

test('what everybody tries first is refused, however it is dressed up', () => {
  for (const password of [
    'password123',
    'Passw0rd2026!',
    'P@ssw0rd!!',
    'Welcome2026!',
    'qwertyuiop',
    'QWERTZuiop123',
    '1q2w3e4r5t6z7u',
    '1234567890',
    '0987654321',
    '01011990',
    '15051985150585',
    'aaaaaaaaaaaa',
    'abababababab',
    'abcdefghijkl',
    'Sommer2026!',
    'Passwort2026',
    'Mercedes-Benz1',
    'Walkaround2026',
    'workshop-admin',
    'iloveyou1234',
    'Администратор1',
    'йцукенгшщз12',
    'ПарольПароль1',
    'letmeinletmein',
  ]) {
    assert.notEqual(brokenPasswordRule(password), undefined, password)
  }
})

test('the login is no password, with digits around it or without its domain', () => {
  for (const password of ['anna.berg@acme.example', 'anna.berg2026', 'AnnaBerg!!2026', '2026annaberg']) {
    assert.equal(brokenPasswordRule(password, 'anna.berg@acme.example'), 'must not be the login', password)
  }
  assert.equal(brokenPasswordRule('demo-advisor-1', 'demo-advisor'), 'must not be the login')
  // A login that is mostly digits has too few letters to be known by them.
  assert.equal(brokenPasswordRule('p-4071538296!!', 'p-4071538296'), 'must not be the login')
})

test('several words that do not belong together, and what a generator makes, are taken', () => {
  for (const password of [
    'correct horse battery',
    'ma\u0308rz und mai',
    'gq4x-7mtn-k2vd',
    'tR9#kL2$mN5q',
    'blue tractor on tuesday',
    'zwei Schrauben im Kaffee',
    'жёлтый трактор под дождём',
    'annabergfliegt hoch',
  ]) {
    assert.equal(brokenPasswordRule(password, 'anna.berg@acme.example'), undefined, password)
  }
})

test('what stands in lists of leaked passwords is refused, whatever its case', () => {
  assert.ok(countLeaked() > 100_000, `only ${countLeaked()} are known`)
  // Among the three thousand that are used most of those with ten characters or more.
  for (const password of [
    '123456789a',
    'a123456789',
    'qazwsxedcrfv',
    'manchester',
    'Manchester',
    'california',
    'terminator',
    'enterprise',
    'christopher',
    'undertaker',
    'salamander',
    'tinkerbell',
    'playstation',
    'dragonball',
    'strawberry',
    'harrypotter',
    'washington',
    'highlander',
    'pianoforte',
    'gfhjkmgfhjkm',
  ]) {
    assert.match(brokenPasswordRule(password) ?? '', /leaked passwords/, password)
    assert.equal(brokenWrittenRule(password), undefined, password)
  }
})

test('the table of leaked passwords is sorted, for it is searched by halves', () => {
  const rows = readFileSync(new URL('../../data/leaked-passwords.bin', import.meta.url)).toString('hex')
  const prefixes = rows.match(new RegExp(`.{${PREFIX_BYTES * 2}}`, 'g')) ?? []
  assert.equal(prefixes.length, countLeaked())
  assert.ok(prefixes.every((prefix, index) => index === 0 || prefix > (prefixes[index - 1] as string)))
})
