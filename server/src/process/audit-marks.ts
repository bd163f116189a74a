// The keys that mark the heads of audits: derived from the key of the installation, so that the database alone cannot make a mark.
import type { MarkKeys } from '../db/audit/chain.ts'
import type { SecretBox } from '../outside/secret-box.ts'

export const auditMarkKeys =
  (box: SecretBox): MarkKeys =>
  () =>
    box.derivations('audit', 'marks of heads', 32)
