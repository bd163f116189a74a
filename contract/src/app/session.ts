// Signing in to the web apps: login and password once, then a cookie that scripts cannot read.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { choice, flag, record, text } from '../schema.ts'

const HEADING = 'Session'

export const SignIn = record(
  'SignIn',
  'Login and password.',
  {
    login: text('The login.', { minLength: 1, maxLength: 200 }),
    password: text('The password.', { minLength: 1, maxLength: 1000 }),
  },
  {},
)
export type SignIn = Static<typeof SignIn>

export const SessionClient = record(
  'SessionClient',
  'A system client the person works for.',
  {
    id: Type.String(),
    name: Type.String(),
    role: choice('What the person may do there.', [
      'technician',
      'advisor',
      'manager',
      'admin',
      'dms',
      'support',
    ]),
    language: Type.String(),
    timeZone: Type.String(),
    branches: Type.Array(
      record(
        'SessionBranch',
        'A branch.',
        { id: Type.String(), name: Type.String(), siteId: Type.String() },
        {},
      ),
    ),
  },
  {
    currency: Type.String(),
    isDemo: flag('The demo dealership: what is sent stays here, and callbacks have a receiver to play with.'),
    isLimited: flag('The role is limited to the branches above; otherwise they are all there are.'),
  },
)

export const SessionLimits = record(
  'SessionLimits',
  'What the service takes, as it is set up: an app that knows records and sends nothing that would be refused.',
  {
    photoBytes: Type.Integer(),
    videoBytes: Type.Integer(),
    videoSeconds: Type.Integer(),
  },
  {},
)
export type SessionLimits = Static<typeof SessionLimits>

export const Session = record(
  'Session',
  'Who is signed in, and what a page must send with every change.',
  {
    login: Type.String(),
    name: Type.String(),
    expiresAt: Type.String({ description: 'Afterwards one signs in again.' }),
    csrf: Type.String({ description: 'To be sent in the header X-Walkaround-Csrf with everything but GET.' }),
    clients: Type.Array(SessionClient),
    version: Type.String({ description: 'Of the service: an app that differs loads itself anew.' }),
  },
  {
    limits: SessionLimits,
  },
)
export type Session = Static<typeof Session>

/** These three stand outside of any system client: whoever calls has no key and no session yet. */
export const createSession = operation({
  id: 'createSession',
  method: 'POST',
  path: '/session',
  heading: HEADING,
  summary: 'Sign in',
  description:
    'Takes about a second, whether the login exists or not. After several failures the login waits at that address, longer each ' +
    'time, and so does the address; the login alone only after many, and not on a device that signed in before. API keys ' +
    'never wait. A second cookie tells the device again.',
  right: 'none',
  params: {},
  body: SignIn,
  answers: { 200: { description: 'Signed in; the session is in a cookie.', body: Session } },
  problems: ['signInFailed', 'tooManySignIns', 'rateExceeded'],
  decisions: ['F1', 'F2'],
})

export const getSession = operation({
  id: 'getSession',
  method: 'GET',
  path: '/session',
  heading: HEADING,
  summary: 'Ask who is signed in',
  description: '401 when nobody is.',
  right: 'none',
  params: {},
  answers: { 200: { description: 'The session.', body: Session } },
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
  answers: { 204: { description: 'Signed out.' } },
  problems: [],
  decisions: ['F1'],
})
