// walkaround audit verify and audit export: the chain followed to its end, and the audit as a file.
import { once } from 'node:events'
import { auditAreas } from '@walkaround/contract/rules/audit-entries.ts'
import {
  type AuditFormat,
  auditFileLines,
  auditFileStart,
  auditFormats,
  type ExportedEntry,
} from '@walkaround/contract/rules/audit-export.ts'
import { Option } from 'commander'
import { loadConfig } from '../config/config.ts'
import type { Verified } from '../db/audit/verify-chain.ts'
import { exitCodes } from './failures.ts'
import type { LocalCommand, LocalContext } from './local-command.ts'
import { reach } from './reach.ts'

export const verifyAuditCommand: LocalCommand = {
  summary: 'follow the chains of hashes and say where one is broken',
  description:
    'Follow the chain of hashes of a system client, or of all of them, and say the first place where it is broken: an entry was changed, is missing, or the head does not belong to it. Note the hash it prints somewhere else, and you can tell later whether the chain is still the same. Exit code 1 means that something was changed behind the product.',
  define: (command) => command.argument('[client]', 'only of this system client; - for what concerns none'),
  run: verifyAudit,
}

export const exportAuditCommand: LocalCommand = {
  summary: 'write the audit of a system client to standard output, as CSV or NDJSON',
  define: (command) =>
    command
      .argument('<client>', 'the system client; - for what concerns none')
      .addOption(
        new Option('--format <format>', 'as rows for a spreadsheet, or as JSON line by line')
          .choices(auditFormats)
          .default('ndjson'),
      )
      .option('--since <time>', 'only since then: 2026-03-01, with a time, or days back (7d)')
      .option('--until <time>', 'only before then')
      .addOption(new Option('--area <area>', 'only of this area').choices(auditAreas))
      .option('--kind <kind>', 'only this kind, such as login.roleGranted; or its first word')
      .option('--login <name>', 'only what this login did, and what was done to it'),
  run: exportAudit,
}

const reasons: Readonly<Record<string, string>> = {
  changed: 'the entry is not what was written',
  missing: 'the entry is missing',
  headBehind: 'the head does not know the entry: it was put back',
  headHash: 'the head does not belong to the entry',
  mark: 'the mark of the head is wrong: it was not written by this service',
  otherKey:
    'the head was marked with another key than WALKAROUND_SECRET_KEY or secret.key; after a restore, put the former key back',
}

async function verifyAudit({ terminal, words, signal }: LocalContext): Promise<number> {
  const caller = { config: loadConfig(), progress: terminal.progress, signal }
  const [client] = words
  const args = client === undefined ? {} : { client }
  const verified = (await reach(caller, 'inner-audit verify', args)).result as Verified[]
  const lines = verified.map(describeChain)
  terminal.result(verified, lines.length > 0 ? lines.join('\n') : 'There are no entries yet.')
  return verified.some(({ broken }) => broken) ? exitCodes.refused : exitCodes.ok
}

function describeChain({ clientId, entries, last, lastAt, hash, broken }: Verified): string {
  const whose = clientId === '' ? 'installation' : clientId
  if (broken)
    return `✘ ${whose}: broken at position ${broken.position}: ${reasons[broken.why]}. The ${entries} entries before it are as they were written.`
  if (last === undefined || entries === 0) return `✔ ${whose}: no entries`
  return `✔ ${whose}: ${entries} entries up to position ${last}${lastAt ? ` of ${lastAt}` : ''}, hash ${hash}`
}

async function exportAudit({ terminal, words, options, signal }: LocalContext): Promise<number> {
  const caller = { config: loadConfig(), progress: terminal.progress, signal }
  const { format: wanted, json: _json, ...filter } = options as Record<string, string>
  const format: AuditFormat = terminal.json || wanted !== 'csv' ? 'ndjson' : 'csv'
  const write = async (text: string) => {
    if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain')
  }
  for (let [after, isFirst] = [undefined as number | undefined, true]; ; isFirst = false) {
    const args = { client: words[0], ...filter, ...(after === undefined ? {} : { after }) }
    const { result } = await reach(caller, 'inner-audit page', args)
    const { entries, next } = result as { entries: ExportedEntry[]; next?: number }
    terminal.done()
    if (isFirst) await write(auditFileStart(format))
    await write(auditFileLines(format, entries))
    if (next === undefined) return exitCodes.ok
    after = next
  }
}
