// Commands on the ledger of what was found, offered and sold.
import { endReasons } from '@walkaround/contract/rules/follow-up.ts'
import { closeFinding, reopenFinding } from '../../features/follow-up/close-finding.ts'
import { rebuildLedger } from '../../features/ledger/rebuild.ts'
import { getClient } from '../../organisation/clients.ts'
import { type Command, define, feature, oneOf, text } from './define.ts'

const finding = {
  client: text('id of the system client'),
  survey: text('id of a survey that saw the finding'),
  question: text('id of its question'),
}

export const commands: Readonly<Record<string, Command>> = {
  'ledger rebuild': define(
    {
      summary: 'write the ledger of findings again from answers, quotes and orders',
      arguments: { client: text('id of the system client') },
    },
    async ({ database, actor, now, progress }, { client }) => {
      await getClient({ db: database, actor, now }, client)
      return rebuildLedger(database, client, {
        onProgress: ({ orders, surveys }) => progress(`orders read: ${orders}; surveys: ${surveys}`),
      })
    },
  ),
  'ledger close': feature(
    {
      summary: 'close a finding by hand, with a reason',
      arguments: { ...finding, reason: oneOf(endReasons, 'why') },
    },
    async (scope, { survey: surveyId, question: questionId, reason }) => {
      await closeFinding(scope, { surveyId, questionId }, reason)
      return { surveyId, questionId, reason }
    },
  ),
  'ledger reopen': feature(
    { summary: 'take back that a finding was closed by hand', arguments: finding },
    async (scope, { survey: surveyId, question: questionId }) => {
      await reopenFinding(scope, { surveyId, questionId })
      return { surveyId, questionId }
    },
  ),
}
