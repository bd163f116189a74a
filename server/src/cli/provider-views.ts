// How the commands on sign-in providers look to people.
import { fields, shown, table } from './table.ts'
import { toMinute } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number; args: Json }) => string

const yes = (value: unknown) => (value ? 'yes' : 'no')

const rule = (it: Json, index: number): string =>
  `${index + 1}. ${shown(it.claim)}${it.value === undefined ? '' : ` = ${shown(it.value)}`}: ${it.role}${it.branches ? ` at ${it.branches.join(', ')}` : ''}`

const one: View = (it) =>
  [
    fields([
      ['id', it.id],
      ['label', it.label],
      ['issuer', it.issuer],
      ['client id', it.applicationId],
      ['secret', it.secretSetAt ? `set ${toMinute(it.secretSetAt)} UTC` : 'none: a public client'],
      ['scopes', it.scopes ?? 'openid profile email'],
      ['domains', it.domains?.join(', ') ?? 'none'],
      ['claims', `login ${it.claims.login}, name ${it.claims.name}, e-mail ${it.claims.email}`],
      ['adds people', yes(it.addsPeople)],
      ['joins by e-mail', yes(it.joinsByEmail)],
      ['keeps roles', yes(it.keepsRoles)],
      ['in use', it.isDisabled ? 'no' : 'yes'],
      ['people', String(it.people ?? 0)],
    ]),
    '',
    'To be entered at the provider:',
    fields([
      ['redirect URI', it.callback],
      ['after sign-out', it.signedOut],
      ['back channel', it.backChannel],
    ]),
    '',
    ...it.rules.map(rule),
  ].join('\n')

const words: Record<string, string> = {
  discovery: 'describes itself',
  keys: 'keys',
  pkce: 'PKCE',
  'sign-out': 'ends its session',
  'sign-out-calls': 'tells of sign-outs',
  scopes: 'scopes',
}

const settings: View = (it) =>
  fields([
    ['passwords', it.passwordsOff ? 'off' : 'on'],
    ['spare logins', it.spareLogins.join(', ') || 'none'],
  ])

export const providerViews: Readonly<Record<string, View>> = {
  'provider list': (list: Json[], { cells }) =>
    list.length === 0
      ? 'There is no sign-in provider.'
      : table<Json>(
          [
            { title: 'Id', value: (it) => it.id },
            { title: 'Label', value: (it) => it.label },
            { title: 'Issuer', value: (it) => it.issuer },
            { title: 'People', value: (it) => String(it.people ?? 0) },
            { title: 'In use', value: (it) => yes(!it.isDisabled) },
          ],
          list,
          cells,
        ),
  'provider show': one,
  'provider set': one,
  'provider remove': (it) => `Removed ${it.id}. Sessions begun there have ended; the logins stay.`,
  'provider separate': (it) =>
    `${shown(it.login)} is not joined with ${it.id} any more. Its sessions begun there have ended.`,
  'login providers': (list: Json[], { cells }) =>
    list.length === 0
      ? 'The login is joined with no sign-in provider.'
      : table<Json>(
          [
            { title: 'Client', value: (it) => it.client },
            { title: 'Provider', value: (it) => it.provider },
            { title: 'Label', value: (it) => it.label },
            { title: 'Joined (UTC)', value: (it) => toMinute(it.joinedAt) },
            { title: 'In use', value: (it) => yes(!it.isDisabled) },
            { title: 'Only way in', value: (it) => yes(it.isOnlyWay) },
          ],
          list,
          cells,
        ),
  'provider test': (it) =>
    fields(
      it.findings.map((finding: Json) => [
        words[finding.what] ?? finding.what,
        `${finding.isFine ? 'yes' : 'no'}${finding.said ? `: ${shown(finding.said)}` : ''}`,
      ]),
    ),
  'provider preview': (it) =>
    fields([
      ['login', it.login ?? 'none'],
      ['name', it.name ?? 'none'],
      ['role', it.role ?? 'none: the person is refused'],
      ...(it.role ? [['branches', it.branches?.join(', ') ?? 'all']] : []),
      ...(it.rules ? [['rules', it.rules.join(', ')]] : []),
      ...(it.unknownBranches ? [['unknown branches', it.unknownBranches.join(', ')]] : []),
    ] as [string, string][]),
  'sign-in show': settings,
  'sign-in set': settings,
}
