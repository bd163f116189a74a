// Commands on the log of events: reading it, how long it is kept, and removing what is older.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type EventQuery, type FeedEvent, MOST_EVENTS } from '@walkaround/contract/dms/event-feed.ts'
import { removeOldEvents } from '../../db/log/remove-old.ts'
import { keepEvents, showKeptEvents } from '../../features/administration/keep-events.ts'
import { readFeedPage } from '../../features/live-updates/event-feed.ts'
import { EVENT_FOLDER } from '../../lib/data-folder.ts'
import { getClient } from '../../organisation/clients.ts'
import { problem } from '../../problems.ts'
import { type Command, define, feature, flag, list, text, whole } from './define.ts'

const client = text('id of the system client')

const LOOK_AGAIN_MS = 300
const LONGEST_WAIT_SECONDS = 3600

export const commands: Readonly<Record<string, Command>> = {
  'event list': define(
    {
      summary: 'show events in order, and the position to go on after',
      arguments: { client },
      options: {
        after: text(
          'go on after this position; now: only say where the log is. Default: from the beginning',
          {
            'x-value': 'position',
          },
        ),
        kind: list('only these kinds, such as survey.completed,order.*', { 'x-value': 'kinds' }),
        branch: list('only of these branches, by dealer code or id', { 'x-value': 'codes' }),
        limit: whole('at most this many, up to 500; default: 100', { 'x-value': 'count' }),
        wait: whole('wait so many seconds for an event if there is none', { 'x-value': 'seconds' }),
      },
    },
    async ({ database, now, actor, progress, signal }, { wait = 0, limit, ...args }) => {
      if (limit !== undefined && limit > MOST_EVENTS)
        throw problem('invalidArgument', `limit: ${limit} is more than ${MOST_EVENTS}`)
      if (wait > LONGEST_WAIT_SECONDS)
        throw problem('invalidArgument', `wait: ${wait} is more than ${LONGEST_WAIT_SECONDS}`)
      const settings = await getClient({ db: database, actor, now }, args.client)
      const { clientId } = settings
      const scope = { db: database, clientId, client: settings, actor, now }
      const until = performance.now() + wait * 1000
      const { kind, branch } = args
      let { after } = args
      for (;;) {
        const query: EventQuery = {
          ...(after === undefined ? {} : { after }),
          ...(kind === undefined ? {} : { kind }),
          ...(branch === undefined ? {} : { branch }),
          ...(limit === undefined ? {} : { limit }),
        }
        const { events, next } = await readFeedPage(scope, query)
        const found = JSON.parse(events) as FeedEvent[]
        if (found.length > 0 || performance.now() >= until || after === 'now') return { events: found, next }
        after = next
        progress('waiting for an event')
        await delay(LOOK_AGAIN_MS, undefined, signal ? { signal } : {})
      }
    },
  ),
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
