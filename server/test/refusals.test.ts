// The app has words for refusals by their numbers: each of them must be one of the catalogue, and every refusal of sending
// must have words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@walkaround/contract/app/messages.ts'
import { knownRefusals } from '../../web/src/workshop/screens/refusals.ts'
import { catalogue, type ProblemKind } from '../src/problems.ts'

const codeOf = (kind: string) => catalogue[kind as ProblemKind].errorCode

test('the numbers the app has words for are those of the catalogue', () => {
  const codes = Object.values(catalogue).map(({ errorCode }) => errorCode)
  assert.deepEqual(
    knownRefusals.filter((code) => !codes.includes(code as (typeof codes)[number])),
    [],
  )
})

test('what sending refuses because of people and channels has words', () => {
  const operations = [
    contract.sendResults,
    contract.previewMessage,
    contract.resendMessage,
    contract.withdrawMessageLink,
    contract.inviteToTelegram,
  ]
  // Mistakes of a program, which nobody at a tablet can make.
  const technical = ['idTaken', 'invalidArgument']
  const kinds = new Set(operations.flatMap(({ problems }) => problems))
  assert.deepEqual(
    [...kinds].filter((kind) => !technical.includes(kind) && !knownRefusals.includes(codeOf(kind))),
    [],
  )
})
