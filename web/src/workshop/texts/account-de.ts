// German words of one's own account: password and sessions. Data only.
import type { accountEn } from './account-en.ts'
import type { Text } from './text.ts'

export const accountDe: Record<keyof typeof accountEn, Text> = {
  'account.change': 'Passwort ändern',
  'account.current': 'Bisheriges Passwort',
  'account.new': 'Neues Passwort',
  'account.rule':
    'Mindestens 10 Zeichen. Mehrere Wörter, die nicht zusammengehören, merken Sie sich leicht, und erraten kann sie kaum jemand.',
  'account.save': 'Neues Passwort speichern',
  'account.working': 'Wird geprüft, etwa zwei Sekunden …',
  'account.wrong': 'Das ist nicht Ihr bisheriges Passwort.',
  'account.weak': 'Zu kurz oder zu leicht zu erraten. Wählen Sie ein anderes.',
  'account.offline': 'Der Dienst war nicht erreichbar. Nichts wurde geändert.',
  'account.changed': 'Ihr Passwort ist geändert',
  'account.changedWhat': 'Hier bleiben Sie angemeldet. Überall sonst müssen Sie sich neu anmelden.',
  'account.sessions': 'Wo Sie angemeldet sind',
  'account.sessionsOffline': 'Wird angezeigt, sobald es ein Netz gibt.',
  'account.thisDevice': 'dieses Gerät',
  'account.unknownDevice': 'Unbekanntes Gerät',
  'account.seen': 'zuletzt benutzt {time}',
  'account.end': 'Abmelden',
  'account.endOf': 'Abmelden: {device}',
  'demo.title': 'Das ist die Vorführung',
  'demo.choose': 'Wählen Sie, wer Sie sind, und geben Sie dann das Passwort ein.',
  'demo.file': 'Die Passwörter stehen in der Datei {file} auf dem Rechner, auf dem der Dienst läuft.',
  'demo.terminal':
    'Die Passwörter standen beim ersten Start im Terminal. Ein neues setzt: npx walkaround login password demo-admin',
}
