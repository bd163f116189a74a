// Signing in to the web apps: login and password once, then a cookie that scripts cannot read.

import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { roles, staffRoles } from '../rules/roles.ts'
import { choice, flag, record, secret, text } from '../schema.ts'

const HEADING = 'Session'

export const SignIn = record(
  'SignIn',
  'Login and password.',
  {
    login: text('The login.', { minLength: 1, maxLength: 200 }),
    password: secret('The password.', { minLength: 1, maxLength: 1000 }),
  },
  {},
)
export type SignIn = Static<typeof SignIn>

export const SessionClient = record(
  'SessionClient',
  'A system client the person works for.',
  {
    id: Type.String({ description: 'The system client.' }),
    name: Type.String({ description: 'Its name, as people read it.' }),
    role: choice('What the person may do there.', [...roles, 'support']),
    language: Type.String({ description: 'In which the client writes to customers and prints forms.' }),
    timeZone: Type.String({
      description:
        'By which people read times: that of the branches below, if they are all in one, otherwise that of the client; a name of the IANA list.',
    }),
    branches: Type.Array(
      record(
        'SessionBranch',
        'A branch.',
        {
          id: Type.String({ description: 'The branch.' }),
          name: Type.String({ description: 'Its name, as people read it.' }),
          siteId: Type.String({ description: 'The site it belongs to.' }),
        },
        {
          hasPartsStep: flag('Parts are asked for between finding and offer: a setting of the site.'),
          currency: Type.String({
            description: 'For amounts that people enter there, if it is another one.',
          }),
          timeZone: Type.String({
            description: 'Of its site, if it is another one: by it people read the times of its cars.',
          }),
        },
      ),
      { description: 'The branches the person may work for.' },
    ),
  },
  {
    currency: Type.String({ description: 'For amounts that people enter; ISO 4217.' }),
    isDemo: flag('The demo dealership: what is sent stays here, and callbacks have a receiver to play with.'),
    isSandbox: flag('A sandbox: what is sent stays here, and the clock may have been moved.'),
    isLimited: flag('The role is limited to the branches above; otherwise they are all there are.'),
  },
)

export const SessionLimits = record(
  'SessionLimits',
  'What the service takes, as it is set up: an app that knows records and sends nothing that would be refused.',
  {
    photoBytes: Type.Integer({ description: 'The largest photo.' }),
    videoBytes: Type.Integer({ description: 'The largest video.' }),
    videoSeconds: Type.Integer({ description: 'The longest video.' }),
  },
  {},
)
export type SessionLimits = Static<typeof SessionLimits>

export const SessionTablet = record(
  'SessionTablet',
  'The shared tablet on which somebody signed in with a PIN.',
  {
    id: Type.String({ description: 'The tablet.' }),
    name: Type.String({ description: 'As it is written on it.' }),
    clientId: Type.String({ description: 'The system client it belongs to.' }),
    offlineUntil: Type.String({
      description: 'Until then the PIN also opens the tablet without a network.',
    }),
  },
  {},
)

export const Session = record(
  'Session',
  'Who is signed in, and what a page must send with every change.',
  {
    login: Type.String({ description: 'By which the person signed in.' }),
    name: Type.String({ description: "The person's name." }),
    expiresAt: Type.String({ description: 'Afterwards one signs in again.' }),
    csrf: Type.String({ description: 'To be sent in the header X-Walkaround-Csrf with everything but GET.' }),
    clients: Type.Array(SessionClient, { description: 'The system clients the person has a role at.' }),
    version: Type.String({ description: 'Of the service: an app that differs loads itself anew.' }),
  },
  {
    limits: SessionLimits,
    tablet: SessionTablet,
    provider: record(
      'SessionProvider',
      'Where the person signed in, if not with a password.',
      {
        client: Type.String({ description: 'The system client whose provider it is: no other is reached.' }),
        id: Type.String({ description: 'The provider.' }),
        label: Type.String({ description: 'Its name, as people read it.' }),
      },
      {},
    ),
    idleMinutes: Type.Integer({
      description:
        'So long without a tap, and a device shows nothing until somebody signs in again, without a network too.',
    }),
  },
)
export type Session = Static<typeof Session>

/** Outside any system client: the caller has no key and no session yet. */
export const createSession = operation({
  id: 'createSession',
  method: 'POST',
  path: '/session',
  heading: HEADING,
  summary: 'Sign in',
  description:
    'Takes about a second, whether the login exists or not. After several failures the login waits at that address, longer each ' +
    'time, and so does the address; the login alone only after many, and not on a device that signed in before. API keys ' +
    'never wait. A second cookie tells the device again. Somebody with a passkey, or who needs one, gets 40330 and a cookie for the ' +
    'next step.',
  right: 'none',
  params: {},
  body: SignIn,
  replies: { 200: { description: 'Signed in; the session is in a cookie.', body: Session } },
  problems: [
    'signInFailed',
    'secondFactorNeeded',
    'passkeysImpossible',
    'passwordsOff',
    'tooManySignIns',
    'rateExceeded',
  ],
  decisions: ['F1', 'F2'],
})

export const getSession = operation({
  id: 'getSession',
  method: 'GET',
  path: '/session',
  heading: HEADING,
  summary: 'Ask who is signed in',
  description:
    '401 when nobody is; 40102 tells a device that the login was disabled since. Asking is no use of the session: its idle ' +
    'end comes all the same.',
  right: 'none',
  params: {},
  replies: { 200: { description: 'The session.', body: Session } },
  problems: [],
  decisions: ['F1'],
})

export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: '/session',
  heading: HEADING,
  summary: 'Sign out',
  description: 'Ends the session on every tab.',
  right: 'none',
  params: {},
  replies: { 204: { description: 'Signed out.' } },
  problems: [],
  decisions: ['F1'],
})

export const OwnSession = record(
  'OwnSession',
  'Where somebody is signed in.',
  {
    id: Type.String({ description: 'The session, to end it by.' }),
    startedAt: Type.String({ description: 'When somebody signed in.' }),
    seenAt: Type.String({ description: 'When it last asked for something, to the minute.' }),
    expiresAt: Type.String({ description: 'When it ends by itself.' }),
  },
  {
    isThis: flag('The session that asks.'),
    address: Type.String({ description: 'The network it was begun from.' }),
    agent: Type.String({ description: 'What the browser said it is.' }),
  },
)
export type OwnSession = Static<typeof OwnSession>

export const listOwnSessions = operation({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/sessions',
  heading: HEADING,
  summary: 'Ask where one is signed in',
  description: 'All sessions of the person who asks, the one used last first.',
  right: 'none',
  params: {},
  replies: { 200: { description: 'The sessions.', body: Type.Array(OwnSession) } },
  problems: [],
  decisions: ['F1'],
})

export const endOwnSession = operation({
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/sessions/{session_id}',
  heading: HEADING,
  summary: 'End one of one\u2019s own sessions',
  description: 'It is over within a second on every process. What waits on that device stays there.',
  right: 'none',
  params: { session_id: 'As listed.' },
  replies: { 204: { description: 'Ended.' } },
  problems: ['noSuchResource'],
  decisions: ['F1'],
})

export const NewPassword = record(
  'NewPassword',
  'The password one has, and the one to have.',
  {
    current: secret('The password that holds now.', { minLength: 1, maxLength: 1000 }),
    password: secret('The new one.', { minLength: 1, maxLength: 1000 }),
  },
  {},
)
export type NewPassword = Static<typeof NewPassword>

export const changeOwnPassword = operation({
  id: 'changeOwnPassword',
  method: 'PUT',
  path: '/session/password',
  heading: HEADING,
  summary: 'Change one\u2019s own password',
  description:
    'Takes about two seconds. The session that asks goes on, all others of the person end. Wrong current passwords are counted ' +
    'like failed sign-ins.',
  right: 'none',
  params: {},
  body: NewPassword,
  replies: { 204: { description: 'Changed.' } },
  problems: ['weakPassword', 'wrongPassword', 'notYours', 'tooManySignIns', 'rateExceeded'],
  decisions: ['F1', 'F2'],
})

export const SignInHelp = record(
  'SignInHelp',
  'What helps to sign in.',
  {},
  {
    hasProviders: flag('A client has people who sign in at a provider: offer the page `sign-in/start`.'),
    demo: record(
      'DemoSignIn',
      'The people of the demo dealership who have a password.',
      {
        logins: Type.Array(
          record(
            'DemoLogin',
            'One of them.',
            {
              login: Type.String({ description: 'To sign in with.' }),
              role: choice('What they may do.', [...staffRoles]),
            },
            {},
          ),
          { description: 'Who can sign in with a password of the file.' },
        ),
      },
      {
        file: Type.String({
          description: 'The file on the machine of the service that holds their passwords.',
        }),
      },
    ),
  },
)
export type SignInHelp = Static<typeof SignInHelp>

export const getSignInHelp = operation({
  id: 'getSignInHelp',
  method: 'GET',
  path: '/sign-in-help',
  heading: HEADING,
  summary: 'Ask what helps to sign in',
  description: 'On a demo: who may sign in, and where the passwords are. Never a password.',
  right: 'none',
  params: {},
  replies: { 200: { description: 'What there is.', body: SignInHelp } },
  problems: [],
  decisions: ['H1'],
})
