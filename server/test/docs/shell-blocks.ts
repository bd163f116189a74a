// The shell blocks of a Markdown file, and a shell that runs them as a reader would paste them: one shell per file, block by block.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/source-files.ts'

export interface Block {
  /** file:line of its first line */
  place: string
  text: string
  /** Marked ```sh example: not for a newcomer's machine. */
  isExample: boolean
}

export function readBlocks(file: string): Block[] {
  const blocks: Block[] = []
  let fence: string | undefined
  let lines: string[] = []
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const info = /^\s*```(.*)$/.exec(line)?.[1]?.trim()
      if (fence === undefined) {
        if (info !== undefined) fence = info
        lines = []
      } else if (info === '') {
        if (fence === 'sh' || fence.startsWith('sh ')) {
          const place = `${file}:${index + 1 - lines.length}`
          blocks.push({ place, text: lines.join('\n'), isExample: fence === 'sh example' })
        }
        fence = undefined
      } else lines.push(line)
    })
  return blocks
}

export interface Ran {
  output: string
  /** Commands that ended with another code than 0. */
  failed: string[]
  /** Of the replies curl got, as far as they are refusals. */
  refusals: number[]
}

/** Only to detect a hang; a busy machine is not one. */
const LIMIT_MS = 1_200_000

/** Calls `curl` so that it prints the status of each reply among what goes to the terminal. */
export const tellingCurl = (curl: string) =>
  `#!/bin/sh\nexec ${curl} -w '%{stderr}\\n@status %{http_code}\\n' "$@"\n`

export async function runBlocks(
  blocks: readonly Block[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Ran[]> {
  const script = blocks.map(({ text }, index) => `printf '\\n@block ${index}\\n'\n${text}\n`)
  const begin = `exec 2>&1; set -E -o pipefail; trap 'echo "@failed $?: $BASH_COMMAND" >&2' ERR\n`
  const child = spawn('bash', ['-c', begin + script.join('')], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const code = await new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)))
  const parts = output.split(/^@block \d+$/m).slice(1)
  return blocks.map((_, index) => {
    const own = parts[index]
    const failed = own === undefined ? [`the shell ended before it (${code})`] : []
    for (const [, told] of (own ?? '').matchAll(/^@failed (.*)$/gm)) failed.push(told as string)
    const statuses = [...(own ?? '').matchAll(/^@status (\d+)$/gm)].map(([, status]) => Number(status))
    return { output: own ?? '', failed, refusals: statuses.filter((status) => status >= 400) }
  })
}

/** What went otherwise than the block says. Refusals are meant where a comment names their status or their error. */
export function judge({ text }: Block, { output, failed, refusals }: Ran): string[] {
  const comments = [...text.matchAll(/(?:^|\s)#\s(.*)$/gm)].map(([, comment]) => comment as string)
  const named = comments.flatMap((comment) => comment.match(/\b[45]\d\d(?:\d\d)?\b/g) ?? [])
  const wrong = [...failed]
  for (const [status, times] of Map.groupBy(refusals, (one) => one)) {
    const meant = named.filter((one) => one.startsWith(String(status))).length
    if (times.length > meant) wrong.push(`${times.length} answers ${status}, and ${meant} are announced`)
  }
  for (const code of named.filter((one) => one.length === 5))
    if (!output.includes(code)) wrong.push(`error ${code} is announced and did not come`)
  return wrong
}
