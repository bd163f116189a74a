// Reads the passphrase or the key of a backup from a file, a setting, or the keyboard. Never from an argument: other users can see
// those.
import type { Command as Commander } from 'commander'
import { isKeyText, SHORTEST_PASSPHRASE } from '../config/accept.ts'
import type { Config } from '../config/config.ts'
import type { BackupSecret } from '../db/backup-cipher.ts'
import { Misuse } from './failures.ts'
import { readText } from './options.ts'
import { askPassphrase } from './password.ts'

type Options = Readonly<Record<string, unknown>>

export const addSecretOptions = (command: Commander): Commander =>
  command
    .option('--passphrase-file <file>', 'file with the passphrase that encrypts it; - for standard input')
    .option('--key-file <file>', 'file with a key that encrypts it instead: 32 bytes as base64')

/** Undefined: the backup is not encrypted. */
export async function secretToSeal(config: Config, options: Options): Promise<BackupSecret | undefined> {
  const wishes = ['encrypt', 'unencrypted', 'passphraseFile', 'keyFile'].filter(
    (name) => options[name] !== undefined,
  )
  if (wishes.length > 1) {
    throw new Misuse('--encrypt, --passphrase-file, --key-file and --unencrypted: choose one of them')
  }
  if (options.unencrypted === true) return undefined
  const given = await secretGiven(config, options)
  if (given) {
    if ('passphrase' in given) assertLong(given.passphrase)
    return given
  }
  if (options.encrypt !== true) return undefined
  if (!process.stdin.isTTY) {
    throw new Misuse(
      '--encrypt asks for a passphrase, but there is no terminal to type it at: name its file with --passphrase-file, or set WALKAROUND_BACKUP_PASSPHRASE_FILE',
    )
  }
  const passphrase = await askPassphrase('twice')
  assertLong(passphrase)
  return { passphrase }
}

function assertLong(passphrase: string): void {
  if ([...passphrase].length >= SHORTEST_PASSPHRASE) return
  throw new Misuse(
    `the passphrase is too short: it must have at least ${SHORTEST_PASSPHRASE} characters. Use four or five unrelated words`,
  )
}

/** What opens a backup, of the kind it needs. `before` is called before the terminal is used. */
export function secretToOpen(config: Config, options: Options, before: () => void) {
  return async (kind: 'passphrase' | 'key'): Promise<BackupSecret | undefined> => {
    const given = await secretGiven(config, options)
    if (given || kind === 'key' || !process.stdin.isTTY) return given
    before()
    return { passphrase: await askPassphrase('once') }
  }
}

async function secretGiven(
  config: Config,
  { passphraseFile, keyFile }: Options,
): Promise<BackupSecret | undefined> {
  if (passphraseFile !== undefined && keyFile !== undefined) {
    throw new Misuse('--passphrase-file and --key-file: choose one of them')
  }
  if (passphraseFile !== undefined) return { passphrase: await readText(passphraseFile as string) }
  if (keyFile !== undefined) return { key: toKey(await readText(keyFile as string), keyFile as string) }
  if (config.backup.passphrase !== undefined) return { passphrase: config.backup.passphrase }
  return config.backup.key === undefined
    ? undefined
    : { key: toKey(config.backup.key, 'WALKAROUND_BACKUP_KEY') }
}

function toKey(text: string, where: string): Buffer {
  if (!isKeyText(text)) {
    throw new Misuse(
      `${where} holds no key: it must be 32 bytes as base64, as openssl rand -base64 32 prints them`,
    )
  }
  return Buffer.from(text, 'base64')
}
