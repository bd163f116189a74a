// Commands on the queue of the parts desk.
import { partStates } from '@walkaround/contract/rules/parts.ts'
import { readQueue } from '../../features/parts/read-queue.ts'
import { problem } from '../../problems.ts'
import { type Command, feature, list, oneOf, text, whole } from './define.ts'

/** What one page of the queue has. */
const MOST = 200

export const commands: Readonly<Record<string, Command>> = {
  'parts list': feature(
    {
      summary: 'list parts that findings need, those that wait for a reply first',
      arguments: { client: text('id of the system client') },
      options: {
        branch: list('only of these branches, by dealer code or id', { 'x-value': 'ids' }),
        state: oneOf(partStates, 'only those in this state'),
        after: text('go on where the last list ended', { 'x-value': 'place' }),
        limit: whole('at most this many; default: 50', { 'x-value': 'count' }),
      },
    },
    (scope, { client: _, ...query }) => {
      if ((query.limit ?? 0) > MOST) throw problem('invalidArgument', `limit: at most ${MOST}`)
      return readQueue(scope, query)
    },
  ),
}
