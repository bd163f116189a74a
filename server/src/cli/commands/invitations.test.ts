// The commands of invitations that read a file, as typed.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { testApp } from '../../../test/support/api.ts'
import { makeBranches } from '../../../test/support/branches.ts'
import { loadConfig } from '../../config/config.ts'
import type { Problem } from '../../problems.ts'
import { findCommand } from '../commands.ts'
import { toArgs } from '../options.ts'
import { parse } from '../program.ts'
import { cliActor, runCommand } from '../run-command.ts'
import { views } from '../views.ts'
import type { Command } from './define.ts'

describe('invitation import', () => {
  let folder: string
  let file: string
  let clientId: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-invitations-'))
    file = join(folder, 'people.csv')
    clientId = (await makeBranches()).client.id
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function typed(...words: string[]): Promise<string> {
    const invocation = await parse(words, '1', 80)
    assert.ok(invocation)
    const { name, options } = invocation
    const args = await toArgs((await findCommand(name)) as Command, invocation.words, options)
    const { database, media } = await testApp()
    const context = {
      database,
      config: loadConfig({ WALKAROUND_DATA: folder }),
      media: async () => media,
      now: new Date(),
      actor: cliActor('test'),
      progress: () => {},
    }
    const result = (await runCommand(context, name, args as Record<string, unknown>)) as never
    return views[name]?.(result, { cells: 100, args } as never) ?? ''
  }
  const take = async (lines: string[], ...more: string[]) => {
    await writeFile(file, lines.join('\n'))
    return typed('invitation', 'import', clientId, file, ...more)
  }
  const infoOf = (work: Promise<string>) =>
    work.then(
      () => assert.fail('it was taken'),
      (problem: Problem) => problem.errorInfo.split('\n'),
    )

  test('invites everybody, and prints each link once', async () => {
    const said = await take([
      'login,name,role,branches',
      'cli.tess,Tess,technician,B1',
      'cli.anna,Anna,advisor,',
    ])
    assert.match(said, /cli\.tess +technician at B1 +nobody/)
    assert.equal([...said.matchAll(/^cli\.\w+ {2}https:\/\/\S+\/j\/\S+$/gm)].length, 2)
    assert.match(await typed('invitation', 'list', clientId), /cli\.anna/)
  })

  test('tells line, field and rule of everything that is wrong, and invites nobody', async () => {
    assert.deepEqual(await infoOf(take(['A,cli.a,chef', 'B,,parts'])), [
      'line 1, role: "chef" is not one of technician, parts, advisor, manager, admin',
      'line 2, login: is missing',
    ])
    const refused = await infoOf(
      take(['', 'A,cli.a,parts,nowhere', 'B,cli.b,parts', 'Anna,cli.anna,advisor']),
    )
    assert.deepEqual(
      refused.map((line) => line.replace(/: .*/, '')),
      ['line 2, branch', 'line 4, login'],
    )
    assert.doesNotMatch(await typed('invitation', 'list', clientId), /cli\.b\b/)
    assert.deepEqual(await infoOf(take(['name,login,role'])), ['file: there is nobody in it'])
    assert.match((await infoOf(take(['A,a@example.org,parts'], '--mail'))).join(), /^line 1, email: no mail/)
  })
})
