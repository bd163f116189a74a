// Commands on the links to the owner's page.

import { baseUrlOf } from '../../config/config.ts'
import {
  createOwnerLink,
  createViewingLink,
  linkState,
  listOwnerLinks,
  setOwnerLinkDays,
  withdrawOwnerLinks,
} from '../../features/owner-links/owner-links.ts'
import { problem } from '../../problems.ts'
import { sendsNothing } from '../../scope.ts'
import { boxOf, type Command, define, feature, flag, inClient, text, whole } from './define.ts'

const client = text('id of the system client')
const survey = text('id of the survey')
const DAY_MS = 86_400_000

export const commands: Readonly<Record<string, Command>> = {
  'owner-link create': define(
    {
      summary: "make a link that shows the owner's page of a survey and decides nothing",
      arguments: { client, survey },
      options: {
        days: whole("how long it is valid; default: the client's setting", { 'x-value': 'count' }),
        deciding: flag('a link that can decide, for trying it out; demo dealerships and sandboxes only'),
      },
    },
    async (context, { client: clientId, survey: surveyId, days, deciding }) => {
      const box = await boxOf(context)
      return inClient(context, clientId, async (scope) => {
        if (deciding && !sendsNothing(scope.client)) {
          throw problem(
            'invalidArgument',
            'deciding: a link that can decide goes only to the stored address of its recipient; send it with message send',
          )
        }
        const wanted = {
          baseUrl: baseUrlOf(context.config),
          box,
          validUntil: days === undefined ? undefined : new Date(scope.now.getTime() + days * DAY_MS),
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
        kind: link.form !== null ? 'copy' : link.tokenHash === null ? 'viewing' : 'deciding',
        state: linkState(link, scope.now),
        createdAt: link.createdAt,
        validUntil: link.validUntil,
        openedAt: link.openedAt,
        watchedAt: link.watchedAt,
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
      summary: 'set how long links of a client are valid by default',
      arguments: { client, days: whole('days, from 1 to 3650; initially 30') },
    },
    async (scope, args) => {
      await setOwnerLinkDays(scope, args.days)
      return { client: args.client, days: args.days }
    },
  ),
}
