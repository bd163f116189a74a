// The command that finds a car by whatever somebody has in hand and tells what happened to it.
import { MOST_HISTORY } from '@walkaround/contract/history-limits.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import { findCars, readHistory } from '../../features/workshop/read-history.ts'
import { problem } from '../../problems.ts'
import { type Command, feature, text, whole } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  history: feature(
    {
      summary: 'tell everything that happened to a car',
      arguments: {
        client: text('id of the system client'),
        text: text('plate, VIN, order, or the id of a survey, message, callback or request'),
      },
      options: { limit: whole('at most this many entries; default: 200', { 'x-value': 'count' }) },
    },
    async (scope, { text: sought, limit }) => {
      if (limit !== undefined && limit > MOST_HISTORY)
        throw problem('invalidArgument', `limit: ${limit} is more than ${MOST_HISTORY}`)
      const found = await findCars(scope, sought, nobody)
      const [card, another] = found.cards
      if (!card)
        throw problem('noSuchResource', `no car of ${scope.clientId} is found by ${JSON.stringify(sought)}`)
      return another ? found : { card, ...(await readHistory(scope, cardName(card), limit)) }
    },
  ),
}

/** Commands are not a person with cars of their own. */
const nobody = { login: '', loginId: '', name: '', role: 'support' } as const
