// Every shell block of the README and the guides, run in order and as printed on a fresh demo. Only the ports differ, so that a
// running demo does not matter.
import assert from 'node:assert/strict'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { operations } from '@walkaround/contract/dms/operations.ts'
import { onlyEmbedded } from '../support/process.ts'
import { root } from '../support/source-files.ts'
import { type DemoFolder, startDemoFolder } from './demo-folder.ts'
import { findTool } from './find-tool.ts'
import { type Block, judge, readBlocks, runBlocks } from './shell-blocks.ts'

/** Blocks marked as examples: some words of theirs, and why a newcomer cannot run them on the demo. */
const examples: readonly [words: string, why: string][] = [
  ['sign-in set acme', 'switches passwords off, which needs an admin whose password is known'],
  ['branch merge acme', 'needs dealer codes that an order has brought'],
  ['message-channel set acme', 'needs a mail server and its password'],
  ['--email pat@acme.example', 'needs a mail server'],
  ['--mail-from-name', 'needs a mail server of the client'],
  ['invitation import acme people.csv', 'needs a file of people, and a mail server'],
  ['callback set acme', 'needs a receiver at a public address'],
  ['WALKAROUND_CALLBACK_ALLOW=127.0.0.1 npm start', 'is for three terminals'],
  ['message preview acme <survey>', 'needs an inspection of the reader'],
  ['WALKAROUND_AUDIT_SYSLOG_URL=', 'needs a log server'],
  ['WALKAROUND_DEMO=0 WALKAROUND_DATA=', 'starts a service without the demo'],
  ['WALKAROUND_HOST=0.0.0.0', 'opens the service to the network'],
  ['WALKAROUND_PROXY=', 'needs a proxy'],
  ['DATABASE_URL=postgres:', 'needs a PostgreSQL server'],
  ['walkaround restore', 'needs the backup of another day, and a service that is stopped'],
  ['npx openapi-typescript', 'installs generators, which npm run check:openapi runs'],
  ['npm pack', 'installs the package in a project of the reader'],
  ['dms play --file my-first.json', 'needs the file of the reader'],
  ['npm run bench', 'measures for many minutes'],
  ['ledger close demo', "the survey and its question are those of one's own finding"],
]

/**
 * Operations of the reference that wait until ffmpeg, where there is one, has converted the video of the demo; and those of sandboxes,
 * which take another key than the page has: docs/sandbox.md runs them.
 */
const notInDemo = [
  ...['get-video', 'get-video-poster'],
  ...operations.filter(({ heading }) => heading === 'Sandbox').map(({ id }) => toKebab(id)),
]

const files = ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()]
const missing = ['bash', 'curl', 'jq', 'npm', 'sed'].filter((tool) => findTool(tool) === undefined)
const skip = onlyEmbedded || (missing.length > 0 && `needs ${missing.join(', ')} on this machine`)

describe('the shell blocks of the guides', { skip }, () => {
  let demo: DemoFolder
  before(async () => {
    demo = await startDemoFolder(findTool('curl') as string)
  })
  after(() => demo.stop())

  const shellOf = (file: string) => ({
    cwd: demo.cwd,
    env: file === 'README.md' ? demo.env : demo.quickEnv,
  })
  const onOwnPorts = (block: Block): Block => ({
    ...block,
    text: block.text.replaceAll('8443', String(demo.port)).replaceAll('8080', String(demo.plainPort)),
  })

  for (const file of files) {
    // It has been run: that is how the demo came up.
    const blocks = readBlocks(file).filter(({ text, isExample }) => !isExample && text.trim() !== 'npm start')
    if (blocks.length === 0) continue
    test(`${file} does what it says`, async () => {
      const own = blocks.map(onOwnPorts)
      const wrong = (await runBlocks(own, shellOf(file))).flatMap((ran, index) =>
        judge(own[index] as Block, ran).map((what) => ({
          at: own[index]?.place,
          what,
          told: ran.output.slice(-600),
        })),
      )
      assert.deepEqual(wrong, [])
    })
  }

  test('the commands of the reference work as they stand', async () => {
    const page = await (await fetch(`http://localhost:${demo.plainPort}/reference?lang=en`)).text()
    const commands = [...page.matchAll(SHOWN)].map(([, id, markup]) => ({
      id: id as string,
      text: toText(markup as string),
    }))
    const wanted = commands.filter(({ id }) => !notInDemo.includes(id))
    assert.ok(wanted.length > 30, `only ${wanted.length} commands were found`)
    for (const { id, example } of operations)
      if (example) writeFileSync(join(demo.cwd, `${toKebab(id)}.json`), JSON.stringify(example))
    const prepare = toText(
      /id="authentication"[\s\S]*?<pre[^>]*><code[^>]*>([\s\S]*?)<\/code>/.exec(page)?.[1] ?? '',
    )
    const blocks = [
      {
        id: 'authentication',
        text: prepare.replace('…', '$(npx walkaround key issue demo-dms --label reference)'),
      },
      // The page asks to save the body of the example first.
      ...wanted.map(({ id, text }) => ({
        id,
        text: `cp -f ${id}.json body.json 2>/dev/null || true\n${text}`,
      })),
    ].map(({ id, text }) => ({ place: `/reference#op-${id}`, text, isExample: false }))
    const wrong = (await runBlocks(blocks, shellOf(''))).flatMap((ran, index) =>
      judge(blocks[index] as Block, ran).map((what) => ({
        at: blocks[index]?.place,
        what,
        told: ran.output.slice(-600),
      })),
    )
    assert.deepEqual(wrong, [])
  })
})

const SHOWN =
  /<article class="op" id="op-([a-z-]+)"(?:(?!<article)[\s\S])*?data-code="curl">[\s\S]*?<code[^>]*>([\s\S]*?)<\/code>/g
function toKebab(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
const toText = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test('every block that is only an example is listed with its reason', () => {
  const marked = files.flatMap(readBlocks).filter(({ isExample }) => isExample)
  const reasonOf = ({ text }: Block) => examples.find(([words]) => text.includes(words))
  assert.deepEqual(
    marked.filter((block) => !reasonOf(block)).map(({ place }) => place),
    [],
  )
  assert.deepEqual(
    examples.filter((example) => !marked.some((block) => reasonOf(block) === example)),
    [],
  )
})
