// Commands on shared tablets: the same use cases as the console's.
import { baseUrlOf } from '../../config/config.ts'
import {
  addTablet,
  addTabletCode,
  changeTablet,
  getShownTablet,
  idOfTablet,
  listTablets,
  revokeTablet,
} from '../../features/tablets/manage-tablets.ts'
import { unconditional } from '../../scope.ts'
import { type Command, define, feature, inClient, list, text, whole } from './define.ts'

const client = text('id of the system client')
const tablet = text('name of the tablet, as listed')

export const commands: Readonly<Record<string, Command>> = {
  'tablet list': feature(
    { summary: 'list the tablets that people share', arguments: { client } },
    async (scope) => listTablets(scope),
  ),
  'tablet pair': define(
    {
      summary: 'make a code that pairs a device, for a new tablet or one there is',
      arguments: { client, tablet: text('name of the tablet, such as "Bay 3"') },
      options: {
        branch: list('of a new tablet: dealer codes or ids of the branches it shows; default: every branch', {
          'x-value': 'codes',
        }),
        'lock-minutes': whole('of a new tablet: it locks after so many minutes without a tap; default: 5'),
      },
    },
    (context, { client: clientId, tablet: name, branch, 'lock-minutes': minutes }) =>
      inClient(context, clientId, async (scope) => {
        const baseUrl = baseUrlOf(context.config)
        const known = (await listTablets(scope)).find((one) => one.name.toLowerCase() === name.toLowerCase())
        if (known) return addTabletCode(scope, known.id, baseUrl)
        const change = {
          name,
          ...(branch ? { branches: branch } : {}),
          ...(minutes === undefined ? {} : { lockMinutes: minutes }),
        }
        return addTablet(scope, change, baseUrl)
      }),
  ),
  'tablet rename': feature(
    {
      summary: 'give a tablet another name',
      arguments: { client, tablet, name: text('what it is called from now on') },
    },
    async (scope, args) => {
      const { id, ...before } = await getShownTablet(scope, await idOfTablet(scope, args.tablet))
      return changeTablet(scope, id, { ...before, name: args.name }, unconditional)
    },
  ),
  'tablet revoke': feature(
    { summary: 'revoke a tablet; whoever is at it is signed out', arguments: { client, tablet } },
    async (scope, args) => revokeTablet(scope, await idOfTablet(scope, args.tablet), unconditional),
  ),
}
