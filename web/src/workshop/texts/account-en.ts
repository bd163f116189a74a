// English words of one's own account: password and sessions. Data only.
import type { Text } from './text.ts'

export const accountEn = {
  'account.change': 'Change password',
  'account.current': 'Current password',
  'account.new': 'New password',
  'account.rule':
    'At least 10 characters. Several words that do not belong together are easy to remember and hard to guess.',
  'account.save': 'Save new password',
  'account.working': 'Checking, about two seconds …',
  'account.wrong': 'This is not your current password.',
  'account.weak': 'Too short or too easy to guess. Choose another one.',
  'account.offline': 'The service could not be reached. Nothing was changed.',
  'account.changed': 'Your password is changed',
  'account.changedWhat': 'You stay signed in here. Everywhere else you have to sign in again.',
  'account.sessions': 'Where you are signed in',
  'account.sessionsOffline': 'Shown as soon as there is a network.',
  'account.thisDevice': 'this device',
  'account.unknownDevice': 'Unknown device',
  'account.seen': 'last used {time}',
  'account.end': 'Sign out',
  'account.endOf': 'Sign out: {device}',
  'demo.title': 'This is the demo',
  'demo.choose': 'Choose who you are, then type the password.',
  'demo.file': 'The passwords are in the file {file} on the machine where the service runs.',
  'demo.terminal':
    'The passwords were shown in the terminal at the first start. A new one: npx walkaround login password demo-admin',
} satisfies Record<string, Text>
