// Commands on the log of events: how long it is kept, and removing what is older.
import { join } from 'node:path'
import { removeOldEvents } from '../../db/log/remove-old.ts'
import { keepEvents, showKeptEvents } from '../../features/administration/keep-events.ts'
import { EVENT_FOLDER } from '../../lib/data-folder.ts'
import { getClient } from '../../organisation/clients.ts'
import { problem } from '../../problems.ts'
import { type Command, define, feature, flag, text, whole } from './define.ts'

const client = text('id of the system client')

export const commands: Readonly<Record<string, Command>> = {
  'event show': feature(
    { summary: 'show how many events a client has, and how long they are kept', arguments: { client } },
    showKeptEvents,
  ),
  'event keep': feature(
    {
      summary: 'set how long events are kept; older ones are removed once a day',
      arguments: { client },
      options: {
        kind: text(
          'only events of this kind, such as owner.opened; default: all without a rule of their own',
          {
            'x-value': 'kind',
          },
        ),
        days: whole('keep them this long', { 'x-value': 'count' }),
        forever: flag('keep them for ever'),
        withoutExport: flag('do not write them to a file before they are removed'),
      },
    },
    (scope, { kind, days, forever, withoutExport }) => {
      if ((days === undefined) === (forever === undefined)) {
        throw problem('invalidArgument', 'days: say for how many --days, or --forever')
      }
      return keepEvents(scope, { kind, days, isExported: withoutExport !== true })
    },
  ),
  'event remove': define(
    {
      summary: 'remove now what is older than the client keeps it',
      arguments: { client },
    },
    async ({ database, config, now, actor }, args) => {
      const { clientId } = await getClient({ db: database, actor, now }, args.client)
      return removeOldEvents({ database, folder: join(config.dataDir, EVENT_FOLDER), now, clientId })
    },
  ),
}
