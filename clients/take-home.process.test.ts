// What integrators take home, used as they use it: the package is packed, installed in an empty folder without a network, and the
// programs of its README are compiled and run; so are the samples in Python. All of them call a real service.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { headersOf } from '../server/src/features/callbacks/rules.ts'
import { findTool } from '../server/test/docs/find-tool.ts'
import {
  makeData,
  makeFolder,
  onlyEmbedded,
  type Server,
  startServer,
} from '../server/test/support/process.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const source = join(root, 'clients/typescript')
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const python = findTool('python3')

const blocksOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code as string)

describe('what integrators take home', { skip: onlyEmbedded }, () => {
  let service: Server
  let env: Record<string, string>
  let address: string
  before(async () => {
    const { env: settings, access } = await makeData()
    service = await startServer(settings)
    address = `https://localhost:${service.port}`
    const authority = join(settings.WALKAROUND_DATA ?? '', 'tls/walkaround-ca.crt')
    env = {
      PATH: process.env.PATH ?? '',
      KEY: access.key,
      SYSTEM_CLIENT_ID: access.clientId,
      BASE_URL: address,
      CA_FILE: authority,
      NODE_EXTRA_CA_CERTS: authority,
      SECRET: secret,
    }
  })

  /** Starts a receiver, which tells its port in the first line, and sends it what the service would send. */
  async function tryReceiver(command: string, args: string[], cwd: string): Promise<string[]> {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    try {
      while (!/\d+\n/.test(output)) await once(child.stdout, 'data')
      const port = /(\d+)\n/.exec(output)?.[1]
      const body = JSON.stringify({ id: 'm-1', outputType: 'vcApproval', customer: { firstName: 'Zoë' } })
      const signed = (by: string[], at = new Date()) =>
        headersOf({ id: 'm-1', url: 'http://a.example', body, key: 'k', secrets: by }, at, '1')
      const put = async (headers: Record<string, string>, content = body) =>
        (await fetch(`http://127.0.0.1:${port}/in/m-1`, { method: 'PUT', headers, body: content })).status
      const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
      assert.equal(await put(signed([other, secret])), 204)
      assert.equal(await put(signed([secret])), 204, 'a repeat')
      assert.equal(await put(signed([other])), 401)
      assert.equal(await put(signed([])), 401)
      assert.equal(await put(signed([secret]), body.replace('Zoë', 'Zoe')), 401)
      assert.equal(await put(signed([secret], new Date(Date.now() - 400_000))), 401)
      assert.equal(await put({ ...signed([secret]), 'webhook-timestamp': 'soon' }), 401)
    } finally {
      child.kill()
      await once(child, 'close')
    }
    return output.trim().split('\n').slice(1)
  }

  test('the package installs without a network, and the programs of its README compile and run', async () => {
    const folder = await makeFolder()
    const npm = (args: string[], cwd: string) =>
      run('npm', [...args, '--cache', join(folder, 'cache')], {
        cwd,
        env: { PATH: env.PATH, HOME: folder },
      })
    await npm(['pack', '--pack-destination', folder], source)
    const { name, version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
    assert.equal(version, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
    assert.equal(readFileSync(join(source, 'LICENSE'), 'utf8'), readFileSync(join(root, 'LICENSE'), 'utf8'))

    const app = join(folder, 'app')
    await mkdir(app)
    await writeFile(join(app, 'package.json'), '{ "private": true, "type": "module" }')
    await npm(
      ['install', '--offline', '--no-audit', '--no-fund', join(folder, `walkaround-client-${version}.tgz`)],
      app,
    )
    const installed = join(app, 'node_modules', name)
    assert.deepEqual((await readdir(installed)).sort(), ['LICENSE', 'README.md', 'dist', 'package.json'])
    assert.deepEqual(
      (await readdir(join(app, 'node_modules'))).filter((one) => !one.startsWith('.')),
      ['@walkaround'],
    )
    const built = await readdir(join(installed, 'dist'))
    assert.ok(built.includes('client.d.ts') && built.every((file) => !file.includes('test')), built.join())

    const [call = '', tags = '', receive = '', ...more] = blocksOf(join(source, 'README.md'))
    assert.equal(more.length, 0)
    const here = (code: string) => {
      const changed = code
        .replace("'https://localhost:8443'", 'process.env.BASE_URL ?? ""')
        .replace("'demo'", 'process.env.SYSTEM_CLIENT_ID')
      assert.notEqual(changed, code)
      return changed
    }
    const LISTEN = ".listen(9000, '127.0.0.1')"
    assert.ok(receive.includes(LISTEN))
    const anyPort = ".listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))"
    await writeFile(join(app, 'call.ts'), here(call))
    await writeFile(join(app, 'tags.ts'), here(tags))
    await writeFile(
      join(app, 'receive.ts'),
      receive.replace(
        `createServer(receiver.node)${LISTEN}`,
        `const server = createServer(receiver.node)\nserver${anyPort}`,
      ),
    )
    // What must not compile: a field that does not exist, a reply that may be 304, a method without its body.
    await writeFile(
      join(app, 'wrong.ts'),
      [
        "import { createClient } from '@walkaround/client'",
        "const api = createClient({ baseUrl: '', key: '' })",
        '// @ts-expect-error',
        "await api.putServiceOrder({ id: '1' }, { body: { externalBranchId: 1 } })",
        '// @ts-expect-error',
        "await api.putServiceOrder({ id: '1' })",
        '// @ts-expect-error',
        "console.log((await api.getServiceOrder({ id: '1' }, { ifNoneMatch: '' })).data.id)",
        '// @ts-expect-error',
        'console.log((await api.getServiceOrder({})).data.id)',
      ].join('\n'),
    )
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    }
    await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
      cwd: app,
    }).catch((error: { stdout: string }) => assert.fail(error.stdout))
    assert.equal(compiled.stdout, '')

    const called = await run(process.execPath, ['call.js'], { cwd: app, env })
    assert.match(called.stdout, /^health \S+\n404 .*nobody.* \S+\n$/)
    const tagged = await run(process.execPath, ['tags.js'], { cwd: app, env })
    assert.equal(tagged.stdout, 'Brakes true\n')
    assert.deepEqual(await tryReceiver(process.execPath, ['receive.js'], app), ['m-1 vcApproval'])

    const { NODE_EXTRA_CA_CERTS: _, ...untrusting } = env
    await assert.rejects(
      run(process.execPath, ['call.js'], { cwd: app, env: untrusting }),
      /NODE_EXTRA_CA_CERTS=/,
    )
  })

  describe('in Python', { skip: python === undefined && 'needs python3 on this machine' }, () => {
    const folder = join(root, 'clients/python')
    const quiet = ['-B', '-W', 'error']

    test('the first call is answered, and a stale write refused', async () => {
      const { stdout } = await run(python ?? '', [...quiet, 'first_call.py'], { cwd: folder, env })
      assert.equal(stdout, 'order python-1 at DE1001\nsurvey health\nrefused 412 41200\n')
    })

    test('the receiver takes what is signed, once', async () => {
      assert.deepEqual(await tryReceiver(python ?? '', [...quiet, 'receiver.py'], folder), [
        'messageSent m-1 vcApproval',
      ])
    })
  })
})
