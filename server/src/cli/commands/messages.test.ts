// The message commands as typed: preview, send, list, show, and exporting and importing a client's own texts.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { makeClient, order, type TestClient, testApp } from '../../../test/support/api.ts'
import { surveyIdOf } from '../../../test/support/scenes.ts'
import { loadConfig } from '../../config/config.ts'
import { countSegments } from '../../features/messages/sms-length.ts'
import { Problem } from '../../problems.ts'
import { findCommand } from '../commands.ts'
import { toArgs } from '../options.ts'
import { parse } from '../program.ts'
import { cliActor, runCommand } from '../run-command.ts'
import { views } from '../views.ts'
import type { Command } from './define.ts'

describe('message commands', () => {
  let folder: string
  let client: TestClient
  let survey: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-messages-'))
    client = await makeClient()
    await client.put('/service-orders/1', order({ customer: { lastName: 'Test', email: 'a@example.org' } }))
    survey = surveyIdOf((await client.get('/service-orders/1')).json())
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function run(name: string, args: Record<string, unknown>) {
    const { database, media } = await testApp()
    const context = {
      database,
      config: loadConfig({ WALKAROUND_DATA: folder }),
      media: async () => media,
      now: new Date(),
      actor: cliActor('test'),
      progress: () => {},
    }
    const result = (await runCommand(context, name, { client: client.id, ...args })) as never
    const view = views[name]?.(result, { cells: 100, args } as never) ?? ''
    return { result: result as Record<string, unknown>, view }
  }

  test('are found by the command line, with their options', async () => {
    const typed = async (...words: string[]) => {
      const invocation = await parse(words, '1', 80)
      assert.ok(invocation)
      const args = await toArgs(
        (await findCommand(invocation.name)) as Command,
        invocation.words,
        invocation.options,
      )
      return run(invocation.name, args as Record<string, unknown>)
    }
    const preview = await typed(
      'message',
      'preview',
      client.id,
      survey,
      '--to',
      'customer',
      '--language',
      'ru',
    )
    assert.match(preview.view, /Здравствуйте/)
    const file = join(folder, 'words.json')
    await writeFile(file, JSON.stringify({ en: { vcApproval: { sms: { text: ['Look', '{link}'] } } } }))
    assert.match(
      (await typed('message-template', 'import', client.id, file)).view,
      /1 texts? (is|are) the client/,
    )
    assert.match((await typed('message-template', 'export', client.id, '--own')).view, /"Look"/)
    assert.match((await run('message-template import', { document: {} })).view, /delivered ones/)
  })

  test('show, send and list', async () => {
    const preview = await run('message preview', { survey, language: 'de', note: 'Bis bald' })
    assert.match(preview.view, /a@example\.org/)
    assert.match(preview.view, /Bis bald/)
    assert.match((await run('message list', { survey })).view, /There are no messages/)
    const sent = await run('message send', { survey, days: 3 })
    assert.equal(sent.result.state, 'waiting')
    assert.match((await run('message list', { survey })).view, /surveyResultsEmail/)
    const shown = await run('message show', { message: sent.result.id })
    assert.match(shown.view, /waiting, 0 attempts/)
    assert.doesNotMatch(shown.view, /\/o\/\w/, 'the link belongs to its recipient')
    await assert.rejects(run('message send', { survey, to: 'driver' }), Problem)
  })

  test('the words of all messages can be seen before they count, and nothing is kept of it', async () => {
    const all = await run('message-template preview', {})
    const shown = all.result as unknown as { message: string; channel: string; text: string; html?: string }[]
    assert.equal(new Set(shown.map(({ message }) => message)).size, 13)
    for (const { message, channel, text, html } of shown) {
      assert.doesNotMatch(text, /\{\w+\}/, `${message} ${channel}`)
      const isOfStaff = channel === 'email' && /Notification/.test(message)
      const needed = message === 'decisionCode' ? /123456/ : isOfStaff ? /Ford Focus/ : /\/o\/x+\./
      assert.match(text, needed, message)
      assert.equal(html !== undefined, channel === 'email')
    }
    const words = { ru: { vcApproval: { sms: { text: ['{dealership}: видео', '{link}'] } } } }
    const one = await run('message-template preview', {
      words,
      language: 'ru',
      message: 'vcApproval',
      channel: 'sms',
    })
    assert.match(one.view, /the client's own[\s\S]*characters, 2 SMS[\s\S]*: видео\n/)
    assert.match((await run('message-template export', { own: true })).view, /^\{\}$/)
    const wrong = { en: { vcApproval: { sms: { text: ['no link'] } } } }
    await assert.rejects(run('message-template preview', { words: wrong }), /invalid/)
    const none = await run('message-template preview', { message: 'delayedEmail', channel: 'sms' })
    assert.match(none.view, /no such message/)
  })

  test('an SMS is counted as gateways do', () => {
    const counts = [
      'a'.repeat(160),
      'a'.repeat(161),
      'ä'.repeat(160),
      'ж'.repeat(70),
      'ж'.repeat(71),
      '€'.repeat(81),
    ]
    assert.deepEqual(counts.map(countSegments), [1, 2, 1, 1, 2, 2])
  })

  test("a client's own words there and back", async () => {
    const { result: all } = await run('message-template export', {})
    assert.deepEqual(Object.keys(all), [...languages])
    assert.deepEqual((await run('message-template import', { document: all })).result, { own: 0 })
    const own = {
      en: {
        surveyResultsEmail: {
          email: { subject: 'Hi {name}', text: ['Our words', '{link}', '{dealership}'] },
        },
      },
    }
    assert.deepEqual((await run('message-template import', { document: own })).result, { own: 1 })
    assert.deepEqual((await run('message-template export', { own: true })).result, own)
    const { result } = await run('message preview', { survey })
    assert.deepEqual([result.subject, (result.text as string).split('\n')[0]], ['Hi Test', 'Our words'])
    for (const document of [
      [],
      { it: {} },
      { en: { hello: {} } },
      { en: { vcApproval: { fax: { text: ['{link}'] } } } },
      { en: { vcApproval: { sms: { text: ['no link'] } } } },
      { en: { vcApproval: { sms: { text: ['{secret}', '{link}'] } } } },
      { en: { vcApproval: { email: { subject: 'a\nb', text: ['{link}'] } } } },
      { en: { vcApproval: { sms: 7 } } },
    ]) {
      await assert.rejects(run('message-template import', { document }), Problem, JSON.stringify(document))
    }
    assert.deepEqual((await run('message-template export', { own: true })).result, own, 'all or nothing')
  })
})
