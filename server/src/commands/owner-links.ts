// Commands on the links to the owner's page.
import { getClient } from '../access/clients.ts'
import { defaultBaseUrl } from '../config.ts'
import { inTransaction } from '../db/transaction.ts'
import { DEMO_CLIENT } from '../demo/dealership.ts'
import {
  createOwnerLink,
  createViewingLink,
  linkState,
  listOwnerLinks,
  setOwnerLinkDays,
  withdrawOwnerLinks,
} from '../features/owner-links/owner-links.ts'
import { openSecretBox } from '../outside/secret-box.ts'
import { problem } from '../problems.ts'
import { type Command, define, feature, flag, text, whole } from './define.ts'

const client = text('id of the system client')
const survey = text('id of the survey')
const DAY_MS = 86_400_000

export const ownerLinkCommands: Readonly<Record<string, Command>> = {
  'owner-link create': define(
    {
      summary: "make a link that shows the owner's page of a survey and decides nothing",
      arguments: { client, survey },
      options: {
        days: whole('how long it is valid; else as the client has it', { 'x-value': 'count' }),
        deciding: flag('one that decides, to try it out: of the demo dealership alone'),
      },
    },
    async (context, { client: clientId, survey: surveyId, days, deciding }) => {
      if (deciding && clientId !== DEMO_CLIENT) {
        throw problem(
          'invalidArgument',
          'deciding: such a link goes to the stored address of its person and to nobody else; send it with message send',
        )
      }
      const { database, config, callbacks, actor, now } = context
      const box = callbacks?.box ?? openSecretBox(config)
      return inTransaction(database, async (db) => {
        const scope = { db, actor, now, clientId, client: await getClient({ db, actor, now }, clientId) }
        const wanted = {
          baseUrl: config.baseUrl ?? defaultBaseUrl(config.port),
          box,
          validUntil: days === undefined ? undefined : new Date(now.getTime() + days * DAY_MS),
        }
        const make = deciding ? createOwnerLink : createViewingLink
        const { id, url, validUntil } = await make(scope, surveyId, wanted)
        return { id, url, kind: deciding ? 'deciding' : 'viewing', validUntil }
      })
    },
  ),
  'owner-link list': feature(
    { summary: 'list the links of a survey, without their tokens', arguments: { client, survey } },
    async (scope, args) =>
      (await listOwnerLinks(scope, args.survey)).map((link) => ({
        id: link.id,
        kind: link.tokenHash === null ? 'viewing' : 'deciding',
        state: linkState(link, scope.now),
        createdAt: link.createdAt,
        validUntil: link.validUntil,
        openedAt: link.openedAt,
        withdrawnAt: link.withdrawnAt,
        messageId: link.messageId,
      })),
  ),
  'owner-link withdraw': feature(
    {
      summary: 'withdraw the links of a survey, or one of them',
      arguments: { client, survey },
      options: { link: text('only this one', { 'x-value': 'id' }) },
    },
    async (scope, args) => ({ withdrawn: await withdrawOwnerLinks(scope, args.survey, args.link) }),
  ),
  'owner-link days': feature(
    {
      summary: 'set how long links of a client are valid unless said otherwise',
      arguments: { client, days: whole('days, from 1 to 3650; 30 at first') },
    },
    async (scope, args) => {
      await setOwnerLinkDays(scope, args.days)
      return { client: args.client, days: args.days }
    },
  ),
}
