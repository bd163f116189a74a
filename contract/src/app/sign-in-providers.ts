// Signing in at a provider of the client by OpenID Connect: what the sign-in page asks, and how admins set providers up and switch
// passwords off. That needs the right of keys, because the rules of a provider give every role there is. The provider's own way back is
// no operation: it comes as a page (features/single-sign-on/routes.ts).
import { type Static, Type } from 'typebox'
import {
  conditionalDelete,
  conditionalRead,
  conditionalWrite,
  etagReply,
  newTag,
  operation,
} from '../operation.ts'
import { staffRoles } from '../rules/roles.ts'
import { choice, fields, flag, list, record, requiredIdentifier, secret, text } from '../schema.ts'

const heading = 'Session'
const access = 'Access'
const clientPath = '/system-clients/{system_client_id}'
const providersPath = `${clientPath}/sign-in-providers`
const path = `${providersPath}/{provider_id}`
const params = { system_client_id: 'The system client.' }
const ofProvider = { ...params, provider_id: 'The provider.' }

const line = (description: string, most = 200) =>
  text(description, { minLength: 1, maxLength: most, 'x-personal': false })

export const OfferedProvider = record(
  'OfferedProvider',
  'Where somebody may sign in.',
  {
    client: Type.String({ description: 'The system client it belongs to.' }),
    clientName: Type.String({ description: 'Its name, as people read it.' }),
    provider: Type.String({ description: 'The provider.' }),
    label: Type.String({ description: 'Its name, as people read it.' }),
  },
  {},
)
export type OfferedProvider = Static<typeof OfferedProvider>

export const findSignInProviders = operation({
  id: 'findSignInProviders',
  method: 'POST',
  path: '/sign-in-providers',
  heading,
  summary: 'Ask where one may sign in',
  description:
    'By the domain of an e-mail address, or of a client. Changes nothing; a POST, so that no address gets into a log. Whether a login exists ' +
    'is not told.',
  right: 'none',
  params: {},
  body: record(
    'ProviderQuestion',
    'One of the two.',
    {},
    {
      login: text('What was typed as the login.', { maxLength: 200 }),
      client: requiredIdentifier('A system client.'),
    },
  ),
  replies: { 200: { description: 'The providers.', body: Type.Array(OfferedProvider) } },
  problems: [],
  decisions: ['F1'],
})

export const NewProviderSignIn = record(
  'NewProviderSignIn',
  'Where to sign in, and where to go afterwards.',
  {
    client: requiredIdentifier('The system client.'),
    provider: requiredIdentifier('The provider.'),
    goesTo: choice('The pages to come back to.', ['workshop', 'desk', 'admin']),
  },
  {
    path: text('The page among them, without a slash in front.', { maxLength: 500, 'x-personal': false }),
    isFresh: flag('The provider has to ask who it is, also if somebody is signed in there.'),
    joins: flag(
      'The provider is joined with the login that is signed in here by its password, which is given again. It always asks who it is.',
    ),
    password: secret('To join: the password of the person who asks.', { minLength: 1, maxLength: 1000 }),
  },
)
export type NewProviderSignIn = Static<typeof NewProviderSignIn>

export const beginProviderSignIn = operation({
  id: 'beginProviderSignIn',
  method: 'POST',
  path: '/provider-sign-ins',
  heading,
  summary: 'Begin to sign in at a provider',
  description:
    'Gives the address to go to. A cookie for ten minutes binds the way back to this browser; each way back works once. Whoever joins their ' +
    'login comes back to the page they left: signed in at the provider, or as before, with `refused` in its address. Wrong passwords are ' +
    'counted like failed sign-ins.',
  right: 'none',
  params: {},
  body: NewProviderSignIn,
  replies: {
    200: {
      description: 'Where to go.',
      body: record(
        'ProviderAddress',
        'Where to go.',
        { address: Type.String({ description: 'Of the provider.' }) },
        {},
      ),
    },
  },
  problems: [
    'noSuchResource',
    'invalidArgument',
    'providerFailed',
    'tooManySignIns',
    'notYours',
    'alreadyExists',
    'wrongPassword',
    'passwordsOff',
    'rateExceeded',
  ],
  decisions: ['F1', 'F2'],
})

export const OwnProvider = record(
  'OwnProvider',
  'A provider of a client the person works for.',
  {
    client: Type.String({ description: 'The system client it belongs to.' }),
    clientName: Type.String({ description: 'Its name, as people read it.' }),
    provider: Type.String({ description: 'The provider.' }),
    label: Type.String({ description: 'Its name, as people read it.' }),
  },
  {
    joinedAt: Type.String({ description: 'Since when the login is joined with it; left out: it is not.' }),
    isOnlyWay: flag('Nothing else signs the person in at this client: it cannot be taken away.'),
    isDisabled: flag('Nobody signs in there for now.'),
    givesRole: flag('At each sign-in there, its rules decide what the person may do here.'),
  },
)
export type OwnProvider = Static<typeof OwnProvider>

export const OwnProviders = record(
  'OwnProviders',
  'Where the person who asks may sign in besides their password.',
  {
    providers: Type.Array(OwnProvider, {
      description: 'Those the login is joined with, and those it could be, by client and name.',
    }),
  },
  { mayChange: flag('The person is signed in by their password: they may join, and take away.') },
)
export type OwnProviders = Static<typeof OwnProviders>

export const getOwnProviders = operation({
  id: 'getOwnProviders',
  method: 'GET',
  path: '/session/providers',
  heading,
  summary: 'Read with which providers one\u2019s own login is joined',
  description:
    'Of the clients that the session reaches. Support has none. Who somebody is at the provider is not told.',
  right: 'none',
  params: {},
  replies: { 200: { description: 'The providers.', body: OwnProviders } },
  problems: [],
  decisions: ['F1'],
})

export const ProviderSeparation = record(
  'ProviderSeparation',
  'Which one, and the password again.',
  {
    client: requiredIdentifier('The system client.'),
    provider: requiredIdentifier('The provider.'),
    password: secret('The password of the person who asks.', { minLength: 1, maxLength: 1000 }),
  },
  {},
)
export type ProviderSeparation = Static<typeof ProviderSeparation>

export const separateOwnProvider = operation({
  id: 'separateOwnProvider',
  method: 'POST',
  path: '/session/provider-removals',
  heading,
  summary: 'Take away what joins one\u2019s own login with a provider',
  description:
    'Asks for the password. Sessions of the person that began there end. It stays if nothing else signs the person in at the client.',
  right: 'none',
  params: {},
  body: ProviderSeparation,
  replies: { 204: { description: 'Taken away.' } },
  problems: [
    'noSuchResource',
    'notYours',
    'onlyWayIn',
    'wrongPassword',
    'passwordsOff',
    'tooManySignIns',
    'rateExceeded',
  ],
  decisions: ['F1', 'F2'],
})

export const endProviderSession = operation({
  id: 'endProviderSession',
  method: 'POST',
  path: '/session/end',
  heading,
  summary: 'Sign out, also at the provider',
  description:
    'Ends the session, and gives the address at which the provider ends its own. Without one it has none, or cannot be reached: the ' +
    'session here is over all the same.',
  right: 'none',
  params: {},
  replies: {
    200: {
      description: 'Signed out here.',
      body: record(
        'ProviderEnd',
        'What is left to do.',
        {},
        {
          address: Type.String({
            description: 'Where the provider ends its session; it comes back by itself.',
          }),
        },
      ),
    },
  },
  problems: [],
  decisions: ['F1'],
})

export const ClaimRule = record(
  'ClaimRule',
  'Which role a claim gives.',
  {
    claim: line('Name of the claim; with dots, a path into it.'),
    role: choice('What the person may do.', [...staffRoles]),
  },
  {
    value: line('One value of the claim, exactly; left out: any.', 500),
    branches: list(requiredIdentifier('A branch, by a dealer code or its id.'), 'Left out: all branches.', {
      maxItems: 200,
    }),
  },
)
export type ClaimRule = Static<typeof ClaimRule>

const claimNames = fields(
  {
    login: line('Of what the person is called here; `email` is usual.'),
    name: line('Of their name; `name` is usual.'),
    email: line('Of their e-mail address; `email` is usual.'),
  },
  {},
  { description: 'Names of the claims that say who it is.' },
)

const needed = {
  label: line('As people read it on the button.', 60),
  issuer: line('Its address, exactly as it calls itself: `https://…`.', 500),
  applicationId: line('The client id that it gave.', 300),
  claims: claimNames,
  rules: list(ClaimRule, 'Which claims give which role. The first that applies counts.', { maxItems: 200 }),
}
const further = {
  scopes: line('What is asked for; left out: `openid profile email`.', 300),
  domains: list(
    line('A domain, such as `dealer.example`.', 253),
    'Whose addresses are offered this provider.',
    {
      maxItems: 50,
    },
  ),
  isPublic: flag('It gave no secret: PKCE alone.'),
  isDisabled: flag('Nobody signs in there for now.'),
  addsPeople: flag('Whoever gets a role by the rules, and is not known here, is added.'),
  joinsByEmail: flag(
    'Somebody whose login here is an address of these domains keeps it when the provider vouches for the address.',
  ),
  keepsRoles: flag(
    'A role is given once; later changes are made here. Left out: renewed with every sign-in.',
  ),
  toleranceSeconds: Type.Integer({
    description: 'How wrong its clock may be; left out: 30.',
    minimum: 0,
    maximum: 300,
  }),
}

export const SignInProviderChange = record(
  'SignInProviderChange',
  'A provider as it is to be. What is left out has no value any more; the secret stays.',
  needed,
  {
    ...further,
    secret: secret(
      'The client secret that it gave; left out: stays. Needed again if the issuer is another one.',
      { maxLength: 2000 },
    ),
  },
)
export type SignInProviderChange = Static<typeof SignInProviderChange>

export const SignInProvider = record(
  'SignInProvider',
  'A provider where people of the client sign in.',
  {
    id: Type.String({ description: 'The provider.' }),
    ...needed,
    callback: Type.String({ description: 'To be entered at the provider: where it sends people back to.' }),
    backChannel: Type.String({ description: 'To be entered at the provider: where it tells of sign-outs.' }),
    signedOut: Type.String({
      description: 'To be entered at the provider: where people come after a sign-out.',
    }),
  },
  {
    ...further,
    secretSetAt: Type.String({ description: 'When the secret was set; left out: there is none.' }),
    people: Type.Integer({ description: 'How many logins are joined with it.' }),
  },
)
export type SignInProvider = Static<typeof SignInProvider>

export const listSignInProviders = operation({
  id: 'listSignInProviders',
  method: 'GET',
  path: providersPath,
  heading: access,
  summary: 'Read the sign-in providers',
  description: 'By id. Never with a secret.',
  right: 'keys',
  params,
  replies: { 200: { description: 'The providers.', body: Type.Array(SignInProvider) } },
  problems: [],
  decisions: ['F1'],
})

export const getSignInProvider = operation({
  id: 'getSignInProvider',
  method: 'GET',
  path,
  heading: access,
  summary: 'Read a sign-in provider',
  description: 'As it can be changed.',
  right: 'keys',
  params: ofProvider,
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The provider.', body: SignInProvider, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'F1'],
})

export const putSignInProvider = operation({
  id: 'putSignInProvider',
  method: 'PUT',
  path,
  heading: access,
  summary: 'Make or change a sign-in provider',
  description:
    'Holds from the next sign-in on. The issuer stays once people are joined with it: at another issuer the same name may be somebody else.',
  right: 'keys',
  params: ofProvider,
  body: SignInProviderChange,
  requestHeaders: conditionalWrite,
  replies: {
    200: { description: 'The provider as it is now.', body: SignInProvider, headers: newTag },
  },
  problems: ['invalidArgument', 'preconditionFailed'],
  decisions: ['B7', 'F1'],
})

export const deleteSignInProvider = operation({
  id: 'deleteSignInProvider',
  method: 'DELETE',
  path,
  heading: access,
  summary: 'Remove a sign-in provider',
  description: 'Ends the sessions begun there. The logins stay, with their roles.',
  right: 'keys',
  params: ofProvider,
  requestHeaders: conditionalDelete,
  replies: { 204: { description: 'Removed.' } },
  problems: ['noSuchResource', 'preconditionFailed'],
  decisions: ['B7', 'F1'],
})

export const ProviderTest = record(
  'ProviderTest',
  'What came of asking the provider.',
  {
    isReached: Type.Boolean({ description: 'It described itself as OpenID Connect wants it.' }),
    findings: Type.Array(
      fields(
        {
          what: choice('What was looked at.', [
            'discovery',
            'keys',
            'pkce',
            'sign-out',
            'sign-out-calls',
            'scopes',
          ]),
          isFine: Type.Boolean({ description: 'Nothing is to be done.' }),
        },
        { said: Type.String({ description: "In the provider's own words." }) },
      ),
      { description: 'One line each.' },
    ),
  },
  {},
)
export type ProviderTest = Static<typeof ProviderTest>

export const testSignInProvider = operation({
  id: 'testSignInProvider',
  method: 'POST',
  path: `${path}/tests`,
  heading: access,
  summary: 'Ask a sign-in provider to describe itself',
  description: 'Nobody signs in. Changes nothing.',
  right: 'keys',
  params: ofProvider,
  replies: { 200: { description: 'What came of it.', body: ProviderTest } },
  problems: ['noSuchResource'],
  decisions: ['F1'],
})

export const ClaimPreview = record(
  'ClaimPreview',
  'What claims would give.',
  {},
  {
    login: Type.String({ description: 'What the person would be called here.' }),
    name: Type.String({ description: 'Their name.' }),
    role: choice('What they could do; left out: they would be refused.', [...staffRoles]),
    branches: Type.Array(Type.String(), {
      description: 'Ids of the branches; left out with a role: all of them.',
    }),
    unknownBranches: Type.Array(Type.String(), { description: 'Named by the rules, but not here.' }),
    rules: Type.Array(Type.Integer(), { description: 'The rules that gave it, counted from 1.' }),
    refusal: choice('Why they would be refused.', ['noAccess']),
  },
)
export type ClaimPreview = Static<typeof ClaimPreview>

export const previewClaims = operation({
  id: 'previewClaims',
  method: 'POST',
  path: `${path}/previews`,
  heading: access,
  summary: 'See what claims would give',
  description: 'By the rules as they are, or as they are sent. Changes nothing.',
  right: 'keys',
  params: ofProvider,
  body: record(
    'ClaimsToPreview',
    'Claims to try.',
    { claims: text('As JSON, such as the payload of an ID token.', { minLength: 2, maxLength: 20_000 }) },
    { rules: list(ClaimRule, 'Left out: those that are set.', { maxItems: 200 }) },
  ),
  replies: { 200: { description: 'What they would give.', body: ClaimPreview } },
  problems: ['noSuchResource', 'invalidArgument'],
  decisions: ['F1'],
})

const signInSettings = {
  spareLogins: list(requiredIdentifier('A login, by its id.'), 'Whose password works all the same.', {
    maxItems: 20,
  }),
}

export const SignInSettings = record('SignInSettings', 'How people of the client sign in.', signInSettings, {
  passwordsOff: flag('Passwords open nothing of this client, but those of the spare logins.'),
})
export type SignInSettings = Static<typeof SignInSettings>

const settingsPath = `${clientPath}/sign-in-settings`

export const getSignInSettings = operation({
  id: 'getSignInSettings',
  method: 'GET',
  path: settingsPath,
  heading: access,
  summary: 'Read how people sign in',
  description: 'Whether passwords are switched off, and for whom not.',
  right: 'keys',
  params,
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The settings.', body: SignInSettings, headers: etagReply } },
  problems: [],
  decisions: ['B7', 'F1'],
})

export const putSignInSettings = operation({
  id: 'putSignInSettings',
  method: 'PUT',
  path: settingsPath,
  heading: access,
  summary: 'Switch passwords off or on',
  description:
    'Off, sessions that were begun with a password open nothing of this client any more, but those of the spare logins; one of them has to be ' +
    'an admin with a password, so that somebody gets in when the provider is down. Keys of systems go on.',
  right: 'keys',
  params,
  body: SignInSettings,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The settings as they are now.', body: SignInSettings, headers: newTag } },
  problems: ['invalidArgument', 'spareLoginNeeded', 'preconditionFailed'],
  decisions: ['B7', 'F1'],
})
