// Keys of stored files: any client id makes a safe folder of its own, and nothing else passes for a key.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { assertKey, clientFolder, fileKey, isKey } from './file-key.ts'

describe('keys of files', () => {
  it('leaves usual client ids readable', () => {
    assert.equal(fileKey('acme-north2', 'photos', 'ab12.jpg'), 'c-acme-north2/photos/ab12.jpg')
    assert.equal(fileKey('Acme', 'photos', 'ab12/small.jpg'), 'c-_41cme/photos/ab12/small.jpg')
  })

  it('makes a safe, distinct folder of any client id, also where case and normal form are ignored', () => {
    const odd = [
      '..',
      '.',
      '/',
      '../../etc',
      'a/b',
      'a\\b',
      'CON',
      'nul',
      'a.',
      'a',
      'A',
      'é',
      'e\u0301',
      'É',
      'Ж',
      'ж',
    ]
    const more = [
      '_41',
      '_',
      '日本',
      '🚗',
      '\0',
      ' ',
      'x'.repeat(400),
      `${'x'.repeat(399)}y`,
      '\ud800',
      '\ufffd',
    ]
    const all = [...odd, ...more].map(clientFolder)
    for (const folder of all) assert.match(folder, /^c-[a-z0-9_-]{1,160}$/)
    assert.equal(new Set(all.map((folder) => folder.normalize('NFC').toLowerCase())).size, all.length)
  })

  it('never gives two ids one folder', () => {
    const id = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.string({ unit: fc.constantFrom('a', 'A', '_', '4', '1', 'z', '\ud800', '\udc00'), minLength: 1 }),
    )
    fc.assert(
      fc.property(id, id, (one, other) => {
        assert.ok(isKey(clientFolder(one)))
        assert.equal(clientFolder(one) === clientFolder(other), one === other)
      }),
    )
  })

  it('refuses what could leave the store or collide in it', () => {
    const bad = [
      '',
      '/',
      'a/',
      '/a',
      'a//b',
      '.',
      '..',
      'a/../b',
      'a/.hidden',
      'a/b.',
      'A/b',
      'a\\b',
      'a\0',
      'a b',
      'ä',
      'a/%2e%2e',
    ]
    for (const key of bad) assert.throws(() => assertKey(key), TypeError, key)
    assert.throws(() => fileKey('', 'photos', 'a'), TypeError)
    assert.throws(() => fileKey('a', '..', 'a'), TypeError)
    assert.throws(() => fileKey('a', 'photos', '../b'), TypeError)
    assert.throws(() => fileKey('a', 'photos', ''), TypeError)
  })
})
