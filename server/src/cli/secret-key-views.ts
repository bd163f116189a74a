// What the operator reads after changing the installation's key.
import type { ChangedKey } from '../process/change-secret-key.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type View = (result: any, look: { args: Record<string, unknown> }) => string

const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`)

export const secretKeyViews: Readonly<Record<string, View>> = {
  'secret-key change': ({
    key,
    callbacks,
    messages,
    viewing,
    reminders,
    pins,
    providers,
    channels,
    clients,
  }: ChangedKey) =>
    `${key === 'new' ? 'The installation has a new key.' : 'The key change that was started before is finished.'} ` +
    `Resealed for ${many(clients, 'client', 'clients')}: callbacks ${callbacks.resealed}, waiting messages ${messages.resealed}, ` +
    `viewing addresses ${viewing.resealed}, keys of reminders ${reminders.resealed}, PINs ${pins.resealed}, ` +
    `secrets of sign-in providers ${providers.resealed}, secrets of channels ${channels.resealed}.`,
}

/** What the change means for people, and what remains to be done. */
export function afterKeyChange({ links }: Record<string, unknown>, changed: ChangedKey): string[] {
  const { ended, unsent, callbacks, messages, viewing, reminders, pins, providers, channels, former } =
    changed
  const unopened =
    callbacks.unopened +
    messages.unopened +
    viewing.unopened +
    reminders.unopened +
    pins.unopened +
    providers.unopened +
    channels.unopened
  return [
    links === 'end'
      ? `${many(ended, 'link', 'links')} ended. Anybody who opens one is told so and can ask for a new one, which goes to the stored address. ` +
        `${many(unsent, 'message', 'messages')} that waited with a link did not go out: send them again from the app.`
      : 'Links that owners have keep working, including those on printed forms. If others may have the former key, from an unencrypted backup for example, they can open these links: run this again with --links end.',
    'Anybody who had the former key also knows the API keys and secrets of callbacks: agree on new ones with the receivers (walkaround callback set).',
    former === 'file'
      ? 'The former key stays in secret.key for a day, for values that were being written during the change; then the service removes it. Processes with a data folder of their own need a copy of the new secret.key now; they load it without a restart.'
      : 'A day from now, remove the former key from WALKAROUND_SECRET_KEY and restart every process.',
    'Backups made before the change contain the former key and bring it back when they are restored. Keep a copy of the new key where you keep keys.',
    ...(unopened === 0
      ? []
      : [
          `warning: ${many(unopened, 'value', 'values')} could be opened neither with the current key nor with a former one and were left as they are: they were lost before this change. walkaround doctor says more.`,
        ]),
  ]
}
