// Headers of the tus protocol as clients send them, and malformed ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../problems.ts'
import { assertOffsetStream, assertVersion, toBytes, toChecksum, toMetadata } from './tus.ts'

const refused = (work: () => unknown, words: RegExp) =>
  assert.throws(work, (error) => {
    assert.ok(error instanceof Problem)
    assert.equal(error.kind, 'invalidHeader')
    assert.match(error.errorInfo, words)
    return true
  })

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('metadata are names with base64 values', () => {
  assert.deepEqual(toMetadata(`kind ${base64('photo')},id ${base64('Türgriff')}, empty`), {
    kind: 'photo',
    id: 'Türgriff',
    empty: '',
  })
  assert.deepEqual(toMetadata(undefined), {})
  refused(() => toMetadata('kind a b'), /comma separated/)
  refused(() => toMetadata('kind §'), /base64/)
  refused(() => toMetadata(`kind ${Buffer.from([0xff]).toString('base64')}`), /UTF-8/)
  refused(() => toMetadata(`kind ${base64('a')},kind ${base64('b')}`), /twice/)
})

test('a name of an object is an ordinary name', () => {
  assert.deepEqual(Object.keys(toMetadata(`constructor ${base64('x')}`)), ['constructor'])
})

test('lengths and offsets are whole numbers', () => {
  assert.equal(toBytes('Upload-Offset', '0'), 0)
  assert.equal(toBytes('Upload-Length', '123456789012345'), 123456789012345)
  for (const bad of [undefined, '', '-1', '1.5', '1e3', ' 1', '1234567890123456', 'NaN']) {
    refused(() => toBytes('Upload-Length', bad), /Upload-Length: must be a whole number/)
  }
})

test('a checksum is SHA-256', () => {
  const value = Buffer.alloc(32, 1)
  assert.deepEqual(toChecksum(`sha256 ${value.toString('base64')}`), value)
  assert.equal(toChecksum(undefined), undefined)
  refused(() => toChecksum('md5 1B2M2Y8AsgTpgAmY7PhCfg=='), /sha256/)
  refused(() => toChecksum('sha256'), /sha256/)
})

test('version and type of the body are what the protocol says', () => {
  assertVersion('1.0.0')
  refused(() => assertVersion(undefined), /must be 1\.0\.0/)
  refused(() => assertVersion('0.2.2'), /must be 1\.0\.0/)
  assertOffsetStream('application/offset+octet-stream')
  refused(() => assertOffsetStream('application/json'), /offset\+octet-stream/)
  refused(() => assertOffsetStream(undefined), /offset\+octet-stream/)
})
