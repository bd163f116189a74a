// The error of a backup that cannot be made or restored.

/** The message says why and what to do. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupError'
  }
}

export function damaged(path: string, why: string): BackupError {
  return new BackupError(`${path} is damaged: ${why}. Nothing was changed; use another copy`)
}
