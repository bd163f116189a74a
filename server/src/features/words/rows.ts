// For statements of other features: a client's own words beside what they read anyway.
import { type Part, part } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** As JSON; null if the client has none. */
export const ownerTextsOf = ({ clientId }: Pick<Scope, 'clientId'>): Part => part`(
  select words::text from client_words where system_client_id = ${clientId} and kind = 'ownerTexts')`
