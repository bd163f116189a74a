// The commands of a client's own words, as typed.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeClient, type TestClient } from '../../../test/support/api.ts'
import { typeCommand } from '../../../test/support/typed-command.ts'
import type { Problem } from '../../problems.ts'

describe('commands of words', () => {
  let folder: string
  let client: TestClient
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-words-'))
    client = await makeClient()
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const typed = (...words: string[]) => typeCommand({ WALKAROUND_DATA: folder }, words)

  test('phrases are imported from a file, listed and exported, and a wrong line is named', async () => {
    assert.match(await typed('phrase', 'list', client.id), /none but those that come with the service/)
    const file = join(folder, 'phrases.csv')
    const head = 'questions,colour,en,de'
    await writeFile(file, `${head}\nvc.discF,red,Torn,Gerissen\n,,Ask me,\n`)
    assert.equal(await typed('phrase', 'import', client.id, file), 'The client has 2 phrases of its own.')
    assert.match(
      await typed('phrase', 'list', client.id),
      /^PHRASE +COLOUR +QUESTIONS *\nTorn +red +vc\.discF *\nAsk me +all *$/,
    )
    const exported = await typed('phrase', 'export', client.id)
    assert.match(
      exported,
      /^\uFEFFid,questions,colour,en,de,fr,pl,ru\r\n[\w-]+,vc\.discF,red,Torn,Gerissen,,,\r\n/,
    )
    await writeFile(file, `${exported}\n`)
    assert.match(await typed('phrase', 'import', client.id, file), /2 phrases/)
    assert.equal(await typed('phrase', 'export', client.id), exported, 'ids stay')
    const refused = async (text: string) => {
      await writeFile(file, text)
      let info = ''
      await assert.rejects(typed('phrase', 'import', client.id, file), (error: Problem) => {
        info = error.errorInfo ?? ''
        return true
      })
      return info
    }
    assert.match(await refused(`${head}\n,blue,One,`), /^line 2, colour: "blue" is not one of/)
    assert.match(
      await refused(`${head}\nvc.discF,,One,\n\nvc.x,,Two,\n`),
      /^line 4, questions: "vc\.x" is asked by no template$/,
    )
  })

  test("texts of the owner's page are imported from a file, listed, exported and brought back", async () => {
    assert.match(
      await typed('owner-text', 'list', client.id),
      /^TEXT +OWN +THE OWNER READS *\ntitle +no +Inspection result/,
    )
    assert.match(await typed('owner-text', 'list', client.id, '--language', 'de'), /title +no +Ergebnis/)
    const file = join(folder, 'owner-texts.json')
    const words = { en: { title: 'Your car', next: 'We call.\nSoon.' }, de: { title: 'Ihr Auto' } }
    await writeFile(file, JSON.stringify(words))
    assert.match(await typed('owner-text', 'import', client.id, file), /words of the client in: .*en/)
    const listed = await typed('owner-text', 'list', client.id)
    assert.match(listed, /title +yes +Your car/)
    assert.match(listed, /next +yes +We call\. \/ Soon\./)
    assert.deepEqual(JSON.parse(await typed('owner-text', 'export', client.id)), words)
    await writeFile(file, JSON.stringify({ de: { foot: '{unknown}' } }))
    await assert.rejects(
      typed('owner-text', 'import', client.id, file),
      ({ errorInfo }: Problem) => errorInfo?.startsWith('de.foot: {unknown} is not one of') === true,
    )
    await writeFile(file, '{}')
    assert.match(await typed('owner-text', 'import', client.id, file), /everything as delivered/)
  })

  test('reasons to decline are listed, exported, changed in a file and imported', async () => {
    assert.match(
      await typed('rejection-reason', 'list', client.id),
      /^CODE +OFFERED .*\ntooExpensive +yes +Too expensive/,
    )
    assert.match(await typed('rejection-reason', 'list', client.id, '--language', 'de'), /Zu teuer/)
    const whole = JSON.parse(await typed('rejection-reason', 'export', client.id))
    const file = join(folder, 'reasons.json')
    const mine = { code: 'mine', words: [{ language: 'en', text: 'Mine alone' }] }
    await writeFile(
      file,
      JSON.stringify({ reasons: [mine, { ...whole.reasons[0], isOff: true }, ...whole.reasons.slice(1)] }),
    )
    assert.equal(
      await typed('rejection-reason', 'import', client.id, file),
      `The client has ${whole.reasons.length + 1} reasons, of which ${whole.reasons.length} are offered.`,
    )
    assert.match(
      await typed('rejection-reason', 'list', client.id),
      /\nmine +yes +Mine alone +Mine alone *\ntooExpensive +no /,
    )
    await writeFile(file, JSON.stringify(whole))
    await assert.rejects(typed('rejection-reason', 'import', client.id, file), (error: Problem) =>
      /"mine" is missing/.test(error.errorInfo ?? ''),
    )
  })
})
