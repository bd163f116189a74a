// What the operator reads after the installation's key was changed.
import type { ChangedKey } from '../change-secret-key.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type View = (result: any, look: { args: Record<string, unknown> }) => string

const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`)

export const secretKeyViews: Readonly<Record<string, View>> = {
  'secret-key change': ({ key, callbacks, messages, viewing, clients }: ChangedKey) =>
    `${key === 'new' ? 'The installation has a new key.' : 'The change of the key that was begun before is done.'} ` +
    `Sealed anew for ${many(clients, 'client', 'clients')}: callbacks ${callbacks.resealed}, messages that wait ${messages.resealed}, ` +
    `viewing addresses ${viewing.resealed}.`,
}

/** What it means for people, and what is left to do. */
export function afterKeyChange({ links }: Record<string, unknown>, changed: ChangedKey): string[] {
  const { ended, unsent, callbacks, messages, viewing, former } = changed
  const unopened = callbacks.unopened + messages.unopened + viewing.unopened
  return [
    links === 'end'
      ? `${many(ended, 'link', 'links')} ended. Who opens one reads that it ended and can ask for a new one; it goes to the stored address. ` +
        `${many(unsent, 'message', 'messages')} that waited with a link did not go out: send them again from the app.`
      : 'Links that are out go on working, those on printed forms too. If others may have the former key, by a backup that was not encrypted, run this again with --links end: they can open them.',
    'Whoever had the former key also knows the API keys and secrets of callbacks: set new ones with the receivers (walkaround callback set).',
    former === 'file'
      ? 'The former key stays in secret.key for a day, for what was being written meanwhile; then the service takes it out by itself. Processes with a data folder of their own need a copy of the new secret.key now; they take it up without a restart.'
      : 'A day from now take the former key out of WALKAROUND_SECRET_KEY and restart every process.',
    'Backups from before open with the former key only: they bring it back when they are restored. Keep a copy of the new one where you keep keys.',
    ...(unopened === 0
      ? []
      : [
          `warning: ${many(unopened, 'value', 'values')} opened neither with the key nor with a former one and stayed as they are: they were lost before. walkaround doctor says more.`,
        ]),
  ]
}
