// Who may sign in at a client, as what and where: people, and the systems that hold keys. For those who set them up.
import { type Static, Type } from 'typebox'
import { conditionalDelete, conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { mostPeople } from '../rules/people-lines.ts'
import { roles, staffRoles } from '../rules/roles.ts'
import { choice, flag, list, record, requiredIdentifier, text } from '../schema.ts'
import { OwnSession } from './session.ts'

const heading = 'Access'
const clientPath = '/system-clients/{system_client_id}'
const path = `${clientPath}/logins/{login_id}`
const params = { system_client_id: 'The system client.' }
const ofLogin = { ...params, login_id: 'The login, by its id.' }

const branches = Type.Array(Type.String(), {
  description: 'Ids of the branches it is limited to; left out, all of the client.',
})
const loginFields = {
  id: Type.String({ description: 'The login.' }),
  login: Type.String({ description: 'What is typed to sign in.' }),
  name: Type.String({ description: "The person's name, as others read it." }),
  role: choice('What it may do here.', [...roles]),
}
const loginOptions = {
  branches,
  isDisabled: flag('It can neither sign in nor use its keys, at any client.'),
  isShared: flag('It also works for other clients: only its role here can be changed.'),
  hasPassword: flag('It has a password.'),
  mayChange: flag('Whoever asks may change it.'),
}

export const ListedLogin = record('ListedLogin', 'A login with its role at this client.', loginFields, {
  ...loginOptions,
  seenAt: Type.String({ description: 'When it was last used, by a person or a key; left out: never.' }),
  sessions: Type.Integer({
    description: 'On how many devices somebody is signed in with it; left out: none.',
  }),
  keys: Type.Integer({ description: 'How many keys of it work; left out: none.' }),
  passkeys: Type.Integer({ description: 'How many passkeys it has as a second factor; left out: none.' }),
  lacksSecondFactor: flag(
    'The client asks for a second factor in this role, and the person has none: they make one at the next sign-in.',
  ),
})
export type ListedLogin = Static<typeof ListedLogin>

export const LoginDetails = record(
  'LoginDetails',
  'A login with its role at this client.',
  loginFields,
  loginOptions,
)
export type LoginDetails = Static<typeof LoginDetails>

export const LoginChange = record(
  'LoginChange',
  'A login as it is to be. What is left out has no value any more.',
  {
    name: text("The person's name.", { minLength: 1, maxLength: 200 }),
    role: choice('What it may do here.', [...roles]),
  },
  {
    branches: list(
      requiredIdentifier('A branch, by its id or a dealer code.'),
      'Left out: all of the client.',
    ),
    isDisabled: flag('It can neither sign in nor use its keys.'),
  },
)
export type LoginChange = Static<typeof LoginChange>

export const listLogins = operation({
  id: 'listLogins',
  method: 'GET',
  path: `${clientPath}/logins`,
  heading,
  summary: 'Read who has access',
  description:
    'Every login with a role at the client, by name. Managers of some branches see those whose branches they reach. Support is not listed.',
  right: 'logins',
  params,
  replies: {
    200: {
      description: 'The logins.',
      body: record(
        'LoginList',
        'Who has access.',
        { logins: Type.Array(ListedLogin, { description: 'By name.' }) },
        {},
      ),
    },
  },
  problems: [],
  decisions: ['F1'],
})

export const getLogin = operation({
  id: 'getLogin',
  method: 'GET',
  path,
  heading,
  summary: 'Read a login',
  description: 'As it can be changed.',
  right: 'logins',
  params: ofLogin,
  replies: { 200: { description: 'The login.', body: LoginDetails, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['F1', 'B7'],
})

export const putLogin = operation({
  id: 'putLogin',
  method: 'PUT',
  path,
  heading,
  summary: 'Change a login',
  description:
    'Its name, its role here and the branches of it, and whether it is disabled. Takes effect within a second everywhere; what waits on its ' +
    'tablets stays there. Managers change technicians, parts and advisors, admins everybody; nobody takes away their own access. Name ' +
    'and state of a login that also works for other clients are changed by support.',
  right: 'logins',
  params: ofLogin,
  body: LoginChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The login as it is now.', body: LoginDetails, headers: newTag } },
  problems: ['noSuchResource', 'invalidArgument', 'notYours', 'preconditionFailed', 'spareLoginNeeded'],
  decisions: ['F1', 'B7'],
})

export const deleteLogin = operation({
  id: 'deleteLogin',
  method: 'DELETE',
  path,
  heading,
  summary: 'Take access away',
  description:
    'The login has no role here any more; its sessions and keys reach nothing of this client within a second. What it did keeps its name.',
  right: 'logins',
  params: ofLogin,
  requestHeaders: conditionalDelete,
  replies: { 204: { description: 'It has no role here any more.' } },
  problems: ['noSuchResource', 'notYours', 'preconditionFailed', 'spareLoginNeeded'],
  decisions: ['F1'],
})

export const listLoginSessions = operation({
  id: 'listLoginSessions',
  method: 'GET',
  path: `${path}/sessions`,
  heading,
  summary: 'Read where a login is signed in',
  description: 'The one used last first.',
  right: 'logins',
  params: ofLogin,
  replies: { 200: { description: 'The sessions.', body: Type.Array(OwnSession) } },
  problems: ['noSuchResource', 'notYours'],
  decisions: ['F1'],
})

export const endLoginSession = operation({
  id: 'endLoginSession',
  method: 'DELETE',
  path: `${path}/sessions/{session_id}`,
  heading,
  summary: 'Sign a device out',
  description: 'Over within a second on every process. What waits on that device stays there.',
  right: 'logins',
  params: { ...ofLogin, session_id: 'As listed.' },
  replies: { 204: { description: 'Ended.' } },
  problems: ['noSuchResource', 'notYours'],
  decisions: ['F1'],
})

export const endLoginSessions = operation({
  id: 'endLoginSessions',
  method: 'DELETE',
  path: `${path}/sessions`,
  heading,
  summary: 'Sign a login out everywhere',
  description: 'All of its sessions, but the one that asks.',
  right: 'logins',
  params: ofLogin,
  replies: { 204: { description: 'Ended.' } },
  problems: ['noSuchResource', 'notYours'],
  decisions: ['F1'],
})

export const ClearedSecondFactor = record(
  'ClearedSecondFactor',
  'What became of it.',
  { passkeys: Type.Integer({ description: 'How many there were.' }) },
  {
    sentTo: Type.String({
      description: 'Where the person is written to; left out: nobody told them, so whoever did it has to.',
    }),
  },
)
export type ClearedSecondFactor = Static<typeof ClearedSecondFactor>

export const clearSecondFactor = operation({
  id: 'clearSecondFactor',
  method: 'DELETE',
  path: `${path}/second-factor`,
  heading,
  summary: 'Remove the second factor of somebody',
  description:
    'For somebody who lost their device and their recovery codes: all passkeys and codes are removed, and the login is signed out ' +
    'everywhere. Who needs a second factor makes a new passkey at the next sign-in. The person is written to, if an e-mail address is ' +
    'known: that the login is one, or the one to which the link went by which they chose their password in the last 30 days.',
  right: 'logins',
  params: ofLogin,
  replies: { 200: { description: 'It has none any more.', body: ClearedSecondFactor } },
  problems: ['noSuchResource', 'notYours'],
  decisions: ['F1'],
})

const invitationFields = {
  id: Type.String({ description: 'The invitation.' }),
  kind: choice('To begin working here, or to choose a new password.', ['join', 'password']),
  login: Type.String({ description: 'What will be typed to sign in.' }),
  name: Type.String({ description: "The person's name." }),
  role: choice('What the person may do here.', [...staffRoles]),
  createdAt: Type.String({ description: 'When it was made.' }),
  expiresAt: Type.String({ description: 'Until when its link works.' }),
}
const invitationOptions = {
  branches,
  sentTo: Type.String({ description: 'The e-mail address it goes to; left out: it is handed over.' }),
  mail: choice('What became of the mail.', ['waiting', 'sent', 'failed']),
  mailFailure: Type.String({ description: 'Why the mail did not arrive, in the words of the mail server.' }),
  isOver: flag('Its link has expired; it can be made anew.'),
  mayChange: flag('Whoever asks may take it back.'),
}

export const Invitation = record(
  'Invitation',
  'Somebody who has not chosen a password yet.',
  invitationFields,
  invitationOptions,
)
export type Invitation = Static<typeof Invitation>

export const NewInvitation = record(
  'NewInvitation',
  'Whom to invite.',
  {
    login: text('What will be typed to sign in, such as an e-mail address.', {
      minLength: 1,
      maxLength: 200,
    }),
    name: text("The person's name.", { minLength: 1, maxLength: 200 }),
    role: choice('What the person may do here.', [...staffRoles]),
  },
  {
    branches: list(
      requiredIdentifier('A branch, by its id or a dealer code.'),
      'Left out: all of the client.',
    ),
    email: text('Where the link is sent; left out: it is handed over, on paper for instance.', {
      maxLength: 320,
    }),
    language: text('Of the mail and the page; left out: that of the client.', { maxLength: 35 }),
  },
)
export type NewInvitation = Static<typeof NewInvitation>

export const MadeInvitation = record(
  'MadeInvitation',
  'The invitation with its link, which is shown once.',
  {
    ...invitationFields,
    link: Type.String({ description: 'Opens the page on which the person chooses a password. Shown once.' }),
  },
  invitationOptions,
)
export type MadeInvitation = Static<typeof MadeInvitation>

export const listInvitations = operation({
  id: 'listInvitations',
  method: 'GET',
  path: `${clientPath}/invitations`,
  heading,
  summary: 'Read who is invited',
  description: 'Who has not chosen a password yet, the newest first. What expired is shown for 30 days.',
  right: 'logins',
  params,
  replies: { 200: { description: 'The invitations.', body: Type.Array(Invitation) } },
  problems: [],
  decisions: ['F1'],
})

export const addInvitation = operation({
  id: 'addInvitation',
  method: 'POST',
  path: `${clientPath}/invitations`,
  heading,
  summary: 'Invite somebody',
  description:
    'Makes a link that works once and for seven days. With an e-mail address it is sent there; either way it is in the reply, to be handed ' +
    'over on paper. A person who already has this login at another client uses their password, and gets the role here only then: the ' +
    'reply does not tell whether there is such a login.',
  right: 'logins',
  params,
  body: NewInvitation,
  replies: { 200: { description: 'The invitation with its link.', body: MadeInvitation } },
  problems: ['alreadyExists', 'invalidArgument', 'notYours', 'channelNotSetUp'],
  decisions: ['F1'],
})

export const addInvitations = operation({
  id: 'addInvitations',
  method: 'POST',
  path: `${clientPath}/invitations/several`,
  heading,
  summary: 'Invite several people',
  description:
    'Each as by inviting one; all of them or nobody. What is wrong is told for every person at once, by their place in the list.',
  right: 'logins',
  params,
  body: record(
    'NewInvitations',
    'Whom to invite.',
    {
      invitations: Type.Array(NewInvitation, {
        description: 'The people.',
        minItems: 1,
        maxItems: mostPeople,
      }),
    },
    {},
  ),
  replies: {
    200: {
      description: 'The invitations with their links, in the same order.',
      body: Type.Array(MadeInvitation),
    },
  },
  problems: ['alreadyExists', 'invalidArgument', 'notYours', 'channelNotSetUp', 'severalViolations'],
  decisions: ['F1'],
})

export const renewInvitation = operation({
  id: 'renewInvitation',
  method: 'POST',
  path: `${clientPath}/invitations/{invitation_id}/links`,
  heading,
  summary: 'Make a new link for an invitation',
  description: 'The former one stops working. Sent again if the invitation has an address.',
  right: 'logins',
  params: { ...params, invitation_id: 'The invitation.' },
  replies: { 200: { description: 'The invitation with its new link.', body: MadeInvitation } },
  problems: ['noSuchResource', 'notYours', 'channelNotSetUp'],
  decisions: ['F1'],
})

export const deleteInvitation = operation({
  id: 'deleteInvitation',
  method: 'DELETE',
  path: `${clientPath}/invitations/{invitation_id}`,
  heading,
  summary: 'Take an invitation back',
  description: 'Its link stops working.',
  right: 'logins',
  params: { ...params, invitation_id: 'The invitation.' },
  replies: { 204: { description: 'Taken back.' } },
  problems: ['noSuchResource', 'notYours'],
  decisions: ['F1'],
})

export const addPasswordLink = operation({
  id: 'addPasswordLink',
  method: 'POST',
  path: `${path}/password-links`,
  heading,
  summary: 'Let somebody choose a new password',
  description:
    'Makes a link as an invitation does. The former password holds until it is used; then all sessions of the login end. Nobody sets a ' +
    'password for somebody else.',
  right: 'logins',
  params: ofLogin,
  body: record(
    'NewPasswordLink',
    'Where it goes.',
    {},
    {
      email: text('Where the link is sent; left out: it is handed over.', { maxLength: 320 }),
      language: text('Of the mail and the page; left out: that of the client.', { maxLength: 35 }),
    },
  ),
  replies: { 200: { description: 'The invitation with its link.', body: MadeInvitation } },
  problems: ['noSuchResource', 'invalidArgument', 'notYours', 'channelNotSetUp'],
  decisions: ['F1'],
})
