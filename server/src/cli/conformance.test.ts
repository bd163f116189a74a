// walkaround conformance on a real port with real TLS: what it takes, what it writes, and its exit codes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeClient, type TestClient } from '../../test/support/api.ts'
import { type OnWire, openOnWire } from '../../test/support/on-wire.ts'
import { conformanceCommand, conformanceReceiverCommand } from './conformance.ts'
import { exitCodes, Misuse, Unreachable } from './failures.ts'
import { parse } from './program.ts'
import type { Terminal } from './terminal.ts'

describe('walkaround conformance', () => {
  let wire: OnWire
  let client: TestClient
  let folder: string
  let url: string
  before(async () => {
    wire = await openOnWire({})
    client = await makeClient()
    folder = await mkdtemp(join(tmpdir(), 'walkaround-conformance-'))
    await writeFile(join(folder, 'ca.crt'), wire.ca)
    await writeFile(join(folder, 'key.txt'), `${client.key}\nanything else\n`)
    url = `https://localhost:${(wire.app.server.address() as AddressInfo).port}/v1`
  })
  after(async () => {
    await wire.close()
    await rm(folder, { recursive: true })
  })

  const file = (name: string) => join(folder, name)
  const good = () => ({
    url,
    keyFile: file('key.txt'),
    client: client.id,
    ca: file('ca.crt'),
    dealerCode: 'B1',
    yes: true,
    only: 'B1.1,b7.5',
  })

  /** As typed, with what the terminal shows. */
  async function run(options: Record<string, unknown>, command = conformanceCommand) {
    const shown: { value?: unknown; text?: string } = {}
    const terminal: Terminal = {
      cells: 100,
      json: false,
      result: (value, text) => Object.assign(shown, { value, text }),
      note: () => {},
      progress: () => {},
      done: () => {},
      fail: () => {},
    }
    const code = await command.run({ terminal, words: [], options, signal: new AbortController().signal })
    return { code, ...shown }
  }

  test('prints the sheet and writes it as JUnit; all is well', async () => {
    const { code, text = '' } = await run({ ...good(), junit: file('sheet.xml') })
    assert.equal(code, exitCodes.ok, text)
    assert.match(text, /✔ B1\.1 .*\n[\s\S]*1 clauses: 1 passed, 0 failed, 0 skipped\./)
    assert.match(await readFile(file('sheet.xml'), 'utf8'), /tests="1" failures="0"/)
  })

  test('a clause that is not met is exit code 1', async () => {
    // H1 wants https, and this door to the same service has none.
    const plain = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { host: _, connection: __, ...headers } = request.headers
      const reply = await wire.app.inject({
        method: request.method as 'GET',
        url: request.url as string,
        headers,
        payload: Buffer.concat(chunks),
      })
      response.writeHead(reply.statusCode, reply.headers as Record<string, string>).end(reply.rawPayload)
    }).listen(0, '127.0.0.1')
    await once(plain, 'listening')
    try {
      const port = (plain.address() as AddressInfo).port
      const { code, value } = await run({ ...good(), url: `http://127.0.0.1:${port}/v1`, only: 'H1' })
      assert.equal(code, exitCodes.refused)
      assert.deepEqual((value as { clauses: unknown }).clauses, { passed: 0, failed: 1, skipped: 0 })
    } finally {
      plain.closeAllConnections()
      plain.close()
    }
  })

  const misuses: [what: string, options: () => Record<string, unknown>, message: RegExp][] = [
    ['no address', () => ({ ...good(), url: undefined }), /^--url is missing$/],
    ['no key', () => ({ ...good(), keyFile: undefined }), /^--key is missing$/],
    ['two keys', () => ({ ...good(), key: 'x' }), /--key or --key-file, not both/],
    ['no client', () => ({ ...good(), client: undefined }), /^--client is missing$/],
    ['no such clause', () => ({ ...good(), only: 'A1,Z9' }), /there is no clause "Z9"/],
    ['an address that is none', () => ({ ...good(), url: 'localhost' }), /"localhost" is not an address/],
    ['a file that is none', () => ({ ...good(), ca: file('none') }), /none cannot be read: ENOENT/],
    [
      'a live client',
      () => ({ ...good(), client: 'acme', yes: undefined }),
      /"acme" may be a client that people/,
    ],
    ['a wrong key', () => ({ ...good(), keyFile: undefined, key: 'wrong' }), /does not know the key/],
    ['another client', () => ({ ...good(), client: 'nobody' }), /the key does not reach "nobody"/],
    ['a wrong path', () => ({ ...good(), url: url.replace('v1', 'v9') }), /there is no interface at \/v9/],
    [
      'no dealer code',
      () => ({ ...good(), dealerCode: 'x'.repeat(200) }),
      /--dealer-code: the server refuses it/,
    ],
  ]
  for (const [what, options, message] of misuses) {
    test(`${what} is wrong usage, and says so`, () =>
      assert.rejects(run(options()), (error) => error instanceof Misuse && message.test(error.message)))
  }

  test('an authority that is not trusted, and nobody there, are unreachable', async () => {
    const { ca: _, ...strange } = good()
    const isTrust = (error: Error) => error instanceof Unreachable && /--ca can name it/.test(error.message)
    await assert.rejects(run(strange), isTrust)
    const gone = { ...good(), url: 'https://127.0.0.1:1/v1' }
    await assert.rejects(
      run(gone),
      (error: Error) => error instanceof Unreachable && /refused/.test(error.message),
    )
  })

  test('a receiver is named by port or by address, and its secret has a form', async () => {
    const asReceiver = (options: Record<string, unknown>) => run(options, conformanceReceiverCommand)
    await assert.rejects(asReceiver({}), /give --port or --url/)
    await assert.rejects(asReceiver({ port: '9000', url: 'http://127.0.0.1' }), /give --port or --url/)
    await assert.rejects(asReceiver({ port: '99999' }), /"99999" is not a port/)
    await assert.rejects(asReceiver({ port: '9000', secret: 'short' }), /must be whsec_/)
    await assert.rejects(asReceiver({ port: '9000', only: 'R99' }), /there is no clause "R99"/)
  })

  test('the words: --json takes a file or none, and options of the receiver are its own', async () => {
    const read = async (line: string) => (await parse(line.split(' '), '1', 80))?.options
    assert.deepEqual(await read('conformance --json'), {})
    assert.deepEqual(await read('conformance --json sheet.json --yes'), { json: 'sheet.json', yes: true })
    const receiver = await parse('conformance receiver --url http://dms/in --json a.json'.split(' '), '1', 80)
    assert.equal(receiver?.name, 'conformance receiver')
    assert.deepEqual(receiver?.options, { url: 'http://dms/in', json: 'a.json', client: 'test' })
  })
})
