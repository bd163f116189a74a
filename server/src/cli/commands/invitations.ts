// Commands on people who are invited, and on links for another password: the same use cases as the console's.
import {
  faultsInLines,
  mailedToLogin,
  mostPeople,
  type PersonFault,
  personFields,
  readPeople,
} from '@walkaround/contract/rules/people-lines.ts'
import { staffRoles } from '@walkaround/contract/rules/roles.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { baseUrlOf } from '../../config/config.ts'
import {
  addInvitation,
  addInvitations,
  addPasswordLink,
  type InvitationOffice,
  listInvitations,
  renewInvitation,
  withdrawInvitation,
} from '../../features/invitations/invite.ts'
import { keepsMessages } from '../../features/messages/kept-messages.ts'
import { byCommandLine, idOfLogin } from '../../identity/manage-logins.ts'
import { Problem, problem, problemOf } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import {
  boxOf,
  type Command,
  type CommandContext,
  define,
  feature,
  flag,
  inClient,
  list,
  oneOf,
  text,
} from './define.ts'

const LINES_BYTES = 1_000_000

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
  return inClient(context, clientId, async (scope) => {
    const keepsMails = await keepsMessages(scope, 'email', config.mail !== undefined)
    return work(scope, { baseUrl: baseUrlOf(config), box, keepsMails })
  })
}

const placeInWords = ({ line, field, rule }: { line?: number; field?: string; rule: string }): string =>
  line === undefined ? rule : `line ${line}${field === undefined ? '' : `, ${field}`}: ${rule}`

const rules: Readonly<Record<PersonFault['rule'], string>> = {
  missing: 'is missing',
  role: `is not one of ${staffRoles.join(', ')}`,
  email: 'is no e-mail address',
  twice: 'stands on a line before',
  cells: `more cells than ${personFields.join(', ')}, or than the headings`,
  quote: 'a quote is not closed',
  people: `more than ${mostPeople} people; divide the file`,
}

const inWords = ({ value, rule, ...place }: PersonFault): string =>
  placeInWords({
    ...place,
    rule: value === undefined ? rules[rule] : `${JSON.stringify(value)} ${rules[rule]}`,
  })

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
  'invitation import': define(
    {
      summary: 'invite several people from a file, all of them or nobody',
      arguments: {
        client,
        file: text('lines with name, login, role, branches, e-mail and language, as CSV', {
          'x-from': 'file as base64',
          'x-bytes': LINES_BYTES,
        }),
      },
      options: { mail: flag('mail each link to the login, where it is an address and no other is given') },
    },
    (context, { client: clientId, file, mail }) => {
      const { people, faults } = readPeople(Buffer.from(file, 'base64').toString('utf8'))
      if (faults.length > 0)
        throw problemOf(faults.map((fault) => ({ kind: 'invalidArgument', info: inWords(fault) })))
      if (people.length === 0) throw problem('invalidArgument', 'file: there is nobody in it')
      const wanted = people.map(({ person }) => (mail ? mailedToLogin(person) : person))
      return inOffice(context, clientId, async (scope, office) => {
        try {
          return await addInvitations(scope, byCommandLine, wanted, office)
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          const found = faultsInLines(error.errorInfo, people)
          throw problem(error.kind, found.map(placeInWords).join('\n'))
        }
      })
    },
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
