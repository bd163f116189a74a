// Photos, videos and logos through a backup, from one store of files to another, on both engines.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { startS3Server } from '../../test/fixtures/s3-server.ts'
import { openMemory } from '../../test/support/in-memory.ts'
import type { Files } from '../outside/files/adapter.ts'
import { fileKey } from '../outside/files/file-key.ts'
import { openFolder } from '../outside/files/folder.ts'
import { openS3 } from '../outside/files/s3.ts'
import { writeBackup } from './backup.ts'
import type { BackupStore } from './backup-stored.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { restoreBackup } from './restore.ts'
import { sql } from './sql.ts'

const now = new Date('2026-03-04T05:06:07.089Z')
const url = process.env.WALKAROUND_TEST_DATABASE_URL
const digestOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const keyOf: BackupStore['keyOf'] = ({ client, kind, name }) => fileKey(client, kind, name)

// Larger than one read, so that it takes several parts.
const photo = randomBytes(300_000)
const contents: Record<string, [kind: string, name: string, bytes: Buffer]> = {
  photo: ['photos', digestOf(photo), photo],
  logo: ['photos', digestOf('logo'), Buffer.from('logo')],
  video: ['videos', digestOf('video'), Buffer.from('video')],
  poster: ['posters', `${digestOf('poster')}.jpg`, Buffer.from('poster')],
  waiting: ['videos', digestOf('waiting'), Buffer.from('waiting')],
}
const keys = Object.values(contents).map(([kind, name]) => fileKey('Acme', kind, name))

async function openNew(): Promise<{ database: Database; close(): Promise<void> }> {
  if (!url) {
    const database = await openMemory('new')
    return { database, close: () => database.close() }
  }
  const schema = `stored_${randomBytes(6).toString('hex')}`
  const owner = openPostgres({ url, poolSize: 1 })
  await owner.script(`create schema ${schema}`)
  const inside = new URL(url)
  inside.searchParams.set('options', `-c search_path=${schema}`)
  const database = openPostgres({ url: inside.href, poolSize: 2 })
  return {
    database,
    async close() {
      await database.close()
      await owner.script(`drop schema ${schema} cascade`)
      await owner.close()
    },
  }
}

async function addRows({ script }: Database): Promise<void> {
  const [, , video, poster, waiting] = Object.values(contents).map(([, name]) => name.slice(0, 64))
  await script(`
    insert into system_clients (system_client_id, name, default_site_id) values ('Acme', 'Acme', 'main');
    insert into sites (system_client_id, id, name, created_at, logo)
      values ('Acme', 'main', 'Main', now(), '${contents.logo?.[1]}');
    insert into surveys (system_client_id, id, survey_type, master_client_id, template_id, template_version, created_at)
      values ('Acme', 's', 'VC', 'open', 'vc', 1, now());
    insert into photos (system_client_id, survey_id, id, file, source, content_type, bytes, width, height, focus_x,
      focus_y, created_at)
      select 'Acme', 's', id, '${contents.photo?.[1]}', '', 'image/jpeg', 1, 1, 1, 0.5, 0.5, now()
      from unnest(array['one', 'the same']) as id;
    insert into videos (system_client_id, survey_id, id, state, source, source_type, source_bytes, file, poster,
      created_at)
      values ('Acme', 's', 'v', 'ready', '${'0'.repeat(64)}', 'video/webm', 1, '${video}', '${poster}', now()),
        ('Acme', 's', 'w', 'waiting', '${waiting}', 'video/webm', 1, null, null, now());
    insert into uploads (system_client_id, id, survey_id, kind, subject_id, content_type, length, created_at, touched_at,
      finished_at)
      values ('Acme', 'under way', 's', 'photo', 'a', 'image/jpeg', 1, now(), now(), null),
        ('Acme', 'finished', 's', 'photo', 'b', 'image/jpeg', 1, now(), now(), now())`)
}

describe('stored files in a backup', () => {
  let folder: string
  let source: Awaited<ReturnType<typeof openNew>>
  let target: Awaited<ReturnType<typeof openNew>>
  let count = 0
  const newPath = (what: string) => join(folder, `${what}-${++count}`)
  const newStore = (): BackupStore & { root: string; files: ReturnType<typeof openFolder> } => {
    const root = newPath('files')
    return { root, files: openFolder(root), keyOf }
  }
  let full: ReturnType<typeof newStore>

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-stored-'))
    source = await openNew()
    await migrate(source.database)
    await addRows(source.database)
    target = await openNew()
  })
  after(async () => {
    await source?.close()
    await target?.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    full = newStore()
    for (const [kind, name, bytes] of Object.values(contents)) {
      await full.files.put(fileKey('Acme', kind, name), bytes)
    }
    // Made from a photo, and made again on demand.
    await full.files.put(fileKey('Acme', 'photos', `${contents.photo?.[1]}.s.jpg`), Buffer.from('small'))
  })

  async function backedUp(store?: BackupStore) {
    const file = newPath('backup')
    return writeBackup({ database: source.database, dataDir: folder, file, now, store })
  }
  const restore = (file: string, store?: BackupStore) =>
    restoreBackup({ database: target.database, dataDir: newPath('data'), file, store, replace: true })

  async function keysIn(store: { files: Pick<Files, 'list'> }): Promise<string[]> {
    const found: string[] = []
    for await (const { key } of store.files.list('')) found.push(key)
    return found.sort()
  }

  const linesOf = async (file: string) =>
    gunzipSync(await readFile(file))
      .toString()
      .split('\n')

  /** The lines with a checksum that matches them, as an attacker would write it. */
  async function rewritten(lines: string[], changeEnd: (end: object) => object = (end) => end) {
    const body = lines.slice(0, -2)
    const { end } = JSON.parse(lines.at(-2) as string)
    const sha256 = digestOf(`${body.join('\n')}\n`)
    const file = newPath('rewritten')
    await writeFile(
      file,
      gzipSync([...body, JSON.stringify({ end: changeEnd({ ...end, sha256 }) }), ''].join('\n')),
    )
    return file
  }

  test('come back byte for byte in another folder, each once, without what was made of them', async () => {
    const { file, stored } = await backedUp(full)
    const bytes = Object.values(contents).reduce((sum, [, , content]) => sum + content.length, 0)
    assert.deepEqual(stored, { referenced: 5, isIncluded: true, included: 5, bytes, missing: 0 })
    for (const line of await linesOf(file))
      assert.ok(line.length < 200_000, 'no file is written in one piece')
    const elsewhere = newStore()
    const result = await restore(file, elsewhere)
    assert.deepEqual(result.stored, { referenced: 5, restored: 5, missing: 0 })
    assert.deepEqual(await keysIn(elsewhere), [...keys].sort())
    for (const [kind, name, content] of Object.values(contents)) {
      assert.ok((await elsewhere.files.read(fileKey('Acme', kind, name)))?.equals(content))
    }
    assert.deepEqual(await readdir(join(elsewhere.root, '.temp')), [])
  })

  test('move from a folder into a bucket, and from there into a folder', async (t) => {
    const server = await startS3Server(newPath('s3'))
    t.after(() => server.close())
    const bucket = { files: openS3(server.settings, newPath('spool')), keyOf }
    t.after(() => bucket.files.close())
    const { file } = await backedUp(full)
    assert.deepEqual((await restore(file, bucket)).stored, { referenced: 5, restored: 5, missing: 0 })
    assert.deepEqual(await keysIn(bucket), [...keys].sort())
    const { file: fromBucket, stored } = await backedUp(bucket)
    assert.deepEqual([stored.included, stored.missing], [5, 0])
    const elsewhere = newStore()
    await restore(fromBucket, elsewhere)
    for (const [kind, name, content] of Object.values(contents)) {
      assert.ok((await elsewhere.files.read(fileKey('Acme', kind, name)))?.equals(content))
    }
  })

  test('left out are still named, and a restore tells which are not where they should be', async () => {
    const { file, stored } = await backedUp()
    assert.deepEqual(stored, { referenced: 5, isIncluded: false, included: 0, bytes: 0, missing: 0 })
    const named = (await linesOf(file)).filter((line) => line.startsWith('{"refers"'))
    assert.equal(named.length, 5)
    const empty = newStore()
    assert.deepEqual((await restore(file, empty)).stored, { referenced: 5, restored: 0, missing: 5 })
    assert.deepEqual((await restore(file, full)).stored, { referenced: 5, restored: 0, missing: 0 })
  })

  test('that are gone or changed on the disk are counted, and never restored under a name they do not have', async () => {
    await full.files.remove(keys[0] as string)
    await writeFile(join(full.root, keys[1] as string), 'rust')
    const { file, stored } = await backedUp(full)
    assert.deepEqual([stored.included, stored.missing], [3, 2])
    const elsewhere = newStore()
    assert.deepEqual((await restore(file, elsewhere)).stored, { referenced: 5, restored: 3, missing: 2 })
    assert.deepEqual(await keysIn(elsewhere), keys.slice(2).sort())
  })

  test('a file altered in the backup is refused, and neither rows nor that file come in', async () => {
    const { file } = await backedUp(full)
    await restore(file, newStore())
    await target.database.script("update sites set name = 'before'")
    const part = (text: string) => JSON.stringify({ part: Buffer.from(text).toString('base64') })
    const lines = (await linesOf(file)).map((line) => (line === part('logo') ? part('evil') : line))
    const elsewhere = newStore()
    await assert.rejects(restore(await rewritten(lines), elsewhere), /does not have the SHA-256/)
    assert.equal(await elsewhere.files.find(keys[1] as string), undefined)
    assert.deepEqual(await readdir(join(elsewhere.root, '.temp')), [])
    const site = await target.database.row<{ name: string }>(sql`select name from sites`)
    assert.equal(site?.name, 'before')
  })

  for (const name of ['../../etc/passwd', 'x', `${'a'.repeat(64)}/../b`]) {
    test(`a file called ${name.slice(-12)} is refused`, async () => {
      const { file } = await backedUp(full)
      const lines = (await linesOf(file)).map((line) =>
        line.startsWith('{"stored"')
          ? JSON.stringify({ stored: { client: 'Acme', kind: 'photos', name } })
          : line,
      )
      const elsewhere = newStore()
      await assert.rejects(restore(await rewritten(lines), elsewhere), { name: 'BackupError' })
      assert.deepEqual(await keysIn(elsewhere), [])
    })
  }

  test('uploads under way are forgotten: their parts are in no backup', async () => {
    await restore((await backedUp()).file, newStore())
    const uploads = await target.database.rows<{ id: string }>(sql`select id from uploads`)
    assert.deepEqual(uploads, [{ id: 'finished' }])
  })

  test('a backup of format 1, which knew no files, is still read', async () => {
    const lines = (await linesOf((await backedUp()).file)).filter((line) => !line.startsWith('{"refers"'))
    const first = (lines[0] as string).replace('"version":2', '"version":1')
    const file = await rewritten([first, ...lines.slice(1)], (end) => ({ ...end, stored: undefined }))
    const result = await restore(file, newStore())
    assert.deepEqual(result.stored, { referenced: 0, restored: 0, missing: 0 })
    assert.ok(result.rows > 0)
  })
})
