// Commands on work that customers put off or declined.
import { listPutOff } from '../../features/follow-up/list-put-off.ts'
import { problem } from '../../problems.ts'
import { type Command, feature, flag, list, oneOf, text, whole } from './define.ts'

/** What one page of the list has. */
const MOST = 200

export const commands: Readonly<Record<string, Command>> = {
  'put-off list': feature(
    {
      summary: 'list work that was put off or declined, what is due first at the top',
      arguments: { client: text('id of the system client') },
      options: {
        branch: list('only of these branches, by id', { 'x-value': 'ids' }),
        decision: oneOf(
          ['deferred', 'rejected'] as const,
          'only what was put off, or only what was declined',
        ),
        overdue: flag('only what is past its day'),
        unclaimed: flag('only what nobody takes care of'),
        after: text('go on where the last list ended', { 'x-value': 'place' }),
        limit: whole('at most this many; default: 50', { 'x-value': 'count' }),
      },
    },
    (scope, { client: _, unclaimed, ...fields }) => {
      if ((fields.limit ?? 0) > MOST) throw problem('invalidArgument', `limit: at most ${MOST}`)
      return listPutOff(scope, { ...fields, ...(unclaimed ? { claimed: 'nobody' as const } : {}) })
    },
  ),
}
