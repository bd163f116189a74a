// First word of a command → the file that has the command. A file is loaded when a command begins with its word: loading code is most
// of the time a command takes.
import type { Command } from './commands/define.ts'

type Commands = Readonly<Record<string, Command>>
type Files = ReadonlyMap<string, () => Promise<{ commands: Commands }>>

const files: Files = new Map([
  ['client', () => import('./commands/access.ts')],
  ['site', () => import('./commands/sites.ts')],
  ['branch', () => import('./commands/access.ts')],
  ['login', () => import('./commands/access.ts')],
  ['key', () => import('./commands/access.ts')],
  ['invitation', () => import('./commands/invitations.ts')],
  ['tablet', () => import('./commands/tablets.ts')],
  ['provider', () => import('./commands/providers.ts')],
  ['sign-in', () => import('./commands/providers.ts')],
  ['audit', () => import('./commands/audit.ts')],
  ['template', () => import('./commands/features.ts')],
  ['survey', () => import('./commands/features.ts')],
  ['package', () => import('./commands/packages.ts')],
  ['assignment', () => import('./commands/packages.ts')],
  ['contact', () => import('./commands/contacts.ts')],
  ['vehicle', () => import('./commands/vehicles.ts')],
  ['inspection', () => import('./commands/inspections.ts')],
  ['video', () => import('./commands/videos.ts')],
  ['owner-link', () => import('./commands/owner-links.ts')],
  ['message', () => import('./commands/messages.ts')],
  ['message-template', () => import('./commands/messages.ts')],
  ['message-channel', () => import('./commands/message-channels.ts')],
  ['rejection-reason', () => import('./commands/words.ts')],
  ['phrase', () => import('./commands/words.ts')],
  ['owner-text', () => import('./commands/words.ts')],
  ['callback', () => import('./commands/callbacks.ts')],
  ['history', () => import('./commands/history.ts')],
  ['request', () => import('./commands/requests.ts')],
  ['today', () => import('./commands/today.ts')],
  ['ledger', () => import('./commands/ledger.ts')],
  ['figures', () => import('./commands/figures.ts')],
  ['parts', () => import('./commands/parts.ts')],
  ['put-off', () => import('./commands/put-off.ts')],
  ['reminders', () => import('./commands/reminders.ts')],
  ['event', () => import('./commands/events.ts')],
  ['sandbox', () => import('./commands/sandbox.ts')],
  ['simulate', () => import('./commands/simulate.ts')],
  ['demo', () => import('./commands/database.ts')],
  ['migrate', () => import('./commands/database.ts')],
  ['set-up', () => import('./commands/set-up.ts')],
  ['secret-key', () => import('./commands/secret-key.ts')],
])

/** Of commands that other commands use and that are not offered on their own. */
const innerFiles: Files = new Map([
  ['backup', () => import('./commands/inner.ts')],
  ['status', () => import('./commands/inner.ts')],
  ['inner-audit', () => import('./commands/inner-audit.ts')],
])

/** The commands that begin with a word; none if no file has it. */
export async function listCommands(word: string): Promise<Commands> {
  const file = await files.get(word)?.()
  return Object.fromEntries(Object.entries(file?.commands ?? {}).filter(([name]) => wordOf(name) === word))
}

/** Every command that is offered. */
export async function listAllCommands(): Promise<Commands> {
  return Object.assign({}, ...(await Promise.all([...files.keys()].map(listCommands))))
}

export async function findCommand(name: string): Promise<Command | undefined> {
  const word = wordOf(name)
  const file = await (files.get(word) ?? innerFiles.get(word))?.()
  return file && Object.hasOwn(file.commands, name) ? file.commands[name] : undefined
}

const wordOf = (name: string) => name.replace(/ .*/, '')
