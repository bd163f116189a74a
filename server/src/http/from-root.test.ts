import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromRoot } from './from-root.ts'

test('leads from an operation to the root, whatever stands before both', () => {
  const path = '/clients/{c}/photos/{id}/{size}'
  const location = fromRoot({ prefix: '/app' }, { path }, '/media/token')
  for (const root of ['https://a.example', 'https://a.example/behind/proxy'])
    assert.equal(new URL(location, `${root}/app/clients/1/photos/2/small`).href, `${root}/media/token`)
})
