// Commands on callbacks: where they go, a test, the log, and sending once more.
import { callbackKindNames, MESSAGE_SENT } from '@walkaround/contract/callback-kinds.ts'
import { Type } from 'typebox'
import { claimNow, deliver } from '../../features/callbacks/deliver.ts'
import { DEMO_HOST } from '../../features/callbacks/demo-receiver.ts'
import { getDelivery, listDeliveries } from '../../features/callbacks/read-log.ts'
import { replayDelivery, replaySince } from '../../features/callbacks/replay.ts'
import { sendTest } from '../../features/callbacks/send-test.ts'
import {
  findReceiver,
  getReceiver,
  listReceivers,
  removeSiteReceiver,
  sealReceiver,
  setReceiver,
} from '../../features/callbacks/set-receiver.ts'
import { problem } from '../../problems.ts'
import type { OpenedCallbacks } from '../../process/open-callbacks.ts'
import type { Scope } from '../../scope.ts'
import { type Command, define, inClient, oneOf, text, whole, withCallbacks } from './define.ts'

const client = text('id of the system client')
const site = text('site whose cars it is about; default: every site without a receiver of its own', {
  'x-value': 'id',
})
const states = ['waiting', 'delivered', 'givenUp'] as const

export const commands: Readonly<Record<string, Command>> = {
  'callback set': define(
    {
      summary: 'set where callbacks go, and the key they carry',
      arguments: { client },
      options: {
        site,
        url: text('address of the receiver; /<id of the message> is added', { 'x-value': 'address' }),
        key: text('key sent in X-Api-Key; other users of this machine can see it while the command runs'),
        keyFile: text('the same from the first line of a file; - is standard input', {
          'x-value': 'file',
          'x-from': 'line of a file',
        }),
        secret: text('secret that signs callbacks: whsec_…; new to make one; none to remove it'),
        secretFile: text('the same from the first line of a file', {
          'x-value': 'file',
          'x-from': 'line of a file',
        }),
        kinds: text(
          `what it is told besides messages, separated by commas: ${callbackKindNames.join(', ')}; all; none. Default: as before`,
          { 'x-value': 'kinds' },
        ),
      },
      required: ['url'],
    },
    async (context, args) => {
      const fields = {
        url: args.url as string,
        key: oneGiven('key', args.key, args.keyFile),
        secret: oneGiven('secret', args.secret, args.secretFile),
        siteId: args.site,
        kinds: kindsIn(args.kinds),
      }
      return withCallbacks(context, async (callbacks) => {
        const sealed = await sealReceiver(callbacks, args.client, fields)
        return inClient(context, args.client, (scope) => setReceiver(scope, sealed))
      })
    },
  ),
  'callback show': define(
    { summary: 'show where callbacks go', arguments: { client }, options: { site } },
    (context, { client: clientId, site: siteId }) =>
      inClient<unknown>(context, clientId, async (scope) => {
        if (siteId !== undefined) return getReceiver(scope, siteId)
        const { receiver, sites } = await listReceivers(scope)
        const ofSites = sites.flatMap((one) => one.receiver ?? [])
        // Only sites may have one.
        const shown = receiver ?? (ofSites.length === 0 ? await getReceiver(scope) : {})
        return { ...shown, ...(ofSites.length === 0 ? {} : { sites: ofSites }) }
      }),
  ),
  'callback remove': define(
    {
      summary: 'take the receiver of a site away: the one of the client gets its callbacks',
      arguments: { client },
      options: { site },
      required: ['site'],
    },
    (context, { client: clientId, site: siteId }) =>
      inClient(context, clientId, async (scope) => {
        await removeSiteReceiver(scope, siteId as string)
        return { site: siteId }
      }),
  ),
  'callback test': define(
    {
      summary: 'send a test to the receiver and show its reply',
      arguments: { client },
      options: { site, kind: oneOf(callbackKindNames, 'a test of this kind; default: of a message') },
    },
    (context, args) =>
      withCallbacks(context, async (callbacks) => {
        const { id, claimed } = await inClient(context, args.client, async (scope) => {
          const sent = await sendTest(scope, callbacks.box, { siteId: args.site, kind: args.kind })
          // The demo's receiver is inside the running service, and only the service can reach it.
          const { url } = (await findReceiver(scope, args.site)) ?? (await getReceiver(scope))
          if (new URL(url).hostname === DEMO_HOST && !context.callbacks)
            return { ...sent, claimed: undefined }
          // Claimed when it is written, so that no other process sends it first.
          const { clientId } = scope
          return { ...sent, claimed: await claimNow(scope.db, { clientId, id: sent.id, now: context.now }) }
        })
        if (claimed) {
          context.progress('sending')
          await deliver(
            callbacks.deliverOptions(context.database, () => new Date()),
            claimed,
          )
        }
        return inClient(context, args.client, (scope) => show(callbacks, scope, id))
      }),
  ),
  'callback log': define(
    {
      summary: 'list callbacks, newest first, or show one with every attempt',
      arguments: { client },
      options: {
        id: text('only this one, with its attempts', { 'x-value': 'id' }),
        since: text('only those created since: 2026-03-01, or with a time', { 'x-value': 'time' }),
        state: oneOf(states, 'only those of this state'),
        site: text('only those of cars of this site', { 'x-value': 'id' }),
        kind: oneOf([MESSAGE_SENT, ...callbackKindNames] as const, 'only those of this kind'),
        limit: whole('at most this many; default: 50', { 'x-value': 'count' }),
      },
    },
    (context, { client: clientId, id, since, state, site: siteId, kind, limit }) =>
      withCallbacks(context, (callbacks) =>
        inClient<unknown>(context, clientId, (scope) =>
          id === undefined
            ? listDeliveries(scope, { since, state, siteId, kind, limit })
            : show(callbacks, scope, id),
        ),
      ),
  ),
  'callback replay': define(
    {
      summary: 'send callbacks once more: one, or all since a time',
      arguments: { client, id: Type.Optional(text('this one')) },
      options: {
        since: text('all those created since that were delivered or given up', { 'x-value': 'time' }),
        state: oneOf(['delivered', 'givenUp'] as const, 'of those, only these'),
      },
    },
    async (context, { client: clientId, id, since, state }) => {
      if ((id === undefined) === (since === undefined)) {
        throw problem('invalidArgument', 'id: give either an id or --since')
      }
      return inClient(context, clientId, async (scope) => {
        if (since !== undefined) return replaySince(scope, { since, state })
        await replayDelivery(scope, id as string)
        return { replayed: 1 }
      })
    },
  ),
}

const show = ({ box, shownLink }: OpenedCallbacks, scope: Scope, id: string) =>
  getDelivery(scope, box, id, (url) => shownLink(scope, url))

/** The list as it was given; `all` and `none` stand for every kind and for no kind. */
function kindsIn(given: string | undefined): string[] | undefined {
  if (given === undefined || given === 'none') return given === undefined ? undefined : []
  if (given === 'all') return [...callbackKindNames]
  return given.split(',').map((kind) => kind.trim())
}

function oneGiven(name: string, text: string | undefined, line: string | undefined): string | undefined {
  if (text !== undefined && line !== undefined) {
    throw problem('invalidArgument', `${name}: give --${name} or --${name}-file, not both`)
  }
  return text ?? line
}
