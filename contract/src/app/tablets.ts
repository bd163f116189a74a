// Tablets that several people share: paired by a code, unlocked with a PIN. Setting them up, the PIN of a person, and what a tablet
// itself asks before anybody is signed in.
import { type Static, Type } from 'typebox'
import { conditionalDelete, conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { choice, flag, list, record, requiredIdentifier, secret, text } from '../schema.ts'
import { Session } from './session.ts'

const heading = 'Tablets'
const clientPath = '/system-clients/{system_client_id}'
const path = `${clientPath}/tablets/{tablet_id}`
const params = { system_client_id: 'The system client.' }
const ofTablet = { ...params, tablet_id: 'The tablet.' }
const ofLogin = { ...params, login_id: 'The login, by its id.' }

const lockMinutes = Type.Integer({
  description: 'So many minutes without a tap, and it locks itself; left out: 5.',
  minimum: 1,
  maximum: 240,
})
const name = text('As it is written on it, such as `Bay 3`.', {
  minLength: 1,
  maxLength: 100,
  'x-personal': false,
})
const shownBranches = Type.Array(Type.String(), {
  description: 'Ids of the branches it shows; left out, all that a person reaches.',
})

export const TabletChange = record(
  'TabletChange',
  'A tablet as it is to be. What is left out has no value any more.',
  { name },
  {
    branches: list(
      requiredIdentifier('A branch, by its id or a dealer code.'),
      'Left out: all of the client.',
    ),
    lockMinutes,
  },
)
export type TabletChange = Static<typeof TabletChange>

const tabletFields = {
  id: Type.String({ description: 'The tablet.' }),
  name: Type.String({ description: 'As it is written on it.' }),
  lockMinutes: Type.Integer({ description: 'So many minutes without a tap, and it locks itself.' }),
}

export const Tablet = record('Tablet', 'A tablet, as it can be changed.', tabletFields, {
  branches: shownBranches,
})
export type Tablet = Static<typeof Tablet>

export const ListedTablet = record(
  'ListedTablet',
  'A tablet, and what became of it.',
  {
    ...tabletFields,
    state: choice('Whether a device has it: paired, waiting for its code to be used, or the code is over.', [
      'paired',
      'waiting',
      'over',
    ]),
  },
  {
    branches: shownBranches,
    codeExpiresAt: Type.String({ description: 'Until when its code works.' }),
    pairedAt: Type.String({ description: 'When a device was paired.' }),
    seenAt: Type.String({ description: 'When the device last asked for something, to the minute.' }),
    agent: Type.String({ description: 'What its browser said it is, when it was paired.' }),
    locked: Type.Array(
      record(
        'LockedPerson',
        'Somebody who typed too many wrong PINs.',
        {
          id: Type.String({ description: 'The login.' }),
          name: Type.String({ description: "The person's name." }),
        },
        {},
      ),
      { description: 'Whose PIN is locked on it; left out: nobody.' },
    ),
  },
)
export type ListedTablet = Static<typeof ListedTablet>

export const TabletCode = record(
  'TabletCode',
  'A tablet with the code that pairs a device, shown once.',
  {
    ...tabletFields,
    link: Type.String({
      description: 'To be opened on the device, as a QR code for instance. Works once and for ten minutes.',
    }),
    codeExpiresAt: Type.String({ description: 'Until when it works.' }),
  },
  { branches: shownBranches },
)
export type TabletCode = Static<typeof TabletCode>

export const listTablets = operation({
  id: 'listTablets',
  method: 'GET',
  path: `${clientPath}/tablets`,
  heading,
  summary: 'Read the shared tablets',
  description: 'By name. Managers of some branches see those that show only their branches.',
  right: 'logins',
  params,
  replies: { 200: { description: 'The tablets.', body: Type.Array(ListedTablet) } },
  problems: [],
  decisions: ['F1'],
})

export const addTablet = operation({
  id: 'addTablet',
  method: 'POST',
  path: `${clientPath}/tablets`,
  heading,
  summary: 'Add a shared tablet',
  description:
    'Makes the tablet and a code. The link is opened on the device, which is paired when somebody there agrees; opening alone changes ' +
    'nothing.',
  right: 'logins',
  params,
  body: TabletChange,
  replies: { 200: { description: 'The tablet with its code.', body: TabletCode } },
  problems: ['alreadyExists', 'invalidArgument', 'notYours'],
  decisions: ['F1'],
})

export const getTablet = operation({
  id: 'getTablet',
  method: 'GET',
  path,
  heading,
  summary: 'Read a shared tablet',
  description: 'As it can be changed.',
  right: 'logins',
  params: ofTablet,
  replies: { 200: { description: 'The tablet.', body: Tablet, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['F1', 'B7'],
})

export const putTablet = operation({
  id: 'putTablet',
  method: 'PUT',
  path,
  heading,
  summary: 'Change a shared tablet',
  description:
    'Other branches hold within a second: whoever is at the tablet types their PIN again. Name and minutes hold from the next PIN on.',
  right: 'logins',
  params: ofTablet,
  body: TabletChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The tablet as it is now.', body: Tablet, headers: newTag } },
  problems: ['noSuchResource', 'alreadyExists', 'invalidArgument', 'notYours', 'preconditionFailed'],
  decisions: ['F1', 'B7'],
})

export const deleteTablet = operation({
  id: 'deleteTablet',
  method: 'DELETE',
  path,
  heading,
  summary: 'Revoke a shared tablet',
  description:
    'The device is not paired any more, and whoever is at it is signed out within a second. What waits on it stays there, for the ' +
    'person who signs in with a password.',
  right: 'logins',
  params: ofTablet,
  requestHeaders: conditionalDelete,
  replies: { 204: { description: 'Revoked.' } },
  problems: ['noSuchResource', 'preconditionFailed'],
  decisions: ['F1'],
})

export const addTabletCode = operation({
  id: 'addTabletCode',
  method: 'POST',
  path: `${path}/codes`,
  heading,
  summary: 'Make a new code for a tablet',
  description:
    'The former code stops working. A device that has the tablet keeps it until another one is paired.',
  right: 'logins',
  params: ofTablet,
  replies: { 200: { description: 'The tablet with its code.', body: TabletCode } },
  problems: ['noSuchResource'],
  decisions: ['F1'],
})

export const PinState = record(
  'PinState',
  'Whether somebody has a PIN here.',
  {},
  {
    setAt: Type.String({ description: 'When it was set; left out: there is none.' }),
    lockedOn: Type.Array(Type.String(), {
      description: 'Names of tablets on which it is locked; left out: none.',
    }),
  },
)
export type PinState = Static<typeof PinState>

export const getLoginPin = operation({
  id: 'getLoginPin',
  method: 'GET',
  path: `${clientPath}/logins/{login_id}/pin`,
  heading,
  summary: 'Ask whether a login has a PIN',
  description: 'When it was set, and where it is locked; never the PIN itself.',
  right: 'logins',
  params: ofLogin,
  replies: { 200: { description: 'What there is.', body: PinState } },
  problems: ['noSuchResource', 'notYours'],
  decisions: ['F1'],
})

export const deleteLoginPin = operation({
  id: 'deleteLoginPin',
  method: 'DELETE',
  path: `${clientPath}/logins/{login_id}/pin`,
  heading,
  summary: 'Clear the PIN of a login',
  description:
    'The person unlocks no tablet with it any more, is signed out of all of them, and chooses another after signing in. Nobody sets a PIN ' +
    'for somebody else.',
  right: 'logins',
  params: ofLogin,
  replies: { 204: { description: 'There is none any more.' } },
  problems: ['noSuchResource', 'notYours'],
  decisions: ['F1'],
})

export const unlockLoginPin = operation({
  id: 'unlockLoginPin',
  method: 'DELETE',
  path: `${clientPath}/logins/{login_id}/pin/locks`,
  heading,
  summary: 'Let somebody try their PIN again',
  description: 'On every tablet of the client.',
  right: 'logins',
  params: ofLogin,
  replies: { 204: { description: 'It is locked nowhere.' } },
  problems: ['noSuchResource', 'notYours'],
  decisions: ['F1'],
})

export const getOwnPin = operation({
  id: 'getOwnPin',
  method: 'GET',
  path: `${clientPath}/own-pin`,
  heading,
  summary: 'Ask whether one has a PIN',
  description: 'Of the person who asks, at this client.',
  right: 'read',
  params,
  replies: { 200: { description: 'What there is.', body: PinState } },
  problems: [],
  decisions: ['F1'],
})

export const NewPin = record(
  'NewPin',
  'A PIN to have.',
  { pin: secret('4 to 8 digits.', { minLength: 1, maxLength: 20 }) },
  {
    password: secret(
      'The password that holds now; needed unless the person signed in within the last ten minutes.',
      {
        minLength: 1,
        maxLength: 1000,
      },
    ),
  },
)
export type NewPin = Static<typeof NewPin>

export const putOwnPin = operation({
  id: 'putOwnPin',
  method: 'PUT',
  path: `${clientPath}/own-pin`,
  heading,
  summary: 'Set one’s own PIN',
  description:
    'For all shared tablets of this client. Rows of digits, repeated ones and years are refused. A PIN that was locked somewhere is locked ' +
    'no more.',
  right: 'read',
  params,
  body: NewPin,
  replies: { 204: { description: 'Set.' } },
  problems: ['invalidArgument', 'signInAgain', 'wrongPassword', 'tooManySignIns', 'rateExceeded'],
  decisions: ['F1', 'F2'],
})

export const deleteOwnPin = operation({
  id: 'deleteOwnPin',
  method: 'DELETE',
  path: `${clientPath}/own-pin`,
  heading,
  summary: 'Remove one’s own PIN',
  description: 'No tablet opens with it any more.',
  right: 'read',
  params,
  replies: { 204: { description: 'There is none any more.' } },
  problems: [],
  decisions: ['F1'],
})

export const TabletPerson = record(
  'TabletPerson',
  'Somebody who may unlock the tablet.',
  {
    id: Type.String({ description: 'The login.' }),
    name: Type.String({ description: "The person's name." }),
  },
  {
    usedAt: Type.String({ description: 'When they last unlocked this tablet.' }),
    isLocked: flag('Too many wrong PINs were typed for them on this tablet.'),
  },
)
export type TabletPerson = Static<typeof TabletPerson>

export const OwnTablet = record(
  'OwnTablet',
  'The tablet that asks, and who may unlock it.',
  {
    ...tabletFields,
    clientId: Type.String({ description: 'The system client it belongs to.' }),
    clientName: Type.String({ description: 'Its name.' }),
    people: Type.Array(TabletPerson, {
      description: 'Who has a PIN and works at its branches; who used it last comes first.',
    }),
  },
  {},
)
export type OwnTablet = Static<typeof OwnTablet>

export const getOwnTablet = operation({
  id: 'getOwnTablet',
  method: 'GET',
  path: '/tablet',
  heading,
  summary: 'Ask which tablet this is',
  description:
    'By the cookie that pairing gave the device. It opens nothing but this: names, to choose from.',
  right: 'none',
  params: {},
  replies: { 200: { description: 'The tablet.', body: OwnTablet } },
  problems: ['tabletNotPaired'],
  decisions: ['F1'],
})

export const pairTablet = operation({
  id: 'pairTablet',
  method: 'POST',
  path: '/tablet',
  heading,
  summary: 'Pair this device',
  description:
    'Uses up the code. The device is told again by a cookie that scripts cannot read; whoever had the tablet before has it no more.',
  right: 'none',
  params: {},
  body: record(
    'PairingCode',
    'The code of a tablet.',
    { code: secret('What stands after the # of the link.', { minLength: 1, maxLength: 1000 }) },
    {},
  ),
  replies: { 200: { description: 'Paired.', body: OwnTablet } },
  problems: ['pairingOver'],
  decisions: ['F1'],
})

export const unlockTablet = operation({
  id: 'unlockTablet',
  method: 'POST',
  path: '/tablet/session',
  heading,
  summary: 'Sign in with a PIN',
  description:
    'Only on a paired device. Ends the session of whoever was there before. After five wrong PINs the person’s PIN is locked on this tablet ' +
    'alone, until they set another with their password or somebody with the right lets them try again. The session reaches the ' +
    'client and the branches of the tablet; it sets up nothing.',
  right: 'none',
  params: {},
  body: record(
    'PinSignIn',
    'Who, and their PIN.',
    {
      person: requiredIdentifier('The login, by its id.'),
      pin: secret('The PIN.', { minLength: 1, maxLength: 20 }),
    },
    {},
  ),
  replies: { 200: { description: 'Signed in; the session is in a cookie.', body: Session } },
  problems: ['tabletNotPaired', 'wrongPin', 'pinLocked', 'rateExceeded'],
  decisions: ['F1', 'F2'],
})
