// walkaround dms on a real port with real TLS: what it plays, what it writes, what it refuses, and its exit codes.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeClient, type TestClient } from '../../test/support/api.ts'
import { numberAll } from '../../test/support/numbered.ts'
import { type OnWire, openOnWire } from '../../test/support/on-wire.ts'
import type { Played, Told } from '../simulator/play.ts'
import { listScenariosCommand, playScenarioCommand } from './dms.ts'
import { exitCodes, Misuse, Unreachable } from './failures.ts'
import type { Terminal } from './terminal.ts'

const own = {
  id: 'mine',
  title: 'Mine',
  about: 'Two steps.',
  chapters: [
    {
      title: 'All of it',
      steps: [
        {
          say: 'An order comes.',
          call: 'putServiceOrder',
          params: { id: 'SIM-{run}' },
          body: { externalBranchId: '{dealerCode}' },
          expect: { status: 201 },
        },
        { say: 'It is read.', call: 'getServiceOrder', params: { id: 'SIM-{run}' } },
      ],
    },
  ],
}

describe('walkaround dms', () => {
  let wire: OnWire
  let sandbox: TestClient
  let live: TestClient
  let folder: string
  let url: string
  before(async () => {
    wire = await openOnWire({})
    sandbox = await makeClient({ isSandbox: true })
    live = await makeClient()
    // A play begins at the end of the log: what made them is in it.
    await numberAll()
    folder = await mkdtemp(join(tmpdir(), 'walkaround-dms-'))
    await writeFile(join(folder, 'ca.crt'), wire.ca)
    await writeFile(join(folder, 'mine.json'), JSON.stringify(own))
    await writeFile(join(folder, 'broken.json'), '{')
    await writeFile(join(folder, 'wrong.json'), JSON.stringify({ ...own, chapters: [] }))
    url = `https://localhost:${(wire.app.server.address() as AddressInfo).port}/v1`
  })
  after(async () => {
    await wire.close()
    await rm(folder, { recursive: true })
  })

  const file = (name: string) => join(folder, name)
  const good = () => ({
    url,
    key: sandbox.key,
    ca: file('ca.crt'),
    dealerCode: 'B1',
    file: file('mine.json'),
  })

  async function run(options: Record<string, unknown>, words: string[] = [], command = playScenarioCommand) {
    const told: unknown[] = []
    const texts: string[] = []
    const terminal: Terminal = {
      cells: 80,
      json: false,
      result: (value, text) => {
        told.push(value)
        texts.push(text)
      },
      note: () => {},
      progress: () => {},
      done: () => {},
      fail: () => {},
    }
    const code = await command.run({ terminal, words, options, signal: new AbortController().signal })
    return { code, told: told as Told[], text: texts.join('\n') }
  }

  test('plays a file, with the only sandbox of the key, and tells each step as it is taken', async () => {
    const { code, told, text } = await run(good())
    assert.equal(code, exitCodes.ok, text)
    assert.deepEqual(
      told.map(({ kind }) => kind),
      ['begun', 'chapter', 'step', 'step', 'ended'],
    )
    const [first] = told.filter((one): one is Played => one.kind === 'step')
    assert.deepEqual(
      first?.changes.map(({ kind }) => kind).filter((kind) => /^(order|survey)\./.test(kind)),
      ['order.created', 'survey.created'],
    )
    assert.match(
      text,
      /1 .*✓.* DMS +An order comes\.\n.*PUT \/v1\/system-clients\/t-.*\/service-orders\/SIM-\w{4} · 201/,
    )
    assert.match(text, /→ order\.created/)
    assert.match(text, /All 2 steps came out as expected/)
    assert.doesNotMatch(text, /externalBranchId/)
    assert.match((await run({ ...good(), bodies: true })).text, /"externalBranchId": "B1"/)
  })

  test('a step that is not as expected is exit code 1, and the play goes on', async () => {
    const [chapter] = own.chapters
    const [first, second] = chapter?.steps ?? []
    const steps = [
      { ...first, body: {}, keep: { survey: ['surveys', 0, 'id'] } },
      { ...second, params: { id: '{survey}' } },
      { say: 'Who am I?', call: 'getSelf' },
    ]
    await writeFile(file('faulty.json'), JSON.stringify({ ...own, chapters: [{ title: 'x', steps }] }))
    const { code, told, text } = await run({ ...good(), file: file('faulty.json') })
    assert.equal(code, exitCodes.refused)
    const faults = told
      .map((one) => (one.kind === 'step' ? one.faults : []))
      .filter(({ length }) => length > 0)
    assert.deepEqual(faults, [
      ['400 came, and 201 was expected', 'the reply has no value for {survey}'],
      ['it was not sent: {survey} has no value'],
    ])
    assert.match(text, /2 of 3 steps did not come out as expected/)
  })

  test('lists what it can play', async () => {
    const { code, told, text } = await run({}, [], listScenariosCommand)
    assert.equal(code, exitCodes.ok)
    assert.equal((told[0] as unknown as { id: string }[]).length, 7)
    assert.match(text, /normal-day.* {2}A normal day, \d+ steps\n {2}Forty orders/)
  })

  const misuses: [what: string, options: () => Record<string, unknown>, message: RegExp, words?: string[]][] =
    [
      ['no scenario', () => ({ ...good(), file: undefined }), /give the id of a scenario, or --file/],
      ['two scenarios', good, /give the id of a scenario, or --file/, ['normal-day']],
      ['an unknown one', () => ({ ...good(), file: undefined }), /there is no scenario "lunch"/, ['lunch']],
      [
        'a file that is not JSON',
        () => ({ ...good(), file: file('broken.json') }),
        /broken\.json is not JSON/,
      ],
      [
        'a file that is no scenario',
        () => ({ ...good(), file: file('wrong.json') }),
        /wrong\.json is not a scenario:\n\/chapters: /,
      ],
      ['no key', () => ({ ...good(), key: undefined }), /^--key is missing$/],
      ['no address', () => ({ ...good(), url: undefined }), /^--url is missing$/],
      ['a wrong key', () => ({ ...good(), key: 'wrong' }), /the service does not know this key/],
      ['a key of real data', () => ({ ...good(), key: live.key }), /the key reaches no sandbox/],
      ['another client', () => ({ ...good(), client: 'nobody' }), /the key does not reach "nobody"/],
      [
        'a client that is no sandbox',
        () => ({ ...good(), key: live.key, client: live.id }),
        /is not a sandbox: its data is real/,
      ],
      [
        'a pause that is none',
        () => ({ ...good(), pause: 'long' }),
        /--pause: "long" must be 0 to 60 seconds/,
      ],
    ]
  for (const [what, options, message, words] of misuses) {
    test(`${what} is wrong usage, and says so before anything is sent`, () =>
      assert.rejects(
        run(options(), words),
        (error) => error instanceof Misuse && message.test(error.message),
      ))
  }

  test('an authority that is not trusted, and nobody there, are unreachable', async () => {
    const { ca: _, ...strange } = good()
    await assert.rejects(
      run(strange),
      (error) => error instanceof Unreachable && /--ca can name it/.test(error.message),
    )
    await assert.rejects(
      run({ ...good(), url: 'https://127.0.0.1:1/v1' }),
      (error) => error instanceof Unreachable && /refused/.test(error.message),
    )
  })
})
