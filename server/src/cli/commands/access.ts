// Commands on system clients, branches, logins and keys; those on sites are in sites.ts.
import { packageTypes } from '@walkaround/contract/package-types.ts'
import { isIsoDate, toLastInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { roles } from '@walkaround/contract/rules/roles.ts'
import { type SecondFactorRule, secondFactorRules } from '@walkaround/contract/rules/second-factor.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { surveyTypes } from '@walkaround/contract/survey-types.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changeClient } from '../../features/administration/change-client.ts'
import { changeBranch } from '../../features/administration/change-places.ts'
import { mergeBranch } from '../../features/administration/merge-branch.ts'
import { clearFactorsAnywhere } from '../../features/invitations/clear-factors.ts'
import { listProvidersOf } from '../../features/single-sign-on/own-providers.ts'
import { clearPinOf, unlockPinOf } from '../../features/tablets/pins.ts'
import { blockKey, issueKey, limitKey, listKeys } from '../../identity/issue-key.ts'
import {
  addLogin,
  disableLogin,
  enableLogin,
  getLogin,
  grantRole,
  listLogins,
  revokeBranches,
  revokeRole,
  setPassword,
} from '../../identity/logins.ts'
import { changeKey, rotateKey } from '../../identity/manage-keys.ts'
import {
  byCommandLine,
  changeLogin,
  endSessions,
  getLoginDetails,
  idOfLogin,
  listSessions,
} from '../../identity/manage-logins.ts'
import { relyingPartyOf } from '../../identity/passkeys.ts'
import { installationPasswords } from '../../identity/password-work.ts'
import { impossible, listPasskeysOf } from '../../identity/second-factor.ts'
import { shown } from '../../lib/texts.ts'
import { addBranch, listBranches } from '../../organisation/branches.ts'
import { addClient, getClient, listClients } from '../../organisation/clients.ts'
import { problem } from '../../problems.ts'
import { unconditional } from '../../scope.ts'
import {
  access,
  anyOf,
  type Command,
  define,
  feature,
  flag,
  list,
  listOrNull,
  oneOf,
  orNull,
  text,
  whole,
} from './define.ts'

const client = text('id of the system client')
const login = text('name of the login')
const clientOptions = {
  name: text('display name'),
  timeZone: text('IANA zone of dates without an offset', { 'x-value': 'zone' }),
  language: oneOf(languages, 'language of surveys and messages'),
}
const releaseTypes = list(`survey types released automatically, of ${surveyTypes.join(', ')}; or none`, {
  'x-value': 'types',
})
const masters = list('clients whose central templates it sees; or none', { 'x-value': 'ids' })
const limitsAndQuotes = {
  vinPerMinute: whole('look-ups by VIN per minute; initially 60', { 'x-value': 'count' }),
  vinPerDay: whole('look-ups by VIN per day; initially 600', { 'x-value': 'count' }),
  hiddenUpsaleTypes: list(
    `package types whose automatic quotes the customer does not see, of ${packageTypes.join(', ')}; or none`,
    { 'x-value': 'types' },
  ),
}
const keyText = text('the key, or its prefix (wa_ and at least four characters)')
const networks = list('networks it may be used from, such as 203.0.113.0/24; default: from anywhere', {
  'x-value': 'networks',
})
const keyId = text('the prefix of the key')
const role = oneOf(roles, 'what the login may do at the client')

/** Anything but a number is refused by the schema. */
const toSum = (text: string | null | undefined): number | null | undefined =>
  typeof text === 'string' ? (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN) : text

function toFactorRule(given: string | null | undefined): SecondFactorRule | null | undefined {
  const rule = secondFactorRules.find((known) => known === given)
  if (rule || given === null || given === undefined) return rule ?? (given as null | undefined)
  throw problem(
    'invalidArgument',
    `second-factor: ${shown(given)} is not one of ${secondFactorRules.join(', ')}, none`,
  )
}

export const commands: Readonly<Record<string, Command>> = {
  'client add': access(
    {
      summary: 'add a system client and its first site',
      arguments: { id: text('id in paths: letters, digits, . _ -') },
      options: {
        ...clientOptions,
        currency: text('ISO 4217 code, such as EUR', { 'x-value': 'code' }),
        strictBranches: flag('refuse dealer codes nobody has entered'),
        releaseTypes,
        masters,
        ...limitsAndQuotes,
        defaultSiteId: text('id of the first site', { 'x-value': 'id' }),
        defaultSiteName: text('name of the first site', { 'x-value': 'name' }),
      },
      mayCreate: true,
    },
    (scope, { vinPerMinute, vinPerDay, ...args }) =>
      addClient(scope, { ...args, vinLookupsPerMinute: vinPerMinute, vinLookupsPerDay: vinPerDay }),
  ),
  'client list': access({ summary: 'list all system clients' }, listClients),
  'client show': access({ summary: 'show one system client', arguments: { client } }, (scope, args) =>
    getClient(scope, args.client),
  ),
  'client set': define(
    {
      summary: 'change settings of a system client; what is not named stays',
      arguments: { client },
      options: {
        ...clientOptions,
        currency: orNull('ISO 4217 code, such as EUR; or none', { 'x-value': 'code', 'x-null': 'none' }),
        strictBranches: flag('refuse dealer codes nobody has entered', { 'x-negatable': true }),
        releaseTypes,
        masters,
        ...limitsAndQuotes,
        defaultSiteId: text('site of dealer codes that register themselves', { 'x-value': 'id' }),
        decisionCodeAbove: orNull(
          'owners who approve more than this sum confirm with a code that is sent to them; or none',
          { 'x-value': 'sum', 'x-null': 'none' },
        ),
        namedFigures: flag('people see figures of other persons, with their names', { 'x-negatable': true }),
        secondFactor: orNull(
          `who needs a passkey beside the password: ${secondFactorRules.join(' or ')}, which are managers and admins; or none`,
          { 'x-value': 'who', 'x-null': 'none' },
        ),
        redWarningMinutes: whole(
          'minutes after which urgent work that nobody decided is late; initially 25',
          {
            'x-value': 'minutes',
          },
        ),
      },
    },
    (context, { client: clientId, vinPerMinute, vinPerDay, decisionCodeAbove, secondFactor, ...rest }) => {
      const { database, config, actor, now } = context
      const rule = toFactorRule(secondFactor)
      if (rule && config.baseUrl !== undefined && !relyingPartyOf(config.baseUrl)) throw impossible()
      const changes = anyOf({
        ...rest,
        vinLookupsPerMinute: vinPerMinute,
        vinLookupsPerDay: vinPerDay,
        decisionCodeAbove: toSum(decisionCodeAbove),
        secondFactor: rule,
      })
      return inTransaction(database, (db) => changeClient({ db, actor, now }, { clientId, changes }))
    },
  ),
  'branch add': access(
    {
      summary: 'add a branch by its dealer code',
      arguments: { client, code: text('dealer code, as the DMS sends it') },
      options: {
        id: text('id of the branch; default: the dealer code'),
        site: text('site it belongs to; default: the default site', { 'x-value': 'id' }),
        name: text('display name'),
        releaseTypes,
      },
    },
    (scope, { client: clientId, site, ...args }) => addBranch(scope, { clientId, ...args, siteId: site }),
  ),
  'branch list': access(
    { summary: 'list the branches of a system client', arguments: { client } },
    (scope, args) => listBranches(scope, { clientId: args.client }),
  ),
  'branch set': access(
    {
      summary: 'change a branch; what is not named stays',
      arguments: { client, id: text('id of the branch') },
      options: {
        site: text('site it belongs to', { 'x-value': 'id' }),
        name: text('display name'),
        codes: list('all dealer codes that it has from now on', { 'x-value': 'codes' }),
        releaseTypes: listOrNull(
          `survey types released automatically, of ${surveyTypes.join(', ')}; or none; or default, for the setting of the client`,
          { 'x-value': 'types', 'x-null': 'default' },
        ),
        confirm: flag('remove the mark "new" from a branch that registered itself'),
      },
    },
    (scope, { client: clientId, id, site, confirm, ...rest }) =>
      changeBranch(scope, {
        clientId,
        id,
        changes: anyOf({
          ...rest,
          siteId: site,
          confirm: confirm || undefined,
        }),
      }),
  ),
  'branch merge': access(
    {
      summary: 'move everything of one branch to another and remove it',
      arguments: { client, from: text('branch that is removed'), into: text('branch that takes over') },
    },
    (scope, { client: clientId, from, into }) => mergeBranch(scope, { clientId, from, into }),
  ),
  'login add': define(
    {
      summary: 'add a login for a person or a system',
      arguments: { login: text('name to sign in with') },
      options: {
        client: text('system client it works for', { 'x-value': 'id' }),
        role,
        branch: list('dealer codes or ids of the branches it is limited to; default: every branch', {
          'x-value': 'codes',
        }),
        name: text('display name'),
        password: text('read a password from the first line of standard input', {
          'x-from': 'password on stdin',
        }),
        support: flag('platform support: reaches every system client'),
      },
      mayCreate: true,
    },
    async (
      { database, actor, now, progress },
      { client: clientId, branch: branches, support, password, ...args },
    ) => {
      const passwordHash =
        password === undefined ? undefined : await hashed(database, args.login, password, progress)
      return inTransaction(database, (db) =>
        addLogin({ db, actor, now }, { ...args, clientId, branches, isSupport: support, passwordHash }),
      )
    },
  ),
  'login list': access(
    {
      summary: 'list logins',
      options: { client: text('only those with a role at this system client', { 'x-value': 'id' }) },
    },
    (scope, args) => listLogins(scope, { clientId: args.client }),
  ),
  'login show': access(
    { summary: 'show a login with its roles and their branches', arguments: { login } },
    (scope, args) => getLogin(scope, args.login),
  ),
  'login disable': access(
    { summary: 'disable a login, its keys and its sessions', arguments: { login } },
    async (scope, args) => {
      await disableLogin(scope, args)
      return { login: args.login, disabled: true }
    },
  ),
  'login enable': access(
    { summary: 'let a disabled login and its keys work again', arguments: { login } },
    async (scope, args) => {
      await enableLogin(scope, args)
      return { login: args.login, disabled: false }
    },
  ),
  'login grant': access(
    {
      summary: 'grant a login a role at a system client',
      arguments: { login, client, role },
      options: {
        branch: listOrNull(
          'dealer codes or ids of the branches it is limited to; or all. Default: the limit it has',
          { 'x-value': 'codes', 'x-null': 'all' },
        ),
      },
    },
    async (scope, { login: name, client: clientId, role: wanted, branch: branches }) => {
      const granted = await grantRole(scope, { login: name, clientId, role: wanted, branches })
      return { login: name, client: clientId, role: granted.role, branches: granted.branches }
    },
  ),
  'login revoke': access(
    {
      summary: 'revoke the role at a system client, or some of its branches',
      arguments: { login, client },
      options: {
        branch: list('only these branches of a role that is limited to some', { 'x-value': 'codes' }),
      },
    },
    async (scope, { login: name, client: clientId, branch: branches }) => {
      if (branches === undefined) {
        await revokeRole(scope, { login: name, clientId })
        return { login: name, client: clientId }
      }
      const left = await revokeBranches(scope, { login: name, clientId, branches })
      return { login: name, client: clientId, role: left.role, branches: left.branches }
    },
  ),
  'login rename': feature(
    {
      summary: 'change the name of a person',
      arguments: { client, login, name: text('as others read it') },
    },
    async (scope, args) => {
      const id = await idOfLogin(scope, args.login)
      const { role: now, branches, isDisabled } = await getLoginDetails(scope, byCommandLine, id)
      const change = {
        name: args.name,
        role: now,
        ...(branches && { branches }),
        ...(isDisabled && { isDisabled }),
      }
      return changeLogin(scope, byCommandLine, id, change, unconditional)
    },
  ),
  'login sessions': feature(
    { summary: 'list where a login is signed in', arguments: { client, login } },
    async (scope, args) =>
      listSessions(scope, byCommandLine, await idOfLogin(scope, args.login), new Date(0)),
  ),
  'login sign-out': feature(
    { summary: 'end all sessions of a login', arguments: { client, login } },
    async (scope, args) => {
      await endSessions(scope, byCommandLine, await idOfLogin(scope, args.login))
      return { login: args.login }
    },
  ),
  'login clear-pin': feature(
    {
      summary: 'remove the PIN a login unlocks shared tablets with, and sign it out there',
      arguments: { client, login },
    },
    async (scope, args) => {
      await clearPinOf(scope, byCommandLine, await idOfLogin(scope, args.login))
      return { login: args.login }
    },
  ),
  'login unlock-pin': feature(
    { summary: 'let a login try its PIN again after too many wrong ones', arguments: { client, login } },
    async (scope, args) => {
      await unlockPinOf(scope, byCommandLine, await idOfLogin(scope, args.login))
      return { login: args.login }
    },
  ),
  'login passkeys': access(
    { summary: 'list the passkeys of a login, and how many recovery codes are left', arguments: { login } },
    listPasskeysOf,
  ),
  'login providers': access(
    { summary: 'list the sign-in providers a login is joined with', arguments: { login } },
    listProvidersOf,
  ),
  'login clear-second-factor': define(
    {
      summary:
        'remove passkeys and recovery codes of somebody who lost them, end all sessions, and write to them',
      arguments: { login },
    },
    ({ database, config, actor, now }, args) =>
      inTransaction(database, (db) =>
        clearFactorsAnywhere({ db, actor, now }, args, { hasMail: config.mail !== undefined }),
      ),
  ),
  'login password': define(
    {
      summary: 'set the password, ending all sessions of the login',
      arguments: { login },
      options: {
        password: text('read the password from the first line of standard input', {
          'x-from': 'password on stdin',
        }),
      },
      required: ['password'],
    },
    async ({ database, actor, now, progress }, args) => {
      const passwordHash = await hashed(database, args.login, args.password as string, progress)
      await inTransaction(database, (db) =>
        setPassword({ db, actor, now }, { login: args.login, passwordHash }),
      )
      return { login: args.login }
    },
  ),
  'key issue': access(
    {
      summary: 'issue an API key and show it once',
      arguments: { login },
      options: {
        label: text('what it is for'),
        expires: text('last day (2027-12-31), moment (2027-12-31T12:00Z) or days from now (90d)', {
          'x-value': 'when',
        }),
        perMinute: whole('most requests a minute', { 'x-value': 'count' }),
        address: networks,
      },
    },
    async (scope, { expires, perMinute, address, ...args }) => {
      const expiresAt = expires === undefined ? undefined : toExpiry(expires, scope.now)
      const { key, prefix } = await issueKey(scope, {
        ...args,
        expiresAt,
        requestsPerMinute: perMinute,
        ...(address ? { addresses: address } : {}),
      })
      return { key, prefix }
    },
  ),
  'key list': access({ summary: 'list the keys of a login', arguments: { login } }, listKeys),
  'key limit': access(
    {
      summary: 'set how many requests a minute a key may make',
      arguments: { key: keyText, most: text('requests a minute; or default') },
    },
    (scope, { key, most }) => limitKey(scope, { key, requestsPerMinute: toRequests(most) }),
  ),
  'key set': feature(
    {
      summary: 'set label, limit and networks of a key; what is not named has no value any more',
      arguments: { client, key: keyId },
      options: {
        label: text('what it is for'),
        perMinute: whole('most requests a minute', { 'x-value': 'count' }),
        address: networks,
      },
    },
    (scope, { key, label, perMinute, address }) =>
      changeKey(scope, toKeyId(key), {
        ...(label === undefined ? {} : { label }),
        ...(perMinute === undefined ? {} : { requestsPerMinute: perMinute }),
        ...(address === undefined ? {} : { addresses: address }),
      }),
  ),
  'key rotate': feature(
    {
      summary: 'issue a key that replaces another, which works for some days more, and show it once',
      arguments: { client, key: keyId },
      options: { days: whole('how long the former key works; default: 14', { 'x-value': 'count' }) },
    },
    (scope, { key, days = 14 }) => rotateKey(scope, toKeyId(key), days),
  ),
  'key block': access(
    {
      summary: 'block a key for good',
      arguments: { key: keyText },
    },
    blockKey,
  ),
}

const toKeyId = (prefix: string) => prefix.replace(/^wa_/, '')

function toRequests(given: string): number | null {
  if (given === 'default') return null
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
  throw problem('invalidArgument', `most: ${shown(given)} is neither a whole number from 1 nor default`)
}

async function hashed(
  database: Database,
  login: string,
  password: string,
  progress: (text: string) => void,
): Promise<string> {
  progress('hashing the password')
  return installationPasswords(database).hash(password, login)
}

const DAYS = /^([1-9]\d{0,4})d$/
const DAY_MS = 86_400_000

function toExpiry(given: string, now: Date): Date {
  const days = DAYS.exec(given)?.[1]
  if (days) return new Date(now.getTime() + Number(days) * DAY_MS)
  if (isIsoDate(given)) return toLastInstant(given, 'UTC')
  throw problem(
    'invalidArgument',
    `expires: ${JSON.stringify(given.slice(0, 40))} is neither days such as 90d nor a date such as 2027-12-31`,
  )
}
