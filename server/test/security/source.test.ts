// What the code of the product must not do anywhere, read from its files: run text as code or as a command, write HTML past the
// renderer, use weak primitives, or trust a certificate unseen. A listed exception has its reason; one that is gone must go.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { importsOf, isTest, listFiles, textOf } from '../support/source-files.ts'

const product = listFiles([
  'bin/*.mjs',
  'contract/src/**/*.ts',
  'demo/src/**/*.ts',
  'server/src/**/*.ts',
  'web/src/**/*.{ts,tsx,js}',
]).filter((file) => !isTest(file))

/** Without comments, which may say anything. */
const codeOf = (file: string) => textOf(file).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')

/** "file: what was found", for each finding that is not excused. */
function findAll(shape: RegExp, excused: Record<string, string> = {}): string[] {
  const found = product.flatMap((file) =>
    [...codeOf(file).matchAll(shape)].map(([text]) => `${file}: ${text.trim()}`),
  )
  const stale = Object.keys(excused).filter((entry) => !found.includes(entry))
  return [
    ...found.filter((entry) => !(entry in excused)),
    ...stale.map((entry) => `no longer there: ${entry}`),
  ]
}

const importersOf = (shape: RegExp) =>
  product.filter((file) => importsOf(file).some(({ to, isOurs }) => !isOurs && shape.test(to)))

test('the walk sees the files it judges', () => {
  assert.ok(product.length > 400, `${product.length} files`)
  assert.ok(codeOf('server/src/outside/secret-box.ts').includes('aes-256-gcm'))
})

describe('text', () => {
  test('is never run as code', () => {
    assert.deepEqual(
      findAll(/\beval\(|\bnew Function\(|\bsetTimeout\(\s*['"`]|node:vm|javascript:(?!\s)/g),
      [],
    )
  })

  test('never becomes a command line: programs get their arguments one by one, without a shell', () => {
    assert.deepEqual(importersOf(/child_process$/), [
      'server/src/outside/ffmpeg.ts',
      'server/src/outside/worker-runner.ts',
    ])
    assert.match(textOf('server/src/outside/ffmpeg.ts'), /import \{ type ChildProcess, spawn \} from/)
    assert.match(textOf('server/src/outside/worker-runner.ts'), /import \{ fork \} from/)
    assert.deepEqual(findAll(/\bshell:/g), [])
  })

  test('is put into pages as text, by the renderer alone', () => {
    assert.deepEqual(
      findAll(
        /\b(?:innerHTML|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write|createContextualFragment)\b|\.outerHTML =/g,
      ),
      [],
    )
  })

  test('never becomes a pattern: those that are put together are of our own words', () => {
    const ours = 'made of constants when the service starts'
    assert.deepEqual(
      findAll(/\bnew RegExp\((?!\s*['/])[^)\n]*/g, {
        'contract/src/rules/contact-address.ts: new RegExp(': ours,
        'contract/src/rules/opening-hours.ts: new RegExp(`^([a-z]{2}': ours,
        "server/src/http/who.ts: new RegExp(`^${prefix}${path.replaceAll(/\\{\\w+\\}/g, '[^/]*'": ours,
        "server/src/features/templates/shape.ts: new RegExp(pattern, 'u'":
          'the pattern is that of a schema of ours',
        'server/src/features/vehicles/american.ts: new RegExp(': 'from a delivered table',
        'server/src/identity/keys.ts: new RegExp(': ours,
        "server/src/identity/keys.ts: new RegExp(`^${PREFIX}(?:(${shapeOf('', lengths.live": ours,
        'server/src/lib/multipart-body.ts: new RegExp(`^content-disposition:.*?[;\\\\s]${name}="([^"\\\\r\\\\n]*':
          'name or filename',
        'server/src/outside/files/s3-listing.ts: new RegExp(`<${element}>([^<]*':
          'names of elements we ask for',
      }),
      [],
    )
  })

  test('is parsed by no reader of XML, YAML or serialised objects', () => {
    assert.deepEqual(importersOf(/xml|yaml|^node:v8$|serialize|ldap|xpath|latex|memcache/i), [])
  })
})

describe('cryptography', () => {
  test('encrypts with AES-256-GCM alone', () => {
    assert.deepEqual(
      [...new Set(findAll(/create(?:De)?[Cc]ipheriv\(\s*'[^']+'/g).map((entry) => entry.split("'")[1]))],
      ['aes-256-gcm'],
    )
  })

  test('hashes with SHA-256; SHA-1 makes names that nobody gains by forging', () => {
    const names = 'the name of a state or a place in a list; what it names is looked up and judged for itself'
    assert.deepEqual(
      findAll(/\b(?:hash|createHash|createHmac)\(\s*'(?!sha256'|sha384'|sha512')[^']+'/g, {
        "server/src/lib/etag.ts: hash('sha1'": names,
        "server/src/features/quotes/propose-quotes.ts: hash('sha1'": names,
        "server/src/features/quotes/select-variant.ts: hash('sha1'": names,
        "server/src/features/origins/list-pages.ts: hash('sha1'": names,
        "server/src/identity/passwords.ts: hash('calibration'": 'Argon2id, to measure its time',
      }),
      [],
    )
  })

  test('takes chance from the system; Math.random only spreads out pauses', () => {
    assert.deepEqual(
      findAll(/\bMath\.random\b/g, {
        'server/src/db/transaction.ts: Math.random': 'the pause before a transaction is run again',
        'server/src/outside/files/s3-call.ts: Math.random': 'the pause before a store is asked again',
        'web/src/workshop/sync/loop.ts: Math.random': 'the pause before the outbox is sent again',
      }),
      [],
    )
  })

  test('brings no implementation of its own: Node, @node-rs/argon2, one maker of certificates, one reader of tokens', () => {
    assert.deepEqual(
      [...new Set(product.flatMap((file) => importsOf(file).map(({ to }) => to)))]
        .filter((name) =>
          /crypto|argon|bcrypt|x509|forge|jsrsasign|tweetnacl|sodium|jose|jsonwebtoken/.test(name),
        )
        .filter(
          (name) =>
            !/^(?:node:crypto|@node-rs\/argon2|@peculiar\/(?:x509|asn1-x509)|jose)$/.test(name) &&
            !name.includes('/src/'),
        ),
      [],
    )
  })
})

describe('calls to others', () => {
  test('believe no certificate unseen, but for the doctor who looks at one', () => {
    assert.deepEqual(
      findAll(
        /rejectUnauthorized: (?!true\b)[^,\n]+|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity: \(\) =>/g,
        {
          'server/src/doctor/doctor.ts: rejectUnauthorized: !trustAll':
            'asks who is on the port and what certificate it shows; it sends nothing',
        },
      ),
      [],
    )
  })
})

describe('the pages in the browser', () => {
  test('take messages from their own worker alone, and open no socket', () => {
    assert.deepEqual(
      findAll(
        /addEventListener\('message'|\.onmessage =|\bnew WebSocket\(|\bnew RTCPeerConnection\(|\bjsonp\b/gi,
        {
          "web/src/workshop/sw/sw.ts: addEventListener('message'":
            'a service worker is reached by pages of its own origin alone',
          "web/src/workshop/screens/camera/doubt-worker.ts: addEventListener('message'":
            'a worker is reached by the page that made it alone',
          "web/src/workshop/screens/camera/find-doubt.ts: addEventListener('message'":
            'on the worker that this page made from a file of its own origin',
        },
      ),
      [],
    )
  })

  test('mask a password where it is typed, and let password managers and pasting do their work', () => {
    const forms = ['sign-in-form', 'own-password'].map((name) => `web/src/workshop/screens/${name}.tsx`)
    for (const file of forms) {
      assert.match(textOf(file), /autoComplete="current-password"/, file)
      assert.match(textOf(file), /isShown \? 'text' : 'password'/, file)
    }
    assert.deepEqual(findAll(/onPaste|autoComplete="off"[^>]*password/gi), [])
  })
})
