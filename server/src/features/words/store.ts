// The SQL of words of a client's own.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

type WordsKind = 'rejectionReasons' | 'phrases' | 'ownerTexts'
type Reader = Pick<Scope, 'db' | 'clientId'>

/** As JSON; undefined if the client has none of its own. */
export async function findWords(scope: Reader, kind: WordsKind): Promise<string | undefined> {
  const row = await scope.db.row<{ words: string }>(sql`
    select words::text as words from client_words
    where system_client_id = ${scope.clientId} and kind = ${kind}`)
  return row?.words
}

export async function saveWords(scope: Scope, kind: WordsKind, words: unknown): Promise<void> {
  await scope.db.run(sql`
    insert into client_words (system_client_id, kind, words, changed_at)
    values (${scope.clientId}, ${kind}, ${JSON.stringify(words)}::jsonb, ${scope.now})
    on conflict (system_client_id, kind) do update set words = excluded.words, changed_at = excluded.changed_at`)
}
