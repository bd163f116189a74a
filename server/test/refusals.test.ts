// The app has words of its own for every refusal of sending that people at a tablet can get.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@walkaround/contract/app/messages.ts'
import { refusalWords } from '../../web/src/workshop/screens/refusals.ts'

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
  const kinds = new Set(operations.flatMap(({ problems }) => [...problems]))
  assert.deepEqual(
    [...kinds].filter((kind) => !technical.includes(kind) && !(kind in refusalWords)),
    [],
  )
})
