// Which Content-Types are JSON (B4).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isJsonType } from './content-type.ts'

describe('isJsonType', () => {
  const json = [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; version=1; charset=utf-8',
    'application/vnd.api+json',
    'application/a.b-c_d+json; charset=utf-8',
    ' application/json ',
  ]
  for (const type of json) test(`takes ${type}`, () => assert.equal(isJsonType(type), true))

  const others = [
    undefined,
    '',
    'text/json',
    'application/json5',
    'application/+json',
    'application/x+jsonp',
    'application/json; charset=latin1',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset=',
    'application/json; charset="utf-16"',
    'xapplication/json',
    'application/json/x',
  ]
  for (const type of others) test(`refuses ${type}`, () => assert.equal(isJsonType(type), false))
})
