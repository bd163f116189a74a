// The receiver of docs/callbacks.md, unchanged, in a separate process on a free port.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const guide = readFileSync(new URL('../../../docs/callbacks.md', import.meta.url), 'utf8')
/** Any free port, which it prints; the guide's own may be in use here. */
const listening = ".listen(0, '127.0.0.1', function () { console.log(this.address().port) })"

export interface GuideReceiver {
  port: number
  /** Ends it and gives what it printed. */
  stop(): Promise<string>
}

export async function startGuideReceiver(secret: string): Promise<GuideReceiver> {
  const script = /```js\n(.*?)```/s.exec(guide)?.[1]?.replace(/\.listen\(.*\)/, listening) ?? ''
  assert.ok(script.includes(listening))
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-receiver-'))
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, script)
  const child = spawn(process.execPath, [file], {
    env: { SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const told = text(child.stdout)
  return {
    port: Number(port),
    async stop() {
      child.kill()
      await rm(folder, { recursive: true })
      return told
    },
  }
}
