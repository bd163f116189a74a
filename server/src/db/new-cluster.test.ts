import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fillNewFolder } from './new-cluster.ts'

describe('the folder of a new embedded database', () => {
  let place: string
  let made = 0
  const makeFiles = async (folder: string) => {
    made++
    await mkdir(join(folder, 'base'))
    await writeFile(join(folder, 'base', '1'), 'a table')
  }
  const tableIn = (folder: string) => readFile(join(folder, 'base', '1'), 'utf8')
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'walkaround-new-cluster-'))
  })
  after(() => rm(place, { recursive: true, force: true }))

  test('is copied from files made once, also by two that come at the same time', async () => {
    const cache = join(place, 'cache')
    const folders = ['one', 'two', 'three'].map((name) => join(place, name))
    await Promise.all(folders.slice(0, 2).map((folder) => fillNewFolder(folder, makeFiles, cache)))
    const before = made
    await fillNewFolder(folders[2] as string, makeFiles, cache)
    assert.equal(made, before)
    assert.deepEqual(await Promise.all(folders.map(tableIn)), ['a table', 'a table', 'a table'])
    assert.equal((await readdir(cache)).length, 1, 'nothing half made stays')
  })

  test('that is there already is left alone', async () => {
    const folder = join(place, 'used')
    await mkdir(join(folder, 'base'), { recursive: true })
    await writeFile(join(folder, 'base', '1'), 'the data of a dealer')
    await fillNewFolder(folder, makeFiles, join(place, 'cache'))
    assert.equal(await tableIn(folder), 'the data of a dealer')
  })

  test('is filled again after a start that was killed in the middle of copying', async () => {
    const folder = join(place, 'killed')
    await mkdir(join(`${folder}.unfinished`, 'base'), { recursive: true })
    await writeFile(join(`${folder}.unfinished`, 'half'), 'half a table')
    await fillNewFolder(folder, makeFiles, join(place, 'cache'))
    assert.deepEqual(await readdir(folder), ['base'])
    assert.equal(await tableIn(folder), 'a table')
    assert.ok(!(await readdir(place)).includes('killed.unfinished'))
  })

  test('is left to the engine where there is no place to keep files', async () => {
    const folder = join(place, 'without')
    await writeFile(join(place, 'a-file'), '')
    await fillNewFolder(folder, makeFiles, join(place, 'a-file', 'cache'))
    assert.deepEqual(await readdir(folder), [])
  })
})
