// Commands that need more from this machine than the database: certificates, settings, the service itself. Each has a file, which is
// loaded when the command is used.
import type { LocalCommand } from './local-command.ts'

export const localCommands: Readonly<Record<string, () => Promise<LocalCommand>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  'audit verify': async () => (await import('./audit.ts')).verifyAuditCommand,
  'audit export': async () => (await import('./audit.ts')).exportAuditCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  ca: async () => (await import('./authority.ts')).authorityCommand,
  'config print': async () => (await import('./print-config.ts')).printConfigCommand,
  'distribution print': async () => (await import('./print-distribution.ts')).printDistributionCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  conformance: async () => (await import('./conformance.ts')).conformanceCommand,
  'conformance receiver': async () => (await import('./conformance.ts')).conformanceReceiverCommand,
  'dms list': async () => (await import('./dms.ts')).listScenariosCommand,
  'dms play': async () => (await import('./dms.ts')).playScenarioCommand,
  version: async () => (await import('./version.ts')).versionCommand,
}
