// Password hashing with the cost that the whole installation shares: service, command line and demo alike.
import type { Database } from '../db/database.ts'
import { agreeOnPasses } from './password-work-store.ts'
import { createPasswords, type PasswordOptions, type Passwords } from './passwords.ts'

export function installationPasswords(database: Database, options: PasswordOptions = {}): Passwords {
  return createPasswords({
    ...options,
    agree: (memoryKiB, measure) => agreeOnPasses(database, memoryKiB, measure),
  })
}
