import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from './explain.ts'

test('a failed attempt is explained by its status, else by the words of the log', () => {
  const cases = [
    ['answered 500, not 2XX', 500, 'server'],
    ['answered 302: redirects are not followed', 302, 'redirect'],
    ['answered 401: is the key right?', 401, 'key'],
    ['answered 404, not 2XX', 404, 'address'],
    ['answered 422, not 2XX', 422, 'body'],
    ['no answer within 10 s', undefined, 'slow'],
    ['the name of the host is unknown', undefined, 'name'],
    ['the connection was refused: nothing is listening there', undefined, 'connection'],
    ['the certificate has expired', undefined, 'certificate'],
    ['10.0.0.1 is not public: it is private', undefined, 'guard'],
    ['something new', undefined, 'other'],
  ] as const
  for (const [failure, status, reason] of cases) assert.equal(explain(failure, status), reason, failure)
})
