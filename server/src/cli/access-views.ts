// How the link of the first start, invitations, sessions of a login and keys of a client look to people.
import { fields, shown, table } from './table.ts'
import { toMinute } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number }) => string

const whereOf = (it: Json) => (it.branches ? `${it.role} at ${it.branches.join(', ')}` : it.role)

const invitation: View = (it) =>
  [
    fields([
      ['invitation', it.id],
      ['login', it.login],
      ['name', it.name],
      ['role', whereOf(it)],
      ['until (UTC)', toMinute(it.expiresAt)],
      ['mailed to', it.sentTo ?? 'nobody: hand the link over'],
    ]),
    '',
    'The link works once and is shown only here:',
    it.link,
  ].join('\n')

export const accessViews: Readonly<Record<string, View>> = {
  'set-up link': (it) =>
    [
      `Open this link in a browser until ${toMinute(it.expiresAt)} UTC. Links made before it do not work any more:`,
      it.link,
    ].join('\n'),
  'invitation add': invitation,
  'invitation import': (result, { cells }) =>
    `${table(
      [
        { title: 'LOGIN', value: (it: Json) => it.login },
        { title: 'ROLE', value: whereOf },
        { title: 'MAILED TO', value: (it: Json) => it.sentTo ?? 'nobody' },
      ],
      result,
      cells,
    )}\n\nThe links work once and are shown only here:\n${result.map((it: Json) => `${it.login}  ${it.link}`).join('\n')}`,
  'invitation renew': invitation,
  'invitation password': invitation,
  'invitation withdraw': (it) => `${it.id} is taken back: its link does not work any more.`,
  'invitation list': (result, { cells }) =>
    result.length === 0
      ? 'Nobody is invited.'
      : table(
          [
            { title: 'ID', value: (it: Json) => it.id },
            { title: 'LOGIN', value: (it: Json) => it.login },
            { title: 'NAME', value: (it: Json) => it.name },
            { title: 'ROLE', value: whereOf },
            { title: 'UNTIL (UTC)', value: (it: Json) => (it.isOver ? 'over' : toMinute(it.expiresAt)) },
            { title: 'MAIL', value: (it: Json) => it.mailFailure ?? it.mail ?? 'none' },
          ],
          result,
          cells,
        ),
  'login rename': (it) => `${shown(it.login)} is called ${shown(it.name)} now.`,
  'login sign-out': (it) => `${shown(it.login)} is signed out everywhere.`,
  'login sessions': (result, { cells }) =>
    result.length === 0
      ? 'Nobody is signed in with this login.'
      : table(
          [
            { title: 'SINCE (UTC)', value: (it: Json) => toMinute(it.startedAt) },
            { title: 'LAST SEEN (UTC)', value: (it: Json) => toMinute(it.seenAt) },
            { title: 'FROM', value: (it: Json) => it.address ?? '' },
            { title: 'BROWSER', value: (it: Json) => it.agent ?? '' },
          ],
          result,
          cells,
        ),
  'login clear-second-factor': (it) =>
    it.passkeys === 0
      ? `${shown(it.login)} had no passkey.`
      : [
          `${shown(it.login)} has no passkey and no recovery code any more, and is signed out everywhere.`,
          it.sentTo
            ? `The person is told by e-mail, at ${shown(it.sentTo)}.`
            : 'Nobody told the person: no e-mail address is known, or no mail leaves this system. Tell them yourself.',
        ].join('\n'),
  'login passkeys': ({ passkeys, recoveryCodes, isNeeded }, { cells }) =>
    [
      passkeys.length === 0
        ? 'There is no passkey.'
        : table(
            [
              { title: 'NAME', value: (it: Json) => it.name },
              { title: 'SINCE (UTC)', value: (it: Json) => toMinute(it.createdAt) },
              { title: 'LAST USED (UTC)', value: (it: Json) => (it.usedAt ? toMinute(it.usedAt) : 'never') },
              { title: 'COPIED', value: (it: Json) => (it.isSynced ? 'to other devices' : '') },
            ],
            passkeys,
            cells,
          ),
      '',
      `${recoveryCodes} recovery codes are left.`,
      ...(isNeeded && passkeys.length === 0 ? ['The person has to make a passkey at the next sign-in.'] : []),
    ].join('\n'),
  // Only the key, so that a script can use it directly.
  'key rotate': (it) => it.key,
  'key set': (it) =>
    fields([
      ['key', it.prefix],
      ['label', it.label],
      ['a minute', String(it.requestsPerMinute ?? 'as the installation says')],
      ['from', (it.addresses ?? ['anywhere']).join(', ')],
    ]),
}
