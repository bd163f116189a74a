// The settings as an operator uses them: values, defaults, files, and the messages about mistakes.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import { baseUrlOf, ConfigError, loadConfig } from './config.ts'
import { envExample, printableConfig, settingsTable } from './describe-settings.ts'

const dir = mkdtempSync(join(tmpdir(), 'walkaround-config-'))
after(() => rmSync(dir, { recursive: true, force: true }))

function file(name: string, text: string): string {
  const path = join(dir, name)
  writeFileSync(path, text)
  return path
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    for (const problem of error.problems) assert.ok(error.message.includes(problem))
    return error.problems
  }
  return assert.fail(`accepted: ${JSON.stringify(env)}`)
}

describe('the settings', () => {
  it('have defaults that need no variable at all', () => {
    const { sources, ...config } = loadConfig({})
    assert.deepEqual(config, {
      dataDir: resolve('data'),
      host: '127.0.0.1',
      keyRequestsPerMinute: 12_000,
      port: 8443,
      localHttpPort: 8080,
      databasePool: 10,
      databasePooler: 'none',
      databaseSeconds: 30,
      logLevel: 'info',
      bodyLimit: 1_048_576,
      priceListBodyLimit: 8_388_608,
      photoBytes: 26_214_400,
      photoMegapixels: 60,
      videoBytes: 2_147_483_648,
      videoSeconds: 600,
      ffmpeg: 'ffmpeg',
      mediaLinkSeconds: 300,
      backup: {},
      callback: { retrySeconds: 600, allow: [] },
      messageAllow: [],
      shutdownSeconds: 20,
      accessLogDays: 90,
      auditDays: 1095,
      requestLogDays: 14,
      sessionIdleMinutes: 240,
      undecidedHours: 24,
      warnings: [],
    })
    assert.ok(Object.values(sources).every((source) => source === 'default'))
  })

  it('of messages go together or not at all, and are read in full', () => {
    const config = loadConfig({
      WALKAROUND_SMTP_URL: 'smtps://user:p%40ss@mail.example.com',
      WALKAROUND_MAIL_FROM: 'Garage Nord <service@example.com>',
      WALKAROUND_SMTP_CA: '/etc/pki/../company-ca.pem',
      WALKAROUND_SMS_URL: 'https://sms.example.com/send/',
      WALKAROUND_SMS_HEADERS: '{"X-Key":"secret"}',
      WALKAROUND_TELEGRAM_TOKEN: '123456:abc_def-ghi',
    })
    assert.deepEqual(config.mail, {
      url: 'smtps://user:p%40ss@mail.example.com',
      from: { address: 'service@example.com', name: 'Garage Nord' },
      caFile: '/etc/company-ca.pem',
    })
    assert.deepEqual([config.sms?.url, config.sms?.method], ['https://sms.example.com/send', 'POST'])
    assert.deepEqual(config.sms?.headers, { 'X-Key': 'secret' })
    const printed = JSON.stringify(printableConfig(config))
    assert.doesNotMatch(printed, /p%40ss|X-Key|abc_def/)
    for (const [env, problem] of [
      [{ WALKAROUND_SMTP_URL: 'smtp://mail.example.com' }, /WALKAROUND_MAIL_FROM: is not set/],
      [{ WALKAROUND_MAIL_FROM: 'a@example.com' }, /WALKAROUND_SMTP_URL: is not set/],
      [{ WALKAROUND_SMTP_URL: 'https://x', WALKAROUND_MAIL_FROM: 'a@b.c' }, /it starts with https:/],
      [{ WALKAROUND_SMTP_URL: 'smtp://x', WALKAROUND_MAIL_FROM: 'no address' }, /WALKAROUND_MAIL_FROM/],
      [
        { WALKAROUND_SMS_PRESET: 'twilio' },
        /WALKAROUND_SMS_ACCOUNT, WALKAROUND_SMS_KEY, WALKAROUND_SMS_FROM/,
      ],
      [{ WALKAROUND_SMS_URL: 'http://sms.example.com' }, /it starts with http:/],
      [{ WALKAROUND_SMS_URL: 'https://x.example', WALKAROUND_SMS_HEADERS: '[1]' }, /WALKAROUND_SMS_HEADERS/],
      [{ WALKAROUND_SMS_URL: 'https://x.example', WALKAROUND_SMS_BODY: '{to}' }, /WALKAROUND_SMS_BODY/],
      [{ WALKAROUND_SMS_CA: '-----BEGIN CERTIFICATE-----' }, /WALKAROUND_SMS_CA.*the PEM text itself/],
      [{ WALKAROUND_TELEGRAM_TOKEN: 'nonsense' }, /WALKAROUND_TELEGRAM_TOKEN/],
    ] as [Record<string, string>, RegExp][]) {
      assert.match(problemsOf(env).join('\n'), problem)
    }
  })

  it('come out typed and in their final form', () => {
    const config = loadConfig({
      WALKAROUND_DATA: 'here/../there',
      WALKAROUND_HOST: '[::1]',
      WALKAROUND_PORT: ' 0 ',
      WALKAROUND_BASE_URL: 'https://Inspections.example.com/work/',
      WALKAROUND_TLS_CERT: 'cert.pem',
      WALKAROUND_TLS_KEY: '/etc/key.pem',
      WALKAROUND_LOCAL_HTTP_PORT: '0',
      DATABASE_URL: 'postgresql://me:pw@/walkaround?host=/run/postgresql',
      WALKAROUND_DEMO: '0',
      WALKAROUND_LOG_LEVEL: 'warn',
    })
    assert.equal(config.dataDir, resolve('there'))
    assert.equal(config.host, '::1')
    assert.equal(config.port, 0)
    assert.equal(config.baseUrl, 'https://inspections.example.com/work')
    assert.deepEqual(config.tls, { certFile: resolve('cert.pem'), keyFile: '/etc/key.pem' })
    assert.equal(config.localHttpPort, 0)
    assert.equal(config.databaseUrl, 'postgresql://me:pw@/walkaround?host=/run/postgresql')
    assert.equal(config.demo, false)
    assert.equal(config.logLevel, 'warn')
  })

  it('name a provider of vehicle data with or without its key', () => {
    const url = 'https://vin.example.com/v/{vin}?full=1'
    assert.deepEqual(loadConfig({ WALKAROUND_VIN_PROVIDER_URL: url }).vinProvider, { url })
    const config = loadConfig({ WALKAROUND_VIN_PROVIDER_URL: url, WALKAROUND_VIN_PROVIDER_KEY: 'k-1' })
    assert.deepEqual(config.vinProvider, { url, key: 'k-1' })
    const printed = printableConfig(config).find(({ name }) => name === 'WALKAROUND_VIN_PROVIDER_KEY')
    assert.equal(printed?.value, '***')
    assert.throws(
      () => loadConfig({ WALKAROUND_VIN_PROVIDER_KEY: 'k-1' }),
      /WALKAROUND_VIN_PROVIDER_URL: is not set/,
    )
    assert.throws(
      () => loadConfig({ WALKAROUND_VIN_PROVIDER_URL: url, WALKAROUND_VIN_PROVIDER_KEY: 'k 1' }),
      /WALKAROUND_VIN_PROVIDER_KEY: the value \(secret, not shown\) is refused/,
    )
  })

  it('name a demo that is wanted, unwanted, or undecided', () => {
    assert.equal(loadConfig({ WALKAROUND_DEMO: '1' }).demo, true)
    assert.equal(loadConfig({ WALKAROUND_DEMO: '0' }).demo, false)
    assert.equal(loadConfig({ WALKAROUND_DEMO: '' }).demo, undefined)
  })

  it('are frozen through and through', () => {
    const config = loadConfig({
      WALKAROUND_PROXY: '10.0.0.5, fd00::/8',
      WALKAROUND_BASE_URL: 'https://a.example',
    })
    assert.deepEqual(config.proxy, ['10.0.0.5', 'fd00::/8'])
    for (const part of [config, config.proxy, config.warnings, config.sources])
      assert.ok(Object.isFrozen(part))
    assert.ok(Object.isFrozen(loadConfig({ WALKAROUND_TLS_CERT: 'a', WALKAROUND_TLS_KEY: 'b' }).tls))
  })

  it('derive the address from the port', () => {
    assert.equal(baseUrlOf({ baseUrl: undefined, port: 8443 }), 'https://localhost:8443')
    assert.equal(baseUrlOf({ baseUrl: undefined, port: 443 }), 'https://localhost')
  })
})

describe('a wrong setting', () => {
  const wrong: [name: string, value: string, rule: RegExp][] = [
    ['WALKAROUND_PORT', '80', /never listens on port 80/],
    ['WALKAROUND_PORT', '-1', /whole number from 0 to 65535/],
    ['WALKAROUND_PORT', '65536', /whole number from 0 to 65535/],
    ['WALKAROUND_PORT', '8443x', /whole number from 0 to 65535/],
    ['WALKAROUND_PORT', '1e3', /whole number from 0 to 65535/],
    ['WALKAROUND_PORT', 'tcp://10.96.0.12:8443', /Kubernetes .*enableServiceLinks/],
    ['WALKAROUND_LOCAL_HTTP_PORT', '80', /never listens on port 80/],
    ['WALKAROUND_LOCAL_HTTP_PORT', '8443', /must differ from WALKAROUND_PORT/],
    ['WALKAROUND_HOST', 'https://localhost', /without scheme or port/],
    ['WALKAROUND_HOST', 'localhost:8443', /without scheme or port/],
    ['WALKAROUND_HOST', '300.1.1.1', /an IP address or a host name/],
    ['WALKAROUND_BASE_URL', 'inspections.example.com', /not an absolute address/],
    ['WALKAROUND_BASE_URL', 'http://inspections.example.com', /https:\/\//],
    ['WALKAROUND_BASE_URL', 'https://a.example/v1', /\/v1 is added by the service itself/],
    ['WALKAROUND_BASE_URL', 'https://a.example/v1/', /\/v1 is added by the service itself/],
    ['WALKAROUND_BASE_URL', 'https://a.example/?x=1', /query or a fragment/],
    ['WALKAROUND_BASE_URL', 'https://a.example/#', /query or a fragment/],
    ['WALKAROUND_BASE_URL', 'https://a.example:80', /never listens on port 80/],
    ['WALKAROUND_PROXY', 'proxy.example', /neither an address nor a network/],
    ['WALKAROUND_PROXY', '10.0.0.0/33', /no prefix length from 1 to 32/],
    ['WALKAROUND_PROXY', '10.0.0.1,0.0.0.0/0', /anybody could pose as the proxy/],
    ['WALKAROUND_PROXY', ',', /comma separated list/],
    ['WALKAROUND_VIN_PROVIDER_URL', 'https://vin.example.com/', /does not name \{vin\} once/],
    ['WALKAROUND_VIN_PROVIDER_URL', 'https://vin.example.com/{vin}/{vin}', /does not name \{vin\} once/],
    ['WALKAROUND_VIN_PROVIDER_URL', 'http://vin.example.com/{vin}', /starts with http:/],
    ['WALKAROUND_VIN_PROVIDER_URL', 'vin.example.com/{vin}', /not an absolute address/],
    ['WALKAROUND_VIN_PROVIDER_URL', 'https://{vin}.example.com/', /not in its path or query/],
    ['WALKAROUND_VIN_PROVIDER_URL', 'https://vin.example.com/#{vin}', /has a fragment/],
    ['WALKAROUND_DATABASE_POOL', '0', /from 1 to 1000/],
    ['WALKAROUND_DATABASE_SECONDS', '0', /from 1 to 3600/],
    ['WALKAROUND_DEMO', 'yes', /must be 0 or 1/],
    ['WALKAROUND_LOG_LEVEL', 'verbose', /one of trace, debug, info/],
    ['WALKAROUND_BODY_LIMIT', '1MB', /whole number of bytes/],
    ['WALKAROUND_PRICE_LIST_BODY_LIMIT', '2048', /not be below WALKAROUND_BODY_LIMIT/],
    ['WALKAROUND_SHUTDOWN_SECONDS', '0', /from 1 to 600/],
  ]
  for (const [name, value, rule] of wrong) {
    it(`is named with its value and the rule: ${name}=${value}`, () => {
      const problems = problemsOf({ [name]: value })
      assert.equal(problems.length, 1)
      assert.ok(problems[0]?.startsWith(`${name}: "${value}" is refused`), problems[0])
      assert.match(problems[0] ?? '', rule)
    })
  }

  it('does not hide the others', () => {
    const problems = problemsOf({ WALKAROUND_PORT: 'x', WALKAROUND_DEMO: 'x', DATABASE_URL: 'x' })
    assert.deepEqual(
      problems.map((problem) => problem.split(':')[0]),
      ['WALKAROUND_PORT', 'DATABASE_URL', 'WALKAROUND_DEMO'],
    )
  })

  it('never shows a secret, nor a password in an address', () => {
    for (const url of ['mysql://me:geheim@db/x', 'postgres://me:geheim@db:port/x', 'geheim']) {
      const [problem = ''] = problemsOf({ DATABASE_URL: url })
      assert.match(problem, /^DATABASE_URL: the value \(secret, not shown\) is refused/)
      assert.doesNotMatch(problem, /geheim/)
    }
    const [problem = ''] = problemsOf({ WALKAROUND_BASE_URL: 'https://me:geheim@a.example' })
    assert.match(problem, /has a user or a password/)
    assert.doesNotMatch(problem, /geheim/)
  })

  it('may be one half of a pair', () => {
    assert.match(
      problemsOf({ WALKAROUND_DATABASE_POOLER: 'transaction' })[0] ?? '',
      /^DATABASE_URL: is not set although WALKAROUND_DATABASE_POOLER/,
    )
    assert.match(
      problemsOf({ WALKAROUND_TLS_CERT: 'a' })[0] ?? '',
      /^WALKAROUND_TLS_KEY: is not set although/,
    )
    assert.match(
      problemsOf({ WALKAROUND_TLS_KEY: 'a' })[0] ?? '',
      /^WALKAROUND_TLS_CERT: is not set although/,
    )
    assert.match(
      problemsOf({
        WALKAROUND_TLS_CERT: 'a',
        WALKAROUND_TLS_KEY: 'b',
        WALKAROUND_PROXY: '10.0.0.1',
        WALKAROUND_BASE_URL: 'https://a.example',
      })[0] ?? '',
      /^WALKAROUND_PROXY: .*WALKAROUND_TLS_CERT/,
    )
  })
})

describe('NAME_FILE', () => {
  it('gives any setting from a file, without the line end', () => {
    const config = loadConfig({
      DATABASE_URL_FILE: file('url', 'postgres://me:pw@db/walkaround\n'),
      WALKAROUND_PORT_FILE: file('port', '9443\r\n'),
    })
    assert.equal(config.databaseUrl, 'postgres://me:pw@db/walkaround')
    assert.equal(config.port, 9443)
    assert.equal(config.sources.DATABASE_URL, 'file')
    assert.deepEqual(config.warnings, [])
  })

  it('is refused beside NAME, without a file, or with an empty one', () => {
    const path = file('one', '1')
    assert.deepEqual(problemsOf({ WALKAROUND_DEMO: '1', WALKAROUND_DEMO_FILE: path }), [
      'WALKAROUND_DEMO and WALKAROUND_DEMO_FILE are both set: keep one of them',
    ])
    const missing = join(dir, 'missing')
    const [problem = ''] = problemsOf({ WALKAROUND_DEMO_FILE: missing })
    assert.ok(problem.startsWith(`WALKAROUND_DEMO_FILE: "${missing}" cannot be read: ENOENT`), problem)
    assert.match(problemsOf({ WALKAROUND_DEMO_FILE: file('empty', '\n') })[0] ?? '', /is empty/)
  })

  it('reports a broken half of a pair once', () => {
    const problems = problemsOf({
      WALKAROUND_TLS_CERT: 'a',
      WALKAROUND_TLS_KEY_FILE: join(dir, 'missing'),
    })
    assert.equal(problems.length, 1)
  })

  it('of a path setting wants the path, and never prints the key it was given instead', () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n'
    const [problem = ''] = problemsOf({
      WALKAROUND_TLS_CERT: 'cert.pem',
      WALKAROUND_TLS_KEY_FILE: file('key.pem', pem),
    })
    assert.match(problem, /^WALKAROUND_TLS_KEY_FILE: .*set the variable without _FILE to the path/)
    assert.doesNotMatch(problem, /c2VjcmV0/)
  })
})

describe('a variable nobody knows', () => {
  it('is a warning with the nearest name, never with its value', () => {
    const { warnings } = loadConfig({
      WALKAROUND_PROT: '1',
      WALKAROUND_BASEURL_FILE: 'x',
      WALKAROUND_DATABASE_URL: 'postgres://me:geheim@db/x',
      WALKAROUND_COLOUR_OF_THE_LOGO: 'red',
      WALKAROUNDS: 'x',
      PATH: '/bin',
    })
    assert.deepEqual(warnings, [
      'WALKAROUND_BASEURL_FILE is not a setting and is ignored; did you mean WALKAROUND_BASE_URL_FILE?',
      'WALKAROUND_COLOUR_OF_THE_LOGO is not a setting and is ignored',
      'WALKAROUND_DATABASE_URL is not a setting and is ignored; did you mean DATABASE_URL?',
      'WALKAROUND_PROT is not a setting and is ignored; did you mean WALKAROUND_PORT?',
    ])
  })

  it('is passed over when Kubernetes made it', () => {
    const env = { WALKAROUND_SERVICE_HOST: '10.0.0.1', WALKAROUND_PORT_8443_TCP_ADDR: '10.0.0.1' }
    assert.deepEqual(loadConfig(env).warnings, [])
  })

  it('does not excuse a proxy without an address', () => {
    assert.match(
      loadConfig({ WALKAROUND_PROXY: '10.0.0.1' }).warnings[0] ?? '',
      /^WALKAROUND_BASE_URL is not/,
    )
  })
})

describe('what is printed', () => {
  it('shows no secret whatever it looks like, and of an address neither password nor key', () => {
    const printed = printableConfig(
      loadConfig({
        WALKAROUND_VIN_PROVIDER_URL: 'https://vin.example.com/{vin}?api_key=hidden1&format=json',
        WALKAROUND_VIN_PROVIDER_KEY: 'hidden2://hidden2',
        WALKAROUND_SMS_URL: 'https://sms.example.com/?token=hidden3',
        WALKAROUND_SMS_HEADERS: '{"Authorization":"https://hidden4"}',
        WALKAROUND_SMTP_URL: 'smtps://desk:hidden5@mail.example.com',
        WALKAROUND_MAIL_FROM: 'desk@example.com',
      }),
    )
    assert.doesNotMatch(JSON.stringify(printed), /hidden/)
    const find = (name: string) => printed.find((line) => line.name === name)?.value
    assert.equal(find('WALKAROUND_VIN_PROVIDER_KEY'), '***')
    assert.equal(find('WALKAROUND_SMTP_URL'), 'smtps://desk:***@mail.example.com')
    assert.match(String(find('WALKAROUND_VIN_PROVIDER_URL')), /format=json/)
  })

  it('says value, source and meaning of every setting, with passwords masked', () => {
    const printed = printableConfig(
      loadConfig({
        DATABASE_URL: 'postgres://me:ge@heim@db:5433/walkaround?sslmode=require&sslpassword=heim2',
        WALKAROUND_PORT_FILE: file('port2', '9443'),
        WALKAROUND_DEMO: '1',
      }),
    )
    const find = (name: string) => printed.find((line) => line.name === name)
    assert.equal(
      find('DATABASE_URL')?.value,
      'postgres://me:***@db:5433/walkaround?sslmode=require&sslpassword=***',
    )
    assert.equal(find('DATABASE_URL')?.source, 'environment')
    assert.equal(find('WALKAROUND_PORT')?.value, '9443')
    assert.equal(find('WALKAROUND_PORT')?.source, 'file')
    assert.equal(find('WALKAROUND_BASE_URL')?.value, 'https://localhost:9443')
    assert.equal(find('WALKAROUND_DEMO')?.value, '1')
    assert.equal(find('WALKAROUND_TLS_KEY')?.value, null)
    assert.ok(printed.every((line) => line.description.endsWith('.')))
  })

  it('is complete: table, example file and print name the same settings', () => {
    const names = printableConfig(loadConfig({})).map((line) => line.name)
    const inTable = [...settingsTable().matchAll(/^\| <a id="\w+"><\/a>`(\w+)` \|/gm)].map(
      (match) => match[1],
    )
    const inExample = [...envExample().matchAll(/^#([A-Z0-9_]+)=/gm)].map((match) => match[1])
    assert.deepEqual(inTable, names)
    assert.deepEqual(inExample, names)
  })

  it('gives examples that are valid, and an example file that changes nothing until edited', () => {
    assert.ok(
      envExample()
        .split('\n')
        .every((line) => line === '' || line.startsWith('#')),
    )
    const examples = [...envExample().matchAll(/^#([A-Z0-9_]+)=(.+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    assert.equal(examples.length, printableConfig(loadConfig({})).length)
    // The two ways to end TLS exclude each other, and those to encrypt a backup.
    const env = { ...Object.fromEntries(examples), WALKAROUND_BACKUP_KEY: '' }
    assert.deepEqual(loadConfig({ ...env, WALKAROUND_PROXY: '' }).warnings, [])
    assert.deepEqual(loadConfig({ ...env, WALKAROUND_TLS_CERT: '', WALKAROUND_TLS_KEY: '' }).warnings, [])
  })
})
