// The SQL of what is drawn on photos.
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { noteChange } from '../surveys/rows.ts'
import type { KeptMarkup } from './rules.ts'

interface MarkupRow {
  photoId: string
  version: string
  /** JSON. */
  shapes: string
  savedAt: Date
  savedBy: string
  replacedAt: Date | null
  replacedBy: string | null
}

export function listMarkups(scope: Scope, surveyId: string): Promise<MarkupRow[]> {
  return scope.db.rows(sql`
    select photo_id, version, shapes::text as shapes, saved_at, saved_by, replaced_at, replaced_by from photo_markups
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by photo_id`)
}

type KnownMarkup = Pick<MarkupRow, 'version' | 'savedAt' | 'savedBy'> & {
  blurred: string | null
  drawn: string | null
}

/** Nobody else saves meanwhile. */
export function findMarkup(
  scope: Scope,
  surveyId: string,
  photoId: string,
): Promise<KnownMarkup | undefined> {
  return scope.db.row(sql`
    select version, saved_at, saved_by, blurred, drawn from photo_markups
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and photo_id = ${photoId} for update`)
}

export async function countMarkups(scope: Scope, surveyId: string): Promise<number> {
  const row = await scope.db.row<{ count: number }>(sql`
    select count(*)::int as count from photo_markups
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
  return row?.count ?? 0
}

interface MarkupToSave extends KeptMarkup {
  shapes: readonly MarkupShape[]
  blurred?: string
  drawn?: string
}

/** False if another one came first. */
export async function insertMarkup(
  scope: Scope,
  surveyId: string,
  photoId: string,
  markup: MarkupToSave,
): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into photo_markups (system_client_id, survey_id, photo_id, version, shapes, blurred, drawn, saved_at, saved_by)
      values (${scope.clientId}, ${surveyId}, ${photoId}, ${markup.version}, ${JSON.stringify(markup.shapes)}::json,
        ${markup.blurred ?? null}, ${markup.drawn ?? null}, ${markup.savedAt}, ${markup.savedBy})
      on conflict do nothing
      returning photo_id
    ), noted as (
      ${noteChange(scope, surveyId, part`made`)}
    )
    ${insertEvent(scope, 'photo.markedUp', `survey/${surveyId}`, { photoId })} from made`)
  return made === 1
}

export async function updateMarkup(
  scope: Scope,
  surveyId: string,
  photoId: string,
  markup: MarkupToSave,
): Promise<void> {
  await scope.db.run(sql`
    with made as (
      update photo_markups set version = ${markup.version}, shapes = ${JSON.stringify(markup.shapes)}::json,
        blurred = ${markup.blurred ?? null}, drawn = ${markup.drawn ?? null}, saved_at = ${markup.savedAt},
        saved_by = ${markup.savedBy}, replaced_at = ${markup.replaced?.savedAt ?? null},
        replaced_by = ${markup.replaced?.savedBy ?? null}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and photo_id = ${photoId}
      returning photo_id
    ), noted as (
      ${noteChange(scope, surveyId, part`made`)}
    )
    ${insertEvent(scope, 'photo.markedUp', `survey/${surveyId}`, { photoId })} from made`)
}

/** An older save arrived that nobody had seen: what is kept says so. */
export async function noteOlderMarkup(
  scope: Scope,
  surveyId: string,
  photoId: string,
  older: Pick<KeptMarkup, 'savedAt' | 'savedBy'>,
): Promise<void> {
  await scope.db.run(sql`
    with made as (
      update photo_markups set replaced_at = ${older.savedAt}, replaced_by = ${older.savedBy}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and photo_id = ${photoId}
      returning photo_id
    ), noted as (
      ${noteChange(scope, surveyId, part`made`)}
    )
    ${insertEvent(scope, 'photo.markedUp', `survey/${surveyId}`, { photoId })} from made`)
}
