// The adapter with a real HTTPS server.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Certificate, ensureCertificate } from './certificates.ts'
import { createVinProvider, type VinProviderOptions } from './vin-provider.ts'

const VIN = '1HGCM82633A004352'

describe('a provider of vehicle data', () => {
  let folder: string
  let certificate: Certificate
  let server: Server
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let seen: IncomingMessage[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-vin-'))
    certificate = await ensureCertificate({ dir: folder, names: ['localhost'] })
    server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
      seen.push(request)
      answer(request, response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const failures: string[] = []
  const ask = (more: Partial<VinProviderOptions> = {}) => {
    seen = []
    failures.length = 0
    const { port } = server.address() as AddressInfo
    return createVinProvider({
      url: `https://localhost:${port}/v/{vin}?full=1`,
      ca: certificate.caCertPem,
      onFailure: (reason) => failures.push(reason),
      ...more,
    })(VIN)
  }
  const json = (value: unknown) => (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
  }

  test('is asked once, with the key as a header, and its JSON is handed on', async () => {
    answer = json({ vin: VIN, make: 'Honda' })
    assert.deepEqual(await ask({ key: 'k-1' }), { vin: VIN, make: 'Honda' })
    assert.equal(seen.length, 1)
    assert.equal(seen[0]?.url, `/v/${VIN}?full=1`)
    assert.equal(seen[0]?.method, 'GET')
    assert.equal(seen[0]?.headers['x-api-key'], 'k-1')
    assert.deepEqual(failures, [])
    await ask()
    assert.equal(seen[0]?.headers['x-api-key'], undefined)
  })

  test('that does not know the vehicle says so without a failure', async () => {
    answer = (_, response) => response.writeHead(404).end('{"error":"unknown"}')
    assert.equal(await ask(), undefined)
    assert.deepEqual(failures, [])
  })

  test('that fails, redirects or answers nonsense knows nothing, and the log gets a reason without the VIN', async () => {
    const cases: [typeof answer, RegExp][] = [
      [(_, response) => response.writeHead(500).end(), /^status 500$/],
      [
        (_, response) => response.writeHead(302, { location: 'https://localhost/elsewhere' }).end(),
        /^status 302$/,
      ],
      [(_, response) => response.end('<html>'), /^the answer is not JSON$/],
      [(_, response) => response.end(JSON.stringify('x'.repeat(20_000))), /^more than 20000 bytes$/],
      [(request) => request.socket.destroy(), /^ECONNRESET$/],
      [
        (request, response) => {
          response.write('{"make":')
          response.once('close', () => {})
          request.socket.end()
        },
        /^ECONNRESET$/,
      ],
    ]
    for (const [behave, reason] of cases) {
      answer = behave
      assert.equal(await ask({ key: 'k-1' }), undefined)
      assert.equal(failures.length, 1, String(reason))
      assert.match(failures[0] ?? '', reason)
      assert.equal(seen.length, 1)
    }
  })

  test('that is too slow, or drips, is left', async () => {
    answer = () => {}
    assert.equal(await ask({ timeoutMs: 100 }), undefined)
    assert.deepEqual(failures, ['no answer in time'])
    answer = (_, response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(drip))
    }
    assert.equal(await ask({ timeoutMs: 100 }), undefined)
    assert.deepEqual(failures, ['no answer in time'])
  })

  test('whose certificate nobody vouches for gets neither VIN nor key', async () => {
    answer = json({})
    assert.equal(await ask({ ca: undefined, key: 'k-1' }), undefined)
    assert.equal(seen.length, 0)
    assert.match(failures[0] ?? '', /CERT|SELF_SIGNED|ISSUER/)
  })
})
