// The service's own TLS with outdated and slow callers: versions, suites, time limits.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { wire } from '../hostile/wire.ts'

async function shake(options: ConnectionOptions): Promise<{ protocol: string; cipher: string } | 'refused'> {
  const { port, ca } = await wire()
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca, ...options })
    socket.once('secureConnect', () => {
      resolve({ protocol: socket.getProtocol() ?? '', cipher: socket.getCipher().standardName })
      socket.destroy()
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (/^ERR_SSL|^EPROTO|^ECONNRESET/.test(error.code ?? '')) resolve('refused')
      else reject(error)
    })
  })
}

describe('TLS', () => {
  test('is 1.3 where the caller knows it, and 1.2 at least', async () => {
    const usual = await shake({})
    assert.ok(usual !== 'refused')
    assert.equal(usual.protocol, 'TLSv1.3')
    const older = await shake({ maxVersion: 'TLSv1.2' })
    assert.ok(older !== 'refused')
    assert.equal(older.protocol, 'TLSv1.2')
    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      const ciphers = 'ALL:@SECLEVEL=0'
      assert.equal(await shake({ minVersion: version, maxVersion: version, ciphers }), 'refused', version)
    }
  })

  test('takes suites alone that encrypt and authenticate in one step, with keys that are forgotten', async () => {
    const older = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const
    for (const ciphers of ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305']) {
      assert.notEqual(await shake({ ...older, ciphers }), 'refused', ciphers)
    }
    for (const ciphers of [
      'ECDHE-ECDSA-AES256-SHA384',
      'ECDHE-ECDSA-AES128-SHA',
      'AES128-GCM-SHA256',
      'AES128-SHA',
      'ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0',
    ]) {
      assert.equal(await shake({ ...older, ciphers }), 'refused', ciphers)
    }
  })
})
