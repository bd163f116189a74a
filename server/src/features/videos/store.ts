// The SQL of videos.
import type { Video } from '@walkaround/contract/dms/media.ts'
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface NewVideo {
  id: string
  questionId?: string
  answerId?: string
  /** SHA-256 of what was sent, in hex: the name of its file. */
  source: string
  sourceType: string
  sourceBytes: number
}

/** False when the id is taken. */
export async function insertVideo(scope: Scope, surveyId: string, video: NewVideo): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into videos (system_client_id, survey_id, id, question_id, answer_id, state, source, source_type,
        source_bytes, created_at)
      values (${scope.clientId}, ${surveyId}, ${video.id}, ${video.questionId ?? null}, ${video.answerId ?? null},
        'waiting', ${video.source}, ${video.sourceType}, ${video.sourceBytes}, ${scope.now})
      on conflict do nothing
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'video.added', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_build_object('videoId', made.id) from made`)
  return made === 1
}

export interface VideoRow {
  id: string
  question_id: string | null
  answer_id: string | null
  state: Video['state']
  progress: number
  failure: string | null
  source: string
  source_type: string
  source_bytes: number
  file: string | null
  content_type: string | null
  bytes: number | null
  poster: string | null
  duration_ms: number | null
  width: number | null
  height: number | null
  created_at: Date
}

type Reader = Pick<Scope, 'db' | 'clientId'>

export function findVideo(scope: Reader, surveyId: string, id: string): Promise<VideoRow | undefined> {
  return scope.db.row(sql`
    select id, question_id, answer_id, state, progress, failure, source, source_type, source_bytes, file, content_type,
      bytes, poster, duration_ms, width, height, created_at
    from videos where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}`)
}

/** Undefined when there is no such survey. */
export async function listVideos(scope: Reader, surveyId: string): Promise<VideoRow[] | undefined> {
  const rows = await scope.db.rows<VideoRow>(sql`
    select v.id, v.question_id, v.answer_id, v.state, v.progress, v.failure, v.source, v.source_type, v.source_bytes,
      v.file, v.content_type, v.bytes, v.poster, v.duration_ms, v.width, v.height, v.created_at
    from surveys s
    left join videos v on v.system_client_id = s.system_client_id and v.survey_id = s.id
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId} order by v.created_at, v.id`)
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null)
}

export async function setProgress(
  scope: Reader,
  surveyId: string,
  id: string,
  progress: number,
): Promise<void> {
  await scope.db.run(sql`
    update videos set progress = ${progress}
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id} and state = 'waiting'`)
}

export interface Converted {
  state: 'ready' | 'original' | 'failed'
  failure?: string
  file?: string
  contentType?: string
  bytes?: number
  poster?: string
  durationMs?: number
  width?: number
  height?: number
}

/** What became of a waiting video. Of one that no longer waits nothing is changed. */
export async function setConverted(
  scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>,
  surveyId: string,
  id: string,
  to: Converted,
): Promise<void> {
  await scope.db.run(sql`
    with done as (
      update videos set state = ${to.state}, progress = ${to.state === 'ready' ? 100 : 0}, failure = ${to.failure ?? null},
        file = ${to.file ?? null}, content_type = ${to.contentType ?? null}, bytes = ${to.bytes ?? null},
        poster = ${to.poster ?? null}, duration_ms = ${to.durationMs ?? null}, width = ${to.width ?? null},
        height = ${to.height ?? null}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id} and state = 'waiting'
      returning id, state
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'video.converted', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_build_object('videoId', done.id, 'state', done.state) from done`)
}

/** All that are served as recorded; which they are. */
export function setWaiting(
  scope: Pick<Scope, 'db' | 'clientId'>,
): Promise<{ surveyId: string; videoId: string }[]> {
  return scope.db.rows(sql`
    update videos set state = 'waiting', progress = 0
    where system_client_id = ${scope.clientId} and state = 'original'
    returning survey_id as "surveyId", id as "videoId"`)
}

export async function deleteVideo(scope: Scope, surveyId: string, id: string): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from videos where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'video.removed', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_build_object('videoId', gone.id) from gone`)
}
