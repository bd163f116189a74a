// What no request asks for: reading and numbering the log, sweeping files, the backup. Measured while no service runs.
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeBackup } from '../server/src/db/backup.ts'
import type { Database } from '../server/src/db/database.ts'
import { numberEvents } from '../server/src/db/log/number-events.ts'
import { findHead, type LogPosition, listEventsAfter } from '../server/src/db/log/read-log.ts'
import { sql } from '../server/src/db/sql.ts'
import { photoKey } from '../server/src/features/photos/receive-photo.ts'
import { sweepFiles } from '../server/src/features/uploads/sweep.ts'
import { listPlacesOf } from '../server/src/organisation/branch-reach.ts'
import { openMedia } from '../server/src/process/open-media.ts'
import { cpuSeconds, ownCpu } from './cpu.ts'
import { CLIENT } from './growth-prototype.ts'
import { SPAN_MS } from './growth-rows.ts'

const FEED = 500
const FILES = 300

/** One database of the two, and a folder of its own. */
export interface Place {
  database: Database
  dataDir: string
}

export interface Measured {
  name: string
  /** Does it once and returns the seconds of what counts. */
  once(place: Place): Promise<number>
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** Reads a page after each of twenty events around a time, as a reader does that comes back with its cursor. */
const feed = (name: string, age: number): Measured => ({
  name,
  async once({ database }) {
    const head = await findHead(database, CLIENT)
    if (!head) throw new Error('the log has no head')
    const at = new Date(head.loggedAt.getTime() - age)
    const cursors = await database.rows<LogPosition>(sql`
      select logged_at, position from event_log
      where system_client_id = ${CLIENT} and logged_at >= ${at} order by logged_at, position limit 20`)
    return seconds(async () => {
      for (const cursor of cursors) {
        const events = await listEventsAfter(database, head, cursor, FEED)
        if (events === undefined) throw new Error('the log has lost an event')
      }
    })
  },
})

const numbering: Measured = {
  name: 'numbering of 200 events',
  async once({ database }) {
    await database.run(sql`
      insert into event_inbox (system_client_id, at, kind, subject, actor, payload)
      select ${CLIENT}, now(), 'survey.started', 'survey/' || s.id, 'login:bench', null
      from (select id from surveys where system_client_id = ${CLIENT} order by id desc limit 200) s`)
    return seconds(() => numberEvents(database, listPlacesOf))
  },
}

/** Files in the store that rows refer to, old enough to be asked about and in the part of the day. */
const sweep: Measured = {
  name: `sweep of files, ${FILES} photos`,
  async once({ database, dataDir }) {
    const now = new Date()
    const digit = (Math.floor(now.getTime() / 86_400_000) % 16).toString(16)
    const photos = await database.rows<{ file: string }>(sql`
      select file from photos where system_client_id = ${CLIENT} and file >= ${digit} and file < ${`${digit}g`}
      order by file limit ${FILES}`)
    const old = new Date(now.getTime() - 3 * 86_400_000)
    for (const { file } of photos) {
      const path = join(dataDir, 'files', photoKey(CLIENT, file))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, '')
      await utimes(path, old, old)
    }
    const limits = {
      photoBytes: 1,
      photoMegapixels: 1,
      videoBytes: 1,
      videoSeconds: 1,
      mediaLinkSeconds: 300,
    }
    const { media, close } = openMedia({ dataDir, ...limits }, database)
    const taken = await seconds(async () => {
      if ((await sweepFiles({ database, media }, CLIENT, now)) > 0)
        throw new Error('swept a file that is in use')
    })
    await close()
    return taken
  },
}

export const inside: readonly Measured[] = [
  feed('feed of the log, newest 500', SPAN_MS / 100_000),
  feed('feed of the log, 500 from half its age', SPAN_MS / 2),
  numbering,
  sweep,
]

export type BackedUp = Map<string, { rows: number; seconds: number; cpu: number }>

/** Rows and seconds by table. Ends early after a time; the tables read until then are enough for a comparison. */
export async function timeBackup({ database, dataDir }: Place, mostSeconds: number): Promise<BackedUp> {
  const tables: BackedUp = new Map()
  const backends = await database.rows<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database()`,
  )
  const cpuNow = () => backends.reduce((sum, { pid }) => sum + (cpuSeconds(pid) || 0), ownCpu())
  const file = join(dataDir, 'backup.walkaround')
  let last = { at: performance.now(), cpu: cpuNow() }
  const signal = AbortSignal.timeout(mostSeconds * 1000)
  await writeBackup({
    database,
    dataDir,
    file,
    now: new Date(),
    signal,
    onProgress(text) {
      const [, table = '', rows] = /^(\w+): (\d+) rows$/.exec(text) ?? []
      const now = { at: performance.now(), cpu: cpuNow() }
      const known = tables.get(table) ?? { seconds: 0, cpu: 0 }
      tables.set(table, {
        rows: Number(rows),
        seconds: known.seconds + (now.at - last.at) / 1000,
        cpu: known.cpu + now.cpu - last.cpu,
      })
      last = now
    },
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  await rm(file, { force: true })
  return tables
}
