// The second factor of people who sign in with a password: passkeys, and recovery codes for the day a device is lost.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { choice, flag, record, secret, text } from '../schema.ts'
import { Session } from './session.ts'

const HEADING = 'Session'

const encoded = (description: string, maxLength = 20_000) =>
  Type.String({ description: `${description} In base64url.`, minLength: 1, maxLength })
const transports = Type.Array(Type.String({ description: 'A way.', maxLength: 40 }), {
  description: 'Ways a browser reaches it, in its own words.',
  maxItems: 20,
})

const Credential = record(
  'PasskeyCredential',
  'A passkey the browser knows.',
  {
    type: choice('What it is.', ['public-key']),
    id: Type.String({ description: 'In base64url.' }),
  },
  { transports },
)

export const PasskeyRequest = record(
  'PasskeyRequest',
  'What `navigator.credentials.get` takes as `publicKey`, as JSON.',
  {
    challenge: Type.String({ description: 'To be signed; in base64url.' }),
    rpId: Type.String({ description: 'The name of the service, to which its passkeys belong.' }),
    timeout: Type.Integer({ description: 'In milliseconds.' }),
    userVerification: choice('Whether the device asks for a finger, a face or a PIN.', ['preferred']),
    allowCredentials: Type.Array(Credential, { description: 'The passkeys of the person.' }),
  },
  {},
)
export type PasskeyRequest = Static<typeof PasskeyRequest>

export const PasskeyCreation = record(
  'PasskeyCreation',
  'What `navigator.credentials.create` takes as `publicKey`, as JSON.',
  {
    challenge: Type.String({ description: 'To be signed; in base64url.' }),
    rp: record(
      'PasskeyParty',
      'The service.',
      {
        id: Type.String({ description: 'Its name in addresses.' }),
        name: Type.String({ description: 'As people read it.' }),
      },
      {},
    ),
    user: record(
      'PasskeyUser',
      'The person.',
      {
        id: Type.String({ description: 'In base64url.' }),
        name: Type.String({ description: 'The login.' }),
        displayName: Type.String({ description: "The person's name." }),
      },
      {},
    ),
    pubKeyCredParams: Type.Array(
      record(
        'PasskeyAlgorithm',
        'A way to sign.',
        {
          type: choice('What it is.', ['public-key']),
          alg: Type.Integer({ description: 'By its number in COSE.' }),
        },
        {},
      ),
      { description: 'The best first.' },
    ),
    timeout: Type.Integer({ description: 'In milliseconds.' }),
    attestation: choice('What the device proves of itself.', ['none']),
    excludeCredentials: Type.Array(Credential, { description: 'The passkeys the person has.' }),
    authenticatorSelection: record(
      'PasskeySelection',
      'Which devices may hold it.',
      {
        residentKey: choice('Whether it is found without a login.', ['preferred']),
        userVerification: choice('Whether the device asks for a finger, a face or a PIN.', ['preferred']),
      },
      {},
    ),
  },
  {},
)
export type PasskeyCreation = Static<typeof PasskeyCreation>

const ofBrowser = {
  id: encoded('The credential.', 2_000),
  clientDataJSON: encoded('What the browser signed for.'),
}

export const PasskeyAssertion = record(
  'PasskeyAssertion',
  'What the browser gives for a passkey request.',
  {
    ...ofBrowser,
    authenticatorData: encoded('What the device says.'),
    signature: encoded('By the passkey.'),
  },
  {},
)
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

export const NewPasskey = record(
  'NewPasskey',
  'What the browser gives for a passkey it made.',
  {
    ...ofBrowser,
    attestationObject: encoded('The passkey.'),
    name: text('What the person calls it.', { minLength: 1, maxLength: 100 }),
  },
  { transports },
)
export type NewPasskey = Static<typeof NewPasskey>

export const SignInStep = record(
  'SignInStep',
  'What is still to be done before somebody is signed in.',
  {
    kind: choice('To prove a second factor, or to make the first passkey.', ['prove', 'enrol']),
    login: Type.String({ description: 'Whose password was right.' }),
    expiresAt: Type.String({ description: 'Afterwards one begins again with the password.' }),
  },
  {
    request: PasskeyRequest,
    creation: PasskeyCreation,
    recoveryCodes: Type.Integer({ description: 'How many recovery codes are left; left out: none.' }),
  },
)
export type SignInStep = Static<typeof SignInStep>

export const getSignInStep = operation({
  id: 'getSignInStep',
  method: 'GET',
  path: '/session/step',
  heading: HEADING,
  summary: 'Ask what is left to do to sign in',
  description:
    'After a right password that is not enough (40330): five minutes, in the browser that sent it. Without an address that can have ' +
    'passkeys there is no `request`; recovery codes go on working.',
  right: 'none',
  params: {},
  replies: { 200: { description: 'What is left to do.', body: SignInStep } },
  problems: ['signInOver'],
  decisions: ['F1'],
})

export const SignInProof = record(
  'SignInProof',
  'One of the three.',
  {},
  {
    assertion: PasskeyAssertion,
    recoveryCode: secret('One of the codes, in any case, with or without hyphens.', {
      minLength: 1,
      maxLength: 100,
    }),
    passkey: NewPasskey,
  },
)
export type SignInProof = Static<typeof SignInProof>

const codes = Type.Array(Type.String({ description: 'A code.' }), {
  description: 'Each works once instead of a passkey. Shown only here.',
})

export const SignedIn = record(
  'SignedIn',
  'Who is signed in now.',
  { session: Session },
  { recoveryCodes: codes },
)
export type SignedIn = Static<typeof SignedIn>

export const finishSignIn = operation({
  id: 'finishSignIn',
  method: 'POST',
  path: '/session/step',
  heading: HEADING,
  summary: 'Prove the second factor',
  description:
    'A passkey, a recovery code, or the first passkey of somebody who needs one; that one brings ten recovery codes. Wrong ones are ' +
    'counted like failed sign-ins. A step is used once.',
  right: 'none',
  params: {},
  body: SignInProof,
  replies: { 200: { description: 'Signed in; the session is in a cookie.', body: SignedIn } },
  problems: ['secondFactorWrong', 'signInOver', 'invalidArgument', 'passkeysImpossible', 'tooManySignIns'],
  decisions: ['F1', 'F2'],
})

export const Passkey = record(
  'Passkey',
  'A passkey of the person who asks.',
  {
    id: Type.String({ description: 'To rename or remove it by.' }),
    name: Type.String({ description: 'What the person calls it.' }),
    createdAt: Type.String({ description: 'When it was made.' }),
  },
  {
    usedAt: Type.String({ description: 'When it last signed in; left out: never.' }),
    isSynced: flag('It is copied to other devices of the person.'),
  },
)
export type Passkey = Static<typeof Passkey>

export const OwnSecondFactor = record(
  'OwnSecondFactor',
  'The second factor of the person who asks.',
  {
    passkeys: Type.Array(Passkey, { description: 'The oldest first.' }),
    recoveryCodes: Type.Integer({ description: 'How many are left.' }),
  },
  {
    isNeeded: flag('A client the person works for asks for one.'),
    isPossible: flag(
      'The address of the service can have passkeys, and the person signs in with a password.',
    ),
    host: Type.String({ description: 'The name of the service, under which its passkeys work.' }),
  },
)
export type OwnSecondFactor = Static<typeof OwnSecondFactor>

export const getOwnSecondFactor = operation({
  id: 'getOwnSecondFactor',
  method: 'GET',
  path: '/session/second-factor',
  heading: HEADING,
  summary: 'Read one\u2019s own passkeys',
  description: 'With the number of recovery codes that are left.',
  right: 'none',
  params: {},
  replies: { 200: { description: 'The passkeys.', body: OwnSecondFactor } },
  problems: [],
  decisions: ['F1'],
})

const password = secret('The password of the person who asks.', { minLength: 1, maxLength: 1000 })

export const beginPasskey = operation({
  id: 'beginPasskey',
  method: 'POST',
  path: '/session/passkey-creations',
  heading: HEADING,
  summary: 'Begin to add a passkey',
  description:
    'Asks for the password, so that nobody adds one on a device that was left open. Wrong passwords are counted like failed sign-ins.',
  right: 'none',
  params: {},
  body: record('PasskeyPermission', 'The password again.', { password }, {}),
  replies: {
    200: {
      description: 'What the browser needs, for five minutes.',
      body: record(
        'BegunPasskey',
        'A passkey to be made.',
        {
          ticket: Type.String({ description: 'To be sent with the passkey.' }),
          creation: PasskeyCreation,
        },
        {},
      ),
    },
  },
  problems: ['wrongPassword', 'passkeysImpossible', 'tooManySignIns', 'rateExceeded'],
  decisions: ['F1', 'F2'],
})

export const addPasskey = operation({
  id: 'addPasskey',
  method: 'POST',
  path: '/session/passkeys',
  heading: HEADING,
  summary: 'Add a passkey',
  description:
    'From the next sign-in on the password alone is not enough. The first passkey brings ten recovery codes.',
  right: 'none',
  params: {},
  body: record(
    'AddedPasskey',
    'The passkey that was made.',
    {
      ticket: secret('As it was begun.', { minLength: 1, maxLength: 100 }),
      passkey: NewPasskey,
    },
    {},
  ),
  replies: {
    200: {
      description: 'Added.',
      body: record('PasskeyAdded', 'The passkey.', { passkey: Passkey }, { recoveryCodes: codes }),
    },
  },
  problems: ['signInOver', 'invalidArgument', 'alreadyExists', 'passkeysImpossible'],
  decisions: ['F1'],
})

const ofPasskey = { passkey_id: 'As listed.' }

export const putPasskey = operation({
  id: 'putPasskey',
  method: 'PUT',
  path: '/session/passkeys/{passkey_id}',
  heading: HEADING,
  summary: 'Rename a passkey',
  description: 'The name is for the person alone.',
  right: 'none',
  params: ofPasskey,
  body: record(
    'PasskeyChange',
    'A passkey as it is to be.',
    { name: text('What the person calls it.', { minLength: 1, maxLength: 100 }) },
    {},
  ),
  replies: { 204: { description: 'Renamed.' } },
  problems: ['noSuchResource', 'invalidArgument'],
  decisions: ['F1'],
})

export const removePasskey = operation({
  id: 'removePasskey',
  method: 'POST',
  path: '/session/passkeys/{passkey_id}/removals',
  heading: HEADING,
  summary: 'Remove a passkey',
  description:
    'Asks for the password. With the last one the recovery codes go too; the last one of somebody who needs a second factor stays.',
  right: 'none',
  params: ofPasskey,
  body: record('PasskeyRemoval', 'The password again.', { password }, {}),
  replies: { 204: { description: 'Removed.' } },
  problems: ['noSuchResource', 'passkeyNeeded', 'wrongPassword', 'tooManySignIns', 'rateExceeded'],
  decisions: ['F1', 'F2'],
})

export const makeRecoveryCodes = operation({
  id: 'makeRecoveryCodes',
  method: 'POST',
  path: '/session/recovery-codes',
  heading: HEADING,
  summary: 'Make ten new recovery codes',
  description: 'Asks for the password. The former ones stop working. Needs a passkey.',
  right: 'none',
  params: {},
  body: record('RecoveryCodesPermission', 'The password again.', { password }, {}),
  replies: {
    200: {
      description: 'The codes.',
      body: record('RecoveryCodes', 'Ten codes.', { recoveryCodes: codes }, {}),
    },
  },
  problems: ['invalidArgument', 'wrongPassword', 'tooManySignIns', 'rateExceeded'],
  decisions: ['F1', 'F2'],
})
