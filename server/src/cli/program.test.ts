import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Command } from './commands/define.ts'
import { listAllCommands } from './commands.ts'
import { Misuse } from './failures.ts'
import { localCommands } from './local.ts'
import { toArgs } from './options.ts'
import { parse } from './program.ts'
import { views } from './views.ts'

const commands = await listAllCommands()
const read = (line: string) => parse(line === '' ? [] : line.split(' '), '1.2.3', 80)

async function argsOf(line: string): Promise<unknown> {
  const invocation = await read(line)
  assert.ok(invocation)
  return toArgs(commands[invocation.name] as Command, invocation.words, invocation.options)
}

describe('the words of the command line', () => {
  test('arguments and options become the values of the schema', async () => {
    assert.deepEqual(
      await argsOf(
        'client add acme --name Acme --time-zone Europe/Berlin --strict-branches --release-types health,VC',
      ),
      {
        id: 'acme',
        name: 'Acme',
        timeZone: 'Europe/Berlin',
        strictBranches: true,
        releaseTypes: ['health', 'VC'],
      },
    )
    assert.deepEqual(await argsOf('branch merge acme 4711-old 4711'), {
      client: 'acme',
      from: '4711-old',
      into: '4711',
    })
    assert.deepEqual(await argsOf('template export acme open!vc --version 3'), {
      client: 'acme',
      id: 'open!vc',
      version: 3,
    })
  })

  test('two dashes before the command change nothing', async () => {
    assert.deepEqual(await argsOf('-- client show acme'), { client: 'acme' })
  })

  test('what is not named is not sent, so that it stays', async () => {
    assert.deepEqual(await argsOf('client set acme'), { client: 'acme' })
  })

  test('words stand for nothing, for the default and for no', async () => {
    assert.deepEqual(await argsOf('client set acme --currency none --masters none --no-strict-branches'), {
      client: 'acme',
      currency: null,
      masters: [],
      strictBranches: false,
    })
    assert.deepEqual(await argsOf('branch set acme 4711 --release-types default'), {
      client: 'acme',
      id: '4711',
      releaseTypes: null,
    })
  })

  const misuses: [line: string, message: RegExp, hint: string][] = [
    ['', /^which command/, 'Usage: walkaround'],
    ['client', /walkaround client needs a command: add, list, show, set/, 'walkaround client --help'],
    ['clinet list', /unknown command 'clinet'\n\(Did you mean client\?\)/, 'walkaround --help'],
    ['client lst', /unknown command 'lst'\n\(Did you mean list\?\)/, 'walkaround client --help'],
    ['client add', /missing required argument 'id'/, 'walkaround client add --help'],
    ['client list acme', /too many arguments/, 'walkaround client list --help'],
    ['client add acme --nmae x', /unknown option '--nmae'/, 'walkaround client add --help'],
    ['client add acme --name', /'--name <text>' argument missing/, 'walkaround client add --help'],
    ['login add x --role boss', /'boss' is invalid. Allowed choices are dms, technician/, 'login add --help'],
    ['site logo acme', /missing required argument 'id'/, 'site logo --help'],
    ['survey reopen acme s1', /required option '--reason <text>' not specified/, 'survey reopen --help'],
    ['backup', /missing required argument 'file'/, 'walkaround backup --help'],
    ['serve --json', /unknown option '--json'/, 'walkaround serve --help'],
  ]
  for (const [line, message, hint] of misuses) {
    test(`"walkaround ${line}" is explained`, async () => {
      await assert.rejects(read(line), (error) => {
        assert.ok(error instanceof Misuse, String(error))
        assert.match(error.message, message)
        assert.ok(error.hint?.includes(hint), error.hint)
        return true
      })
    })
  }

  test('a number that is none is named', async () => {
    await assert.rejects(
      argsOf('template export acme health --version two'),
      /--version: "two" is not a whole number/,
    )
  })

  test('every command has a view, and takes --json', async () => {
    const chosen: Record<string, string> = { role: 'dms', reason: 'mistake', channel: 'email' }
    for (const name of Object.keys(commands)) assert.ok(views[name], name)
    for (const name of [...Object.keys(commands), ...Object.keys(localCommands)]) {
      if (name === 'serve') continue
      const given = commands[name]?.positional.map((argument) => chosen[argument] ?? 'health') ?? []
      const words = [...name.split(' '), ...given, '--json']
      if (['backup', 'restore'].includes(name)) words.push('file')
      if (name === 'site set') words.push('--name', 'x')
      if (name === 'secret-key change') words.push('--links', 'keep')
      if (name === 'invitation add') words.push('--name', 'x', '--role', 'parts')
      if (name === 'sign-in set') words.push('--passwords', 'on')
      if (name === 'survey reopen') words.push('--reason', 'x')
      if (name === 'simulate arrival') words.push('--branch', 'x')
      if (name === 'audit export') words.push('acme')
      if (name === 'callback remove') words.push('--site', 'x')
      if (name === 'callback set') words.push('--url', 'https://dms.example.com')
      assert.equal((await parse(words, '1', 80))?.name, name)
    }
  })
})

describe('help', () => {
  const printed = async (line: string) => {
    const lines: string[] = []
    const write = process.stdout.write
    process.stdout.write = ((text: string) => lines.push(text) > 0) as typeof write
    try {
      assert.equal(await read(line), undefined)
    } finally {
      process.stdout.write = write
    }
    return lines.join('')
  }

  test('every command explains itself within 80 columns, examples apart', async () => {
    for (const name of ['', ...Object.keys(commands), ...Object.keys(localCommands)]) {
      const help = await printed(`${name} --help`.trim())
      assert.match(help, /^Usage: walkaround/)
      const [text = ''] = help.split('Example:')
      for (const line of text.split('\n')) assert.ok(line.length <= 81, `${name}: ${line}`)
    }
  })

  test('the version is the package’s', async () => {
    assert.equal(await printed('--version'), '1.2.3\n')
  })
})

describe('template files', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-cli-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('are read as JSON, with or without a byte order mark', async () => {
    const file = join(folder, 'ok.json')
    await writeFile(file, '\uFEFF{"id":"winter"}')
    assert.deepEqual(await argsOf(`template import acme ${file}`), {
      client: 'acme',
      document: { id: 'winter' },
    })
  })

  test('that are missing or broken are named', async () => {
    const file = join(folder, 'broken.json')
    await writeFile(file, '{"id":')
    await assert.rejects(argsOf(`template import acme ${file}`), /broken\.json is not JSON/)
    await assert.rejects(
      argsOf(`template import acme ${folder}/none.json`),
      /none\.json cannot be read: ENOENT/,
    )
  })
})
