// The keys that mark the heads of audits: derived from the key of the installation, so that the database alone cannot make a mark.
import type { SecretBox } from './secret-box.ts'

export const auditMarkKeys =
  (box: Pick<SecretBox, 'derivations'>): (() => Promise<Buffer[]>) =>
  () =>
    box.derivations('audit', 'marks of heads', 32)
