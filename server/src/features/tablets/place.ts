// What the service gives this feature: who checks passwords and PINs, and who notes refusals.
import type { Database } from '../../db/database.ts'
import type { AccessLog } from '../../identity/access-log.ts'
import type { Authenticator } from '../../identity/authenticate.ts'
import type { Passwords } from '../../identity/passwords.ts'
import type { SecretBox } from '../../outside/secret-box.ts'

/** What hashes and seals PINs. */
export interface PinBox {
  box: SecretBox
  /** Cheaper than passwords: of few digits no work makes much, and somebody with gloves on is waiting. */
  work: Pick<Passwords, 'renew' | 'isRight'>
}

export interface TabletPlace {
  database: Database
  authenticator: Authenticator
  accessLog: AccessLog
  passwords: Passwords
  pinBox: PinBox
}
