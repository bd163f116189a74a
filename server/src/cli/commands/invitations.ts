// Commands on people who are invited, and on links for another password: the same use cases as the console's.
import { staffRoles } from '@walkaround/contract/rules/roles.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { baseUrlOf } from '../../config/config.ts'
import {
  addInvitation,
  addPasswordLink,
  type InvitationOffice,
  listInvitations,
  renewInvitation,
  withdrawInvitation,
} from '../../features/invitations/invite.ts'
import { byCommandLine, idOfLogin } from '../../identity/manage-logins.ts'
import { type Scope, sendsNothing } from '../../scope.ts'
import {
  boxOf,
  type Command,
  type CommandContext,
  define,
  feature,
  inClient,
  list,
  oneOf,
  text,
} from './define.ts'

const client = text('id of the system client')
const id = text('id of the invitation, as listed')
const email = text('address the link is mailed to; default: it is printed, to be handed over', {
  'x-value': 'address',
})
const language = oneOf(languages, 'language of the mail and the page; default: that of the client')

async function inOffice<T>(
  context: CommandContext,
  clientId: string,
  work: (scope: Scope, office: InvitationOffice) => Promise<T>,
): Promise<T> {
  const { config } = context
  const box = await (await boxOf(context)).unlock()
  return inClient(context, clientId, (scope) => {
    const keepsMails = config.mail === undefined || sendsNothing(scope.client)
    return work(scope, { baseUrl: baseUrlOf(config), box, keepsMails })
  })
}

export const commands: Readonly<Record<string, Command>> = {
  'invitation add': define(
    {
      summary: 'invite somebody, who chooses a password by a link',
      arguments: { client, login: text('what will be typed to sign in, such as an e-mail address') },
      options: {
        name: text("the person's name", { 'x-value': 'name' }),
        role: oneOf(staffRoles, 'what the person may do'),
        branch: list('dealer codes or ids of the branches; default: every branch', { 'x-value': 'codes' }),
        email,
        language,
      },
      required: ['name', 'role'],
    },
    (context, { client: clientId, branch, name, role, ...rest }) =>
      inOffice(context, clientId, (scope, office) =>
        addInvitation(
          scope,
          byCommandLine,
          {
            ...rest,
            name: name as string,
            role: role as (typeof staffRoles)[number],
            ...(branch ? { branches: branch } : {}),
          },
          office,
        ),
      ),
  ),
  'invitation list': feature(
    { summary: 'list who has not chosen a password yet', arguments: { client } },
    (scope) => listInvitations(scope, byCommandLine),
  ),
  'invitation renew': define(
    {
      summary: 'make the link of an invitation anew; the former one stops working',
      arguments: { client, id },
    },
    (context, args) =>
      inOffice(context, args.client, (scope, office) =>
        renewInvitation(scope, byCommandLine, args.id, office),
      ),
  ),
  'invitation withdraw': feature(
    { summary: 'take an invitation back', arguments: { client, id } },
    async (scope, args) => {
      await withdrawInvitation(scope, byCommandLine, args.id)
      return { id: args.id }
    },
  ),
  'invitation password': define(
    {
      summary: 'let somebody choose another password by a link',
      arguments: { client, login: text('name of the login') },
      options: { email, language },
    },
    (context, { client: clientId, login, ...rest }) =>
      inOffice(context, clientId, async (scope, office) =>
        addPasswordLink(scope, byCommandLine, await idOfLogin(scope, login), rest, office),
      ),
  ),
}
