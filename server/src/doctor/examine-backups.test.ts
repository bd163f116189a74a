import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openSecretBox } from '../outside/secret-box.ts'
import { examineBackups } from './examine-backups.ts'

let dataDir: string
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'walkaround-doctor-'))
  await openSecretBox({ dataDir }).seal('x', 'p')
})
after(() => rm(dataDir, { recursive: true, force: true }))

test('backups that open themselves are warned of where others reach the service', async () => {
  const config = { dataDir, backup: {}, host: '0.0.0.0', proxy: undefined }
  const found = await examineBackups(config)
  assert.equal(found.state, 'warn')
  assert.match(found.text, /not encrypted unless the command asks for it, and they hold .*secret\.key/)
  assert.match(found.next ?? '', /WALKAROUND_BACKUP_PASSPHRASE_FILE.*--without-key/)
  assert.equal((await examineBackups({ ...config, host: '127.0.0.1', proxy: ['10.0.0.5'] })).state, 'warn')
  for (const better of [
    { ...config, host: '127.0.0.1' },
    { ...config, backup: { passphrase: 'copper otter violin' } },
    { ...config, backup: { key: Buffer.alloc(32).toString('base64') } },
    { ...config, secretKey: Buffer.alloc(32).toString('base64') },
    { ...config, dataDir: join(dataDir, 'new') },
  ])
    assert.equal((await examineBackups(better)).state, 'ok')
})
