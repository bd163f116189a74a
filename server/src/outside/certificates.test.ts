// The certificates before real servers and clients: trust, limits of the authority, renewal, damage, and given files.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect as connectHttp2, createSecureServer } from 'node:http2'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Server } from 'node:tls'
import {
  type Certificate,
  CertificateError,
  ensureCertificate,
  loadCertificate,
  reloadCertificate,
} from './certificates.ts'
import { issueServerCertificate } from './issue-certificate.ts'

const dayMs = 24 * 60 * 60 * 1000
const isPosix = process.platform !== 'win32'

let root: string
let count = 0
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'walkaround-certificates-'))
})
after(async () => {
  await rm(root, { recursive: true, force: true })
})

const freshDir = () => join(root, String(count++), 'tls')
const later = (days: number) => new Date(Date.now() + days * dayMs)

async function authorityOf(dir: string) {
  const text = await readFile(join(dir, 'authority.pem'), 'utf8')
  const at = text.indexOf('-----BEGIN CERTIFICATE')
  return { key: text.slice(0, at), cert: text.slice(at) }
}

async function serve<T>(
  pair: { key: string; cert: string },
  use: (port: number, server: Server) => Promise<T>,
) {
  const server = createSecureServer(
    { key: pair.key, cert: pair.cert, allowHTTP1: true },
    (request, response) => {
      response.end(`HTTP/${request.httpVersion}`)
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await use((server.address() as AddressInfo).port, server)
  } finally {
    server.close()
  }
}

/** The body, or code and message of the client's error. `name` is the host the client asks for. */
async function ask(port: number, name: string, ca: string): Promise<string> {
  return await new Promise((resolve) => {
    // An IP address is not a server name: the client then checks against the host.
    const target = /^[\d.]+$/.test(name) ? { host: name } : { host: '127.0.0.1', servername: name }
    const request = get({ ...target, port, ca, agent: false, headers: { host: name } }, (response) => {
      response.setEncoding('utf8').once('data', resolve)
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}: ${error.message}`))
  })
}

async function askHttp2(port: number, ca: string): Promise<string> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca })
  try {
    const stream = session.request({ ':path': '/' })
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  } finally {
    session.close()
  }
}

function serialOf(certificate: Certificate): string {
  return new X509Certificate(certificate.cert).serialNumber
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('the local authority', () => {
  it('is made once, with a certificate that a client trusts by the authority alone, on HTTP/1.1 and HTTP/2', async () => {
    const dir = freshDir()
    const made = await ensureCertificate({ dir, names: ['localhost', '192.168.7.7', 'workshop.local'] })
    assert.equal(made.created, 'authority')
    assert.deepEqual(made.warnings, [])
    for (const name of ['localhost', '127.0.0.1', '::1', '192.168.7.7', 'workshop.local']) {
      assert.ok(made.names.includes(name), `${name} in ${made.names}`)
    }
    assert.ok(made.names.includes(`${hostname().split('.')[0]}.local`.toLowerCase()))
    const ca = made.caCertPem as string
    assert.equal(await readFile(made.caFile as string, 'utf8'), ca)
    await serve(made, async (port) => {
      assert.equal(await ask(port, 'localhost', ca), 'HTTP/1.1')
      assert.equal(await ask(port, '127.0.0.1', ca), 'HTTP/1.1')
      assert.equal(await ask(port, 'workshop.local', ca), 'HTTP/1.1')
      assert.match(await ask(port, 'other.local', ca), /^ERR_TLS_CERT_ALTNAME_INVALID/)
      assert.equal(await askHttp2(port, ca), 'HTTP/2.0')
    })

    const again = await ensureCertificate({ dir, names: ['localhost', '192.168.7.7', 'workshop.local'] })
    assert.equal(again.created, false)
    assert.equal(serialOf(again), serialOf(made))
    assert.equal(again.caCertPem, ca)
    assert.deepEqual(again.names, made.names)
  })

  it('is not trusted by a client that knows another one', async () => {
    const one = await ensureCertificate({ dir: freshDir(), names: [] })
    const two = await ensureCertificate({ dir: freshDir(), names: [] })
    await serve(one, async (port) => {
      assert.match(await ask(port, 'localhost', two.caCertPem as string), /^(SELF_SIGNED_CERT|UNABLE_TO)/)
    })
  })

  it('cannot vouch for a public name or address, whoever holds its key', async () => {
    const dir = freshDir()
    const { caCertPem } = await ensureCertificate({ dir, names: [] })
    const authority = await authorityOf(dir)
    for (const name of ['example.com', 'localhost.example.com', '203.0.113.9']) {
      const forged = await issueServerCertificate(authority, [name, 'localhost'], new Date())
      await serve(forged, async (port) => {
        // Asked for by its permitted name: the certificate is still invalid as a whole.
        const answer = await ask(port, 'localhost', caCertPem as string)
        assert.match(answer, /permitted subtree violation/, name)
      })
    }
    const honest = await issueServerCertificate(authority, ['fine.internal', 'localhost'], new Date())
    await serve(honest, async (port) => {
      assert.equal(await ask(port, 'fine.internal', caCertPem as string), 'HTTP/1.1')
    })
  })

  it('passes the strict checks of OpenSSL, and its forgeries do not', async (t) => {
    try {
      execFileSync('openssl', ['version'])
    } catch {
      t.skip('openssl is not on this machine')
      return
    }
    const dir = freshDir()
    const made = await ensureCertificate({ dir, names: ['10.1.1.1'] })
    const forged = await issueServerCertificate(await authorityOf(dir), ['example.com'], new Date())
    await writeFile(join(dir, 'made.pem'), made.cert)
    await writeFile(join(dir, 'forged.pem'), forged.cert)
    const verify = (file: string) =>
      execFileSync(
        'openssl',
        [
          'verify',
          '-x509_strict',
          '-purpose',
          'sslserver',
          '-CAfile',
          made.caFile as string,
          join(dir, file),
        ],
        { encoding: 'utf8', stdio: 'pipe' },
      )
    assert.match(verify('made.pem'), /OK/)
    assert.throws(() => verify('forged.pem'), /permitted subtree violation/)
    const text = execFileSync('openssl', ['x509', '-noout', '-text', '-in', made.caFile as string], {
      encoding: 'utf8',
    })
    assert.match(text, /Basic Constraints: critical\s+CA:TRUE, pathlen:0/)
    assert.match(text, /Key Usage: critical\s+Certificate Sign, CRL Sign/)
    assert.match(text, /Name Constraints: critical\s+Permitted:\s+DNS:localhost/)
    assert.match(text, /IP:FC00:0:0:0:0:0:0:0\/FE00:/)
    assert.match(text, /NIST CURVE: P-256/)
  })

  it('lives ten years, its certificates less than 398 days', async () => {
    const dir = freshDir()
    const made = await ensureCertificate({ dir, names: [] })
    const days = (pem: string) => {
      const { validFrom, validTo } = new X509Certificate(pem)
      return (Date.parse(validTo) - Date.parse(validFrom)) / dayMs
    }
    assert.ok(days(made.cert) <= 397 && days(made.cert) > 390)
    assert.equal(Math.round(days(made.caCertPem as string)), 3650)
    assert.equal(made.notAfter.toISOString(), new Date(new X509Certificate(made.cert).validTo).toISOString())
  })

  it('keeps its keys to its user', { skip: !isPosix && 'file modes are POSIX' }, async () => {
    const dir = freshDir()
    await ensureCertificate({ dir, names: [] })
    assert.deepEqual((await readdir(dir)).sort(), ['authority.pem', 'server.pem', 'walkaround-ca.crt'])
    const check = async () => {
      assert.equal(await modeOf(dir), 0o700)
      assert.equal(await modeOf(join(dir, 'authority.pem')), 0o600)
      assert.equal(await modeOf(join(dir, 'server.pem')), 0o600)
    }
    await check()
    // As after unpacking a backup.
    await chmod(dir, 0o755)
    await chmod(join(dir, 'authority.pem'), 0o644)
    await chmod(join(dir, 'server.pem'), 0o644)
    await ensureCertificate({ dir, names: [] })
    await check()
    assert.doesNotMatch(await readFile(join(dir, 'walkaround-ca.crt'), 'utf8'), /PRIVATE/)
  })
})

describe('renewal', () => {
  it('comes 30 days before the end, by the same authority', async () => {
    const dir = freshDir()
    const made = await ensureCertificate({ dir, names: [] })
    const endMs = made.notAfter.getTime()
    const early = await ensureCertificate({ dir, names: [], now: new Date(endMs - 31 * dayMs) })
    assert.equal(early.created, false)
    const renewed = await ensureCertificate({ dir, names: [], now: new Date(endMs - 29 * dayMs) })
    assert.equal(renewed.created, 'certificate')
    assert.notEqual(renewed.key, made.key)
    assert.equal(renewed.caCertPem, made.caCertPem)
    assert.ok(renewed.notAfter.getTime() > endMs + 360 * dayMs)
  })

  it('comes when a name is missing, and not when one is no longer wanted', async () => {
    const dir = freshDir()
    const made = await ensureCertificate({ dir, names: [] })
    const more = await ensureCertificate({ dir, names: ['new.local', 'fd00::7'] })
    assert.equal(more.created, 'certificate')
    assert.ok(more.names.includes('new.local') && more.names.includes('fd00::7'))
    assert.equal(more.caCertPem, made.caCertPem)
    assert.equal((await ensureCertificate({ dir, names: [] })).created, false)
  })

  it('never outlives the authority, and makes a new one at its end with a warning', async () => {
    const dir = freshDir()
    const made = await ensureCertificate({ dir, names: [] })
    const authorityEnd = Date.parse(new X509Certificate(made.caCertPem as string).validTo)
    const last = await ensureCertificate({ dir, names: [], now: new Date(authorityEnd - 60 * dayMs) })
    assert.equal(last.created, 'certificate')
    assert.equal(last.notAfter.getTime(), authorityEnd)
    const next = await ensureCertificate({ dir, names: [], now: new Date(authorityEnd - 29 * dayMs) })
    assert.equal(next.created, 'authority')
    assert.notEqual(next.caCertPem, made.caCertPem)
    assert.equal(await readFile(next.caFile as string, 'utf8'), next.caCertPem)
    assert.match(next.warnings[0] ?? '', /every device must trust the new one/)
    assert.ok(new X509Certificate(next.cert).verify(new X509Certificate(next.caCertPem as string).publicKey))
  })

  it('reaches a running server without a restart, and a failed one changes nothing', async () => {
    const dir = freshDir()
    const made = await ensureCertificate({ dir, names: [] })
    await serve(made, async (port, server) => {
      assert.match(await ask(port, 'late.local', made.caCertPem as string), /^ERR_TLS_CERT_ALTNAME_INVALID/)
      await reloadCertificate(server, () => ensureCertificate({ dir, names: ['late.local'] }))
      assert.equal(await ask(port, 'late.local', made.caCertPem as string), 'HTTP/1.1')
      await assert.rejects(reloadCertificate(server, () => loadCertificate(join(dir, 'no'), join(dir, 'no'))))
      assert.equal(await ask(port, 'late.local', made.caCertPem as string), 'HTTP/1.1')
    })
  })
})

describe('a name the authority may not sign', () => {
  it('is said with the way out, and the rest still works', async () => {
    const made = await ensureCertificate({
      dir: freshDir(),
      names: ['inspections.example.com', '8.8.8.8', 'ok.lan'],
    })
    assert.equal(made.warnings.length, 2)
    assert.match(made.warnings[0] ?? '', /"inspections\.example\.com".*WALKAROUND_TLS_CERT.*WALKAROUND_PROXY/)
    assert.match(made.warnings[1] ?? '', /"8\.8\.8\.8"/)
    assert.ok(made.names.includes('ok.lan'))
    assert.ok(!made.names.includes('8.8.8.8'))
  })

  it('may be a private one that came after the authority', async () => {
    const dir = freshDir()
    const early = await ensureCertificate({ dir, names: ['pc-1'] })
    assert.ok(early.names.includes('pc-1'))
    assert.deepEqual(early.warnings, [])
    const made = await ensureCertificate({ dir, names: ['pc-1', 'pc-2'] })
    assert.equal(made.caCertPem, early.caCertPem)
    assert.match(made.warnings[0] ?? '', /made before "pc-2" was configured/)
  })

  it('is none of the names that no client asks for', async () => {
    const made = await ensureCertificate({ dir: freshDir(), names: ['0.0.0.0', '::', ''] })
    assert.deepEqual(made.warnings, [])
    assert.ok(!made.names.includes('0.0.0.0'))
  })
})

describe('damage', () => {
  it('of the authority stops the start with a way out, and overwrites nothing', async () => {
    const dir = freshDir()
    await ensureCertificate({ dir, names: [] })
    const file = join(dir, 'authority.pem')
    const whole = await readFile(file, 'utf8')
    const other = await ensureCertificate({ dir: freshDir(), names: [] })
    for (const text of [
      '',
      whole.slice(0, 300),
      whole.slice(0, -40),
      'garbage',
      other.key + other.caCertPem,
    ]) {
      await writeFile(file, text)
      await assert.rejects(ensureCertificate({ dir, names: [] }), (error) => {
        assert.ok(error instanceof CertificateError)
        assert.ok(error.message.includes(file) && error.message.includes('backup'), error.message)
        return true
      })
      assert.equal(await readFile(file, 'utf8'), text)
    }
    await writeFile(file, whole)
    assert.equal((await ensureCertificate({ dir, names: [] })).created, false)
  })

  it('of the certificate is repaired and told', async () => {
    const dir = freshDir()
    const made = await ensureCertificate({ dir, names: [] })
    await writeFile(join(dir, 'server.pem'), made.cert.slice(0, 200))
    const repaired = await ensureCertificate({ dir, names: [] })
    assert.equal(repaired.created, 'certificate')
    assert.match(repaired.warnings[0] ?? '', /server\.pem was damaged/)
    // A valid certificate from elsewhere is not damaged and gives no warning, but it is not ours either.
    const stranger = await ensureCertificate({ dir: freshDir(), names: [] })
    await writeFile(join(dir, 'server.pem'), stranger.key + stranger.cert)
    assert.equal((await ensureCertificate({ dir, names: [] })).created, 'certificate')
  })

  it('is not what a killed process leaves', async () => {
    const dir = freshDir()
    const first = await ensureCertificate({ dir, names: [] })
    const program = `
      import { ensureCertificate } from ${JSON.stringify(new URL('./certificates.ts', import.meta.url).href)}
      for (let round = 0; ; round++) {
        await ensureCertificate({ dir: ${JSON.stringify(dir)}, names: [process.pid + '-' + round + '.local'] })
        console.log(round)
      }`
    for (let round = 0; round < 8; round++) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      // Kills the process while it writes, at a slightly different moment each time.
      let lines = 0
      for await (const chunk of child.stdout) {
        lines += String(chunk).split('\n').length - 1
        if (lines > round) break
      }
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      const found = await ensureCertificate({ dir, names: [] })
      assert.equal(found.created, false)
      assert.deepEqual(found.warnings, [])
      assert.equal(found.caCertPem, first.caCertPem)
    }
    for (const name of await readdir(dir)) {
      if (name.endsWith('.tmp')) await utimes(join(dir, name), later(-1), later(-1))
    }
    await writeFile(join(dir, 'young.tmp'), '')
    await ensureCertificate({ dir, names: [] })
    assert.deepEqual((await readdir(dir)).sort(), [
      'authority.pem',
      'server.pem',
      'walkaround-ca.crt',
      'young.tmp',
    ])
  })

  it('is not what two first starts in one folder make of it', async () => {
    const dir = freshDir()
    const made = await Promise.all(Array.from({ length: 5 }, () => ensureCertificate({ dir, names: [] })))
    assert.equal(made.filter(({ created }) => created === 'authority').length, 1)
    for (const { cert, caCertPem } of made) {
      assert.equal(caCertPem, made[0]?.caCertPem)
      assert.ok(new X509Certificate(cert).verify(new X509Certificate(caCertPem as string).publicKey))
    }
  })
})

describe('a given certificate', () => {
  let dir: string
  let made: Certificate
  const file = async (name: string, text: string) => {
    await writeFile(join(dir, name), text)
    return join(dir, name)
  }
  before(async () => {
    dir = freshDir()
    made = await ensureCertificate({ dir, names: ['given.local'] })
    await file('cert.pem', made.cert)
    await file('key.pem', made.key)
  })
  const load = (cert: string, key: string, options?: Parameters<typeof loadCertificate>[2]) =>
    loadCertificate(join(dir, cert), join(dir, key), options)

  it('is taken when certificate and key belong together', async () => {
    const given = await load('cert.pem', 'key.pem', { names: ['given.local', '127.0.0.1', '0.0.0.0'] })
    assert.deepEqual(given.warnings, [])
    assert.equal(given.created, false)
    assert.equal(given.caFile, undefined)
    assert.ok(given.names.includes('given.local'))
    await serve(given, async (port) => {
      assert.equal(await ask(port, 'given.local', made.caCertPem as string), 'HTTP/1.1')
    })
  })

  it('warns of a host it does not name and of a near end', async () => {
    const { warnings } = await load('cert.pem', 'key.pem', {
      names: ['elsewhere.example.com'],
      now: new Date(made.notAfter.getTime() - 10 * dayMs),
    })
    assert.match(warnings[0] ?? '', /expires on .*: renew it/)
    assert.match(warnings[1] ?? '', /is not valid for elsewhere\.example\.com, only for localhost/)
  })

  it('warns of a chain in disorder', async () => {
    const stranger = await ensureCertificate({ dir: freshDir(), names: [] })
    const [leaf = ''] = made.cert.split(/(?<=-----END CERTIFICATE-----\n)/)
    await file('disorder.pem', leaf + stranger.caCertPem)
    assert.match(
      (await load('disorder.pem', 'key.pem')).warnings[0] ?? '',
      /certificate 2 did not sign certificate 1/,
    )
  })

  it('is refused with the setting, the file and the reason', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    await file('other-key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
    await file(
      'locked.pem',
      createPrivateKey(made.key).export({
        type: 'pkcs8',
        format: 'pem',
        cipher: 'aes-256-cbc',
        passphrase: 'x',
      }) as string,
    )
    await file('garbage.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
    await file('empty.pem', '')
    const [leaf = '', ca = ''] = made.cert.split(/(?<=-----END CERTIFICATE-----\n)/)
    await file('reversed.pem', ca + leaf)
    const cases: [cert: string, key: string, message: RegExp, now?: Date][] = [
      ['missing.pem', 'key.pem', /^WALKAROUND_TLS_CERT: .*missing\.pem cannot be read/],
      ['cert.pem', 'missing.pem', /^WALKAROUND_TLS_KEY: .*missing\.pem cannot be read/],
      [
        'cert.pem',
        'other-key.pem',
        /^WALKAROUND_TLS_KEY: .*other-key\.pem is not the key of the first certificate in .*cert\.pem$/,
      ],
      ['reversed.pem', 'key.pem', /belongs to certificate 2 of the file, which must come first/],
      ['cert.pem', 'locked.pem', /protected by a passphrase/],
      ['cert.pem', 'cert.pem', /holds no private key/],
      ['key.pem', 'key.pem', /holds no certificate/],
      ['empty.pem', 'key.pem', /holds no certificate/],
      ['garbage.pem', 'key.pem', /certificate 1 cannot be read/],
      ['cert.pem', 'key.pem', /expired on/, later(500)],
      ['cert.pem', 'key.pem', /is valid from .* is the clock right/, later(-2)],
    ]
    for (const [cert, key, message, now = new Date()] of cases) {
      await assert.rejects(load(cert, key, { now }), (error) => {
        assert.ok(error instanceof CertificateError)
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /BEGIN/)
        return true
      })
    }
  })
})
