// Real processes: backups that are encrypted, or made without the installation's key, and restoring each.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { cliResult, runCli } from '../../test/support/cli.ts'
import { onlyEmbedded, type Server, startServer } from '../../test/support/process.ts'

const PASSPHRASE = 'copper otter violin harvest'

describe('a backup on the embedded database', { skip: onlyEmbedded }, () => {
  let folder: string
  let env: Record<string, string>
  let server: Server
  let key: string
  let folders = 0
  const at = (name: string) => join(folder, name)
  /** A refused command creates nothing, so one folder is enough for all. */
  const refused = () => ({ WALKAROUND_DATA: at('refused') })
  const elsewhere = () => ({ WALKAROUND_DATA: at(`elsewhere-${++folders}`) })
  const callbacksOf = async (settings: Record<string, string>) => {
    const { stdout } = await runCli(['doctor', '--json'], settings)
    return JSON.parse(stdout).checks.filter(({ name }: { name: string }) => name === 'callbacks')
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-backups-'))
    env = { WALKAROUND_DATA: at('data'), WALKAROUND_DEMO: '0' }
    server = await startServer(env)
    await cliResult(['client', 'add', 'acme'], env)
    await writeFile(at('receiver.key'), 'the-key-of-the-receiver')
    await writeFile(at('passphrase'), `${PASSPHRASE}\n`)
    await cliResult(
      ['callback', 'set', 'acme', '--url', 'https://dms.example.com/in', '--key-file', at('receiver.key')],
      env,
    )
    key = await readFile(join(at('data'), 'secret.key'), 'utf8')
  })
  after(async () => {
    server?.kill('SIGKILL')
    await server?.ended
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  test('that is not encrypted says plainly what somebody who finds it can do', async () => {
    const { code, stdout, stderr } = await runCli(['backup', at('plain.gz')], env)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /holds \d+ rows of schema \d+, the certificates, the installation's key: /)
    assert.match(
      stderr,
      /warning: It is not encrypted, and it holds the installation's key\. Anybody who gets this file/,
    )
    assert.match(stderr, /--encrypt, or WALKAROUND_BACKUP_PASSPHRASE_FILE.*--without-key/)
    const text = gunzipSync(await readFile(at('plain.gz'))).toString()
    assert.ok(text.includes(Buffer.from(key).toString('base64')))
  })

  test('is encrypted by a setting, and opens by its passphrase alone', async () => {
    const file = at('setting.backup')
    const made = await runCli(['backup', file], {
      ...env,
      WALKAROUND_BACKUP_PASSPHRASE_FILE: at('passphrase'),
    })
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, /encrypted\.\n$/)
    assert.match(made.stderr, /Nobody can open it without its passphrase, not even you/)
    assert.doesNotMatch(made.stderr, /warning/)
    assert.equal((await stat(file)).mode & 0o077, process.platform === 'win32' ? 0o066 : 0)
    const bytes = await readFile(file)
    assert.match(bytes.toString('latin1').split('\n')[0] ?? '', /^{"format":"walkaround-encrypted-backup"/)
    assert.ok(!bytes.includes(key.trim()))

    const asked = await runCli(['restore', file], refused())
    assert.equal(asked.code, 1)
    assert.match(asked.stderr, /is encrypted with a passphrase: give it with --passphrase-file/)
    await writeFile(at('wrong'), 'copper otter violin harvests')
    const wrong = await runCli(['restore', file, '--passphrase-file', at('wrong')], refused())
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /was encrypted with another passphrase\. Nothing was changed/)
    const target = elsewhere()
    const { certificates, isKeyMissing } = await cliResult(
      ['restore', file, '--passphrase-file', '-'],
      target,
      PASSPHRASE,
    )
    assert.deepEqual({ certificates, isKeyMissing }, { certificates: 'restored', isKeyMissing: false })
    assert.equal(await readFile(join(target.WALKAROUND_DATA, 'secret.key'), 'utf8'), key)
    assert.equal((await callbacksOf(target))[0].state, 'ok')
  })

  test('that was changed or cut on its way is refused, and nothing is touched', async () => {
    const file = at('changed.backup')
    await cliResult(['backup', file, '--passphrase-file', at('passphrase')], env)
    await copyFile(file, at('cut.backup'))
    const changed = await open(file, 'r+')
    await changed.write('x', Math.floor((await changed.stat()).size / 2))
    await changed.close()
    const cut = await open(at('cut.backup'), 'r+')
    await cut.truncate((await cut.stat()).size - 100)
    await cut.close()
    const settings = { ...refused(), WALKAROUND_BACKUP_PASSPHRASE: PASSPHRASE }
    for (const [name, why] of [
      [file, /is damaged: (a part of it was changed|it is cut off, or changed at its end)/],
      [at('cut.backup'), /is damaged: it is cut off/],
    ] as const) {
      const { code, stderr } = await runCli(['restore', name], settings)
      assert.equal(code, 1)
      assert.match(stderr, why)
      assert.doesNotMatch(stderr, /at .*\.ts:/, 'no stack')
    }
    const clients = await cliResult(['client', 'list'], settings).catch(() => [])
    assert.ok(!clients.some(({ clientId }: { clientId: string }) => clientId === 'acme'))
  })

  test('is encrypted by a key in a file, and asks for that', async () => {
    const file = at('by-key.backup')
    await writeFile(at('backup.key'), `${randomBytes(32).toString('base64')}\n`)
    await cliResult(['backup', file, '--key-file', at('backup.key')], env)
    const asked = await runCli(['restore', file, '--passphrase-file', at('passphrase')], refused())
    assert.match(asked.stderr, /is encrypted with a key: give its file with --key-file/)
    await cliResult(['restore', file], { ...elsewhere(), WALKAROUND_BACKUP_KEY_FILE: at('backup.key') })
  })

  test('with a poor passphrase, two wishes at once, or nobody to type is misuse', async () => {
    await writeFile(at('poor'), 'short')
    for (const [words, why] of [
      [['--passphrase-file', at('poor')], /the passphrase is too short: it must have at least 12 characters/],
      [['--encrypt', '--unencrypted'], /choose one of them/],
      [['--encrypt'], /there is no terminal to type it at/],
      [['--key-file', at('poor')], /holds no key/],
    ] as const) {
      const { code, stderr } = await runCli(['backup', at('never.gz'), ...words], env)
      assert.equal(code, 2, stderr)
      assert.match(stderr, why)
    }
    await assert.rejects(stat(at('never.gz')))
  })

  test('without the key asks for it at a restore, and says what is lost without', async () => {
    const file = at('without-key.gz')
    const made = await runCli(['backup', file, '--without-key'], env)
    assert.match(made.stderr, /does not hold the installation's key: keep a copy of .*secret\.key elsewhere/)
    assert.doesNotMatch(made.stderr, /warning/)
    const text = gunzipSync(await readFile(file)).toString()
    assert.ok(!text.includes('secret.key') && !text.includes(Buffer.from(key).toString('base64')))
    assert.ok(!text.includes('media-links'), 'what signs links to photos is not in it either')

    const asked = await runCli(['restore', file], refused())
    assert.equal(asked.code, 1)
    assert.match(asked.stderr, /was made without the installation's key.*--installation-key-file/s)
    assert.match(asked.stderr, /Lost without it: the API keys and secrets of callbacks/)

    await writeFile(at('another.key'), randomBytes(32).toString('base64'))
    const wrong = await runCli(['restore', file, '--installation-key-file', at('another.key')], refused())
    assert.equal(wrong.code, 1)
    assert.match(
      wrong.stderr,
      /is not the key of the installation that made this backup\. Nothing was changed/,
    )

    await writeFile(at('kept.key'), key)
    const whole = elsewhere()
    await cliResult(['restore', file, '--installation-key-file', at('kept.key')], whole)
    assert.equal((await callbacksOf(whole))[0].state, 'ok')

    const poorer = elsewhere()
    const gone = await runCli(['restore', file, '--without-key'], poorer)
    assert.equal(gone.code, 0, gone.stderr)
    assert.match(gone.stderr, /warning: The installation's key is missing\. Lost without it/)
    const [callbacks] = await callbacksOf(poorer)
    assert.equal(callbacks.state, 'fail')
    assert.match(callbacks.text, /the key of the receiver of acme cannot be opened/)
  })
})
