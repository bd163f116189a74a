import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFolder } from './folder.ts'
import { storeReadiness } from './readiness.ts'

test('a folder that can be used is ready, and is no longer once it is gone', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'walkaround-ready-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'files')
  let now = 0
  const isUsable = storeReadiness(openFolder(folder), { clock: () => now })
  assert.equal(await isUsable(), true)
  await rm(folder, { recursive: true })
  await writeFile(folder, 'in the way')
  now = 9_999
  assert.equal(await isUsable(), true, 'the answer is kept for ten seconds')
  now = 10_000
  assert.equal(await isUsable(), false)
  await rm(folder)
  openFolder(folder)
  now = 20_000
  assert.equal(await isUsable(), true)
})

test('a store that hangs counts as failed, is asked once, and is believed when it comes back', async () => {
  let probes = 0
  let answer = () => {}
  const check = () => {
    probes++
    return new Promise<void>((resolve) => {
      answer = resolve
    })
  }
  const isUsable = storeReadiness({ check }, { limitMs: 1 })
  assert.deepEqual(await Promise.all([isUsable(), isUsable()]), [false, false])
  assert.equal(await isUsable(), false)
  const patient = isUsable()
  answer()
  await patient
  assert.equal(await isUsable(), true)
  assert.equal(probes, 1)
})
