// Commands on sign-in providers and on passwords that are switched off: the same use cases as the console's.
import { SignInProviderChange } from '@walkaround/contract/app/sign-in-providers.ts'
import { Type } from 'typebox'
import { baseUrlOf } from '../../config/config.ts'
import { separate } from '../../features/single-sign-on/own-providers.ts'
import {
  getProvider,
  listProviders,
  previewClaims,
  removeProvider,
  sealProvider,
  setProvider,
  testProvider,
} from '../../features/single-sign-on/set-provider.ts'
import { idOfLogin } from '../../identity/manage-logins.ts'
import { findSignInSettings, setSignInSettings } from '../../identity/spare-logins.ts'
import { compileReader, toFields } from '../../input/reader.ts'
import { unconditional } from '../../scope.ts'
import { type Command, define, feature, inClient, list, oneOf, text, withCallbacks } from './define.ts'

const client = text('id of the system client')
const id = text('id of the provider')
const readChange = compileReader(SignInProviderChange)

export const commands: Readonly<Record<string, Command>> = {
  'provider list': define(
    { summary: 'list the sign-in providers of a system client', arguments: { client } },
    (context, { client: clientId }) =>
      inClient(context, clientId, (scope) => listProviders(scope, baseUrlOf(context.config))),
  ),
  'provider show': define(
    { summary: 'show a sign-in provider, and what is to be entered there', arguments: { client, id } },
    (context, { client: clientId, id: providerId }) =>
      inClient(context, clientId, (scope) => getProvider(scope, providerId, baseUrlOf(context.config))),
  ),
  'provider set': define(
    {
      summary: 'make or change a sign-in provider',
      arguments: {
        client,
        id,
        file: Type.Unknown({
          description: 'file with the provider as JSON: label, issuer, applicationId, claims, rules …',
          'x-from': 'json file',
        }),
      },
      options: {
        secretFile: text('the client secret, from the first line of a file; - is standard input', {
          'x-value': 'file',
          'x-from': 'line of a file',
        }),
      },
    },
    (context, { client: clientId, id: providerId, file, secretFile }) =>
      withCallbacks(context, async (outgoing) => {
        const given = toFields(readChange(file)).get() as SignInProviderChange
        const change = secretFile === undefined ? given : { ...given, secret: secretFile }
        const sealed = await sealProvider(outgoing, clientId, providerId, change)
        return inClient(context, clientId, (scope) =>
          setProvider(scope, providerId, sealed, unconditional, baseUrlOf(context.config)),
        )
      }),
  ),
  'provider remove': define(
    { summary: 'remove a sign-in provider; its logins stay', arguments: { client, id } },
    (context, { client: clientId, id: providerId }) =>
      inClient(context, clientId, async (scope) => {
        await removeProvider(scope, providerId, unconditional)
        return { id: providerId }
      }),
  ),
  'provider test': define(
    { summary: 'ask a sign-in provider to describe itself', arguments: { client, id } },
    (context, { client: clientId, id: providerId }) =>
      withCallbacks(context, (outgoing) =>
        testProvider(outgoing, { db: context.database, clientId }, providerId, context.now),
      ),
  ),
  'provider preview': define(
    {
      summary: 'show what claims would give',
      arguments: {
        client,
        id,
        claims: Type.Unknown({
          description: 'file with claims as JSON, such as the payload of an ID token',
          'x-from': 'json file',
        }),
      },
    },
    (context, { client: clientId, id: providerId, claims }) =>
      inClient(context, clientId, (scope) =>
        previewClaims(scope, providerId, { claims: JSON.stringify(claims) }),
      ),
  ),
  'provider separate': feature(
    {
      summary: 'take away what joins a login with a sign-in provider; its sessions there end',
      arguments: { client, id, login: text('name of the login') },
    },
    async (scope, { id: providerId, login }) => {
      await separate(scope, providerId, await idOfLogin(scope, login))
      return { id: providerId, login }
    },
  ),
  'sign-in show': feature(
    { summary: 'show whether passwords are switched off, and for whom not', arguments: { client } },
    findSignInSettings,
  ),
  'sign-in set': feature(
    {
      summary: 'switch passwords off or on',
      arguments: { client },
      options: {
        passwords: oneOf(['on', 'off'], 'off: they open nothing of this client but for spare logins'),
        spare: list('logins whose passwords work all the same; one is an admin; default: as before', {
          'x-value': 'logins',
        }),
      },
      required: ['passwords'],
    },
    async (scope, { passwords, spare }) => {
      const { spareLogins } = await findSignInSettings(scope)
      const named = spare && (await Promise.all(spare.map((login) => idOfLogin(scope, login))))
      const settings = {
        spareLogins: named ?? spareLogins,
        ...(passwords === 'off' ? { passwordsOff: true } : {}),
      }
      return setSignInSettings(scope, settings, unconditional)
    },
  ),
}
