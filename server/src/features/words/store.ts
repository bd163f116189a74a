// The SQL of words of a client's own.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

type WordsKind = 'rejectionReasons' | 'phrases' | 'ownerTexts'
type Reader = Pick<Scope, 'db' | 'clientId'>

/** As JSON; undefined if the client has none of its own. */
export async function findWords(scope: Reader, kind: WordsKind): Promise<string | undefined> {
  return (await findAllWords(scope, [kind])).get(kind)
}

/** Of several kinds in one reading. */
export async function findAllWords(
  scope: Reader,
  kinds: readonly WordsKind[],
): Promise<ReadonlyMap<WordsKind, string>> {
  const rows = await scope.db.rows<{ kind: WordsKind; words: string }>(sql`
    select kind, words::text as words from client_words
    where system_client_id = ${scope.clientId} and kind = any(${kinds}::text[])`)
  return new Map(rows.map(({ kind, words }) => [kind, words]))
}

export async function saveWords(scope: Scope, kind: WordsKind, words: unknown): Promise<void> {
  await scope.db.run(sql`
    insert into client_words (system_client_id, kind, words, changed_at)
    values (${scope.clientId}, ${kind}, ${JSON.stringify(words)}::jsonb, ${scope.now})
    on conflict (system_client_id, kind) do update set words = excluded.words, changed_at = excluded.changed_at`)
}
