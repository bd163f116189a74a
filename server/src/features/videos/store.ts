// The SQL of videos.
import type { Video } from '@walkaround/contract/dms/media.ts'
import type { Chapter } from '@walkaround/contract/rules/chapters.ts'
import { insertEvent } from '../../db/events.ts'
import { type Db, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface NewVideo {
  id: string
  questionId?: string
  answerId?: string
  /** SHA-256 of the cleaned file, in hex: the name of the file. */
  source: string
  sourceType: string
  sourceBytes: number
  chapters?: readonly Chapter[]
}

/** False if the id is taken. */
export async function insertVideo(scope: Scope, surveyId: string, video: NewVideo): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into videos (system_client_id, survey_id, id, question_id, answer_id, state, source, source_type,
        source_bytes, cleaned, chapters, created_at)
      values (${scope.clientId}, ${surveyId}, ${video.id}, ${video.questionId ?? null}, ${video.answerId ?? null},
        'waiting', ${video.source}, ${video.sourceType}, ${video.sourceBytes}, true,
        ${video.chapters ? JSON.stringify(video.chapters) : null}::json, ${scope.now})
      on conflict do nothing
      returning id
    )
    ${insertEvent(scope, 'video.added', `survey/${surveyId}`, { videoId: video.id })} from made`)
  return made === 1
}

export interface VideoRow {
  id: string
  questionId: string | null
  answerId: string | null
  state: Video['state']
  progress: number
  failure: string | null
  source: string
  sourceType: string
  sourceBytes: number
  /** False for an old video that still contains the recorder's metadata. */
  cleaned: boolean
  file: string | null
  contentType: string | null
  bytes: number | null
  poster: string | null
  durationMs: number | null
  width: number | null
  height: number | null
  chapters: Chapter[] | null
  createdAt: Date
}

const videoColumns = part`v.id, v.question_id, v.answer_id, v.state, v.progress, v.failure, v.source, v.source_type,
  v.source_bytes, v.cleaned, v.file, v.content_type, v.bytes, v.poster, v.duration_ms, v.width, v.height, v.chapters,
  v.created_at`

type Reader = Pick<Scope, 'db' | 'clientId'>

export function findVideo(scope: Reader, surveyId: string, id: string): Promise<VideoRow | undefined> {
  return scope.db.row(sql`
    select ${videoColumns} from videos v
    where v.system_client_id = ${scope.clientId} and v.survey_id = ${surveyId} and v.id = ${id}`)
}

/** Undefined if there is no such survey. */
export async function listVideos(scope: Reader, surveyId: string): Promise<VideoRow[] | undefined> {
  const rows = await scope.db.rows<VideoRow>(sql`
    select ${videoColumns} from surveys_with_origin s
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

/**
 * The result of converting a waiting video. A video that no longer waits is not changed. If kept as recorded, it is served from its
 * source.
 */
export async function setConverted(
  scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>,
  surveyId: string,
  id: string,
  to: Converted,
): Promise<void> {
  const isOriginal = to.state === 'original'
  await scope.db.run(sql`
    with done as (
      update videos set state = ${to.state}, progress = ${to.state === 'ready' ? 100 : 0}, failure = ${to.failure ?? null},
        file = case when ${isOriginal} then source else ${to.file ?? null} end,
        content_type = case when ${isOriginal} then source_type else ${to.contentType ?? null} end,
        bytes = case when ${isOriginal} then source_bytes else ${to.bytes ?? null} end,
        cleaned = cleaned or ${to.state === 'ready'},
        poster = ${to.poster ?? null}, duration_ms = ${to.durationMs ?? null}, width = ${to.width ?? null},
        height = ${to.height ?? null}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id} and state = 'waiting'
      returning id, state
    )
    ${insertEvent(scope, 'video.converted', `survey/${surveyId}`, { videoId: id, state: to.state })} from done`)
}

/** Which of these clients have videos that are not cleaned yet. */
export async function listClientsToClean(db: Db, clientIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct system_client_id as id from videos
    where system_client_id = any(${clientIds}::text[]) and not cleaned and state <> 'failed'`)
  return rows.map(({ id }) => id)
}

export type VideoToClean = Pick<VideoRow, 'id' | 'source' | 'sourceType'> & { surveyId: string }

/** Some of them, after the last one. */
export function listToClean(
  scope: Reader,
  after: Pick<VideoToClean, 'surveyId' | 'id'>,
  limit: number,
): Promise<VideoToClean[]> {
  return scope.db.rows(sql`
    select survey_id, id, source, source_type from videos
    where system_client_id = ${scope.clientId} and not cleaned and state <> 'failed'
      and (survey_id, id) > (${after.surveyId}, ${after.id})
    order by survey_id, id limit ${limit}`)
}

/** Refers to the cleaned file from now on. */
export async function setCleaned(
  scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>,
  video: VideoToClean,
  to: Pick<NewVideo, 'source' | 'sourceBytes'>,
): Promise<void> {
  await scope.db.run(sql`
    with done as (
      update videos set cleaned = true, source = ${to.source}, source_bytes = ${to.sourceBytes},
        file = case when file = source then ${to.source} else file end,
        bytes = case when file = source then ${to.sourceBytes} else bytes end
      where system_client_id = ${scope.clientId} and survey_id = ${video.surveyId} and id = ${video.id}
        and source = ${video.source} and not cleaned
      returning id, state
    )
    ${insertEvent(
      scope,
      'video.cleaned',
      `survey/${video.surveyId}`,
      part`json_build_object('videoId', done.id, 'state', done.state)`,
    )} from done`)
}

/** A video served as recorded that cannot be cleaned is no longer shown. A waiting one may still be converted. */
export async function setUncleanable(
  scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>,
  video: VideoToClean,
  failure: string,
): Promise<void> {
  await scope.db.run(sql`
    with done as (
      update videos set state = 'failed', failure = ${failure}
      where system_client_id = ${scope.clientId} and survey_id = ${video.surveyId} and id = ${video.id}
        and state = 'original' and not cleaned
      returning id, state
    )
    ${insertEvent(scope, 'video.converted', `survey/${video.surveyId}`, { videoId: video.id, state: 'failed' })}
    from done`)
}

/** Sets all videos that are served as recorded to waiting and returns them. */
export function setWaiting(
  scope: Pick<Scope, 'db' | 'clientId'>,
): Promise<{ surveyId: string; videoId: string }[]> {
  return scope.db.rows(sql`
    update videos set state = 'waiting', progress = 0
    where system_client_id = ${scope.clientId} and state = 'original'
    returning survey_id, id as video_id`)
}

export async function deleteVideo(scope: Scope, surveyId: string, id: string): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from videos where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}
      returning id
    )
    ${insertEvent(scope, 'video.removed', `survey/${surveyId}`, { videoId: id })} from gone`)
}
