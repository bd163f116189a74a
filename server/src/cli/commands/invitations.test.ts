// The commands of invitations that read a file, as typed.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { person } from '../../../test/support/app.ts'
import { makeBranches } from '../../../test/support/branches.ts'
import { typeCommand } from '../../../test/support/typed-command.ts'
import type { Problem } from '../../problems.ts'

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

  const typed = (...words: string[]) => typeCommand({ WALKAROUND_DATA: folder }, words)
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

  test('writes to people by the mail server of the client, where the installation has none', async () => {
    const admin = await person(clientId, 'admin')
    const email = { host: 'smtp.example.com', security: 'starttls', from: 'garage@example.org' }
    const set = await admin.put('/message-channels/email', { email })
    assert.equal(set.statusCode, 200, set.body)
    assert.match(
      await take(['A,cli.own@example.org,parts'], '--mail'),
      /cli\.own@example\.org +parts +cli\.own@/,
    )
  })
})
