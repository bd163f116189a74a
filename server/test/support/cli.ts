// The command line as a process of its own: words and settings in, exit code and what was said out.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { briefFlags } from '../../../scripts/setup/launch.mjs'
import type { Env } from './process.ts'

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

/** Without the settings of the person who runs the tests. */
const plain = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(WALKAROUND_|DATABASE_(DIRECT_)?URL)/.test(name)),
)

export interface Said {
  code: number | null
  stdout: string
  stderr: string
}

export function startCli(words: readonly string[], env: Env): ChildProcess {
  return spawn(process.execPath, [...briefFlags, cli, ...words], {
    env: { ...plain, WALKAROUND_PORT: '0', WALKAROUND_LOCAL_HTTP_PORT: '0', WALKAROUND_DEMO: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

export function endOf(child: ChildProcess, input = ''): Promise<Said> {
  let [stdout, stderr] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  child.stdin?.on('error', () => {}).end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

export const runCli = (words: readonly string[], env: Env, input = ''): Promise<Said> =>
  endOf(startCli(words, env), input)

/** The result of a command that must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
export async function cliResult(words: readonly string[], env: Env, input = ''): Promise<any> {
  const { code, stdout, stderr } = await runCli([...words, '--json'], env, input)
  assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`)
  return JSON.parse(stdout)
}
