import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editKinds } from '@walkaround/contract/app/edits.ts'
import { en } from './en.ts'

test('everything that waits to be sent has a word', () => {
  assert.deepEqual(
    editKinds.filter((kind) => !(`sync.kind.${kind}` in en)),
    [],
  )
})
