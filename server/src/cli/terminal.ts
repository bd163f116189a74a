// Where the command line writes: results on stdout, everything else on stderr. With --json, stdout carries only JSON.
import { styleText } from 'node:util'
import type { Failure } from './failures.ts'
import { exitCodes } from './failures.ts'
import { wrapped } from './table.ts'

export interface Terminal {
  /** Width of a line of results; output into a pipe has no limit. */
  readonly cells: number
  readonly json: boolean
  result(value: unknown, text: string): void
  /** In addition to the result: what to do next, what was noticed. Silent with --json. */
  note(text: string): void
  /** Shown if the work takes longer than a moment. */
  progress(text: string): void
  /** Removes the progress line. */
  done(): void
  fail(failure: Failure): void
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 80
/** Shorter work shows no progress, so nothing flickers. */
const PATIENCE_MS = 700
const PLAIN_EVERY_MS = 5_000

type Stream = NodeJS.WriteStream

export function openTerminal(
  json: boolean,
  stdout: Stream = process.stdout,
  stderr: Stream = process.stderr,
): Terminal {
  const progress = stderr.isTTY ? spinning(stderr) : plain(stderr)
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { stream: stderr })
  return {
    cells: stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY,
    json,
    result(value, text) {
      progress.stop()
      if (json) stdout.write(`${JSON.stringify(value, undefined, stdout.isTTY ? 2 : undefined)}\n`)
      else if (text !== '') stdout.write(`${text}\n`)
    },
    note(text) {
      progress.stop()
      if (!json) stderr.write(`${wrappedLines(text, stderr)}\n`)
    },
    progress: (text) => progress.say(text),
    done: () => progress.stop(),
    fail({ exitCode, body, hint, stack }) {
      progress.stop()
      if (json) {
        stdout.write(`${JSON.stringify(body, undefined, stdout.isTTY ? 2 : undefined)}\n`)
        return
      }
      // A refusal of the command line or the machine needs no heading from the catalogue.
      const isOwnText = exitCode !== exitCodes.refused || stack !== undefined
      const text = isOwnText ? body.errorInfo : [body.error, ...body.errorInfo.split('\n')].join('\n')
      const [first = '', ...more] = text.split('\n')
      stderr.write(`${paint('red', 'error:')} ${wrappedLines(first, stderr, 7)}\n`)
      for (const line of more) stderr.write(`  ${wrappedLines(line, stderr, 2)}\n`)
      if (hint) stderr.write(`${wrappedLines(hint, stderr)}\n`)
      if (stack) {
        stderr.write(`${paint('dim', stack.split('\n').slice(1).join('\n'))}\n`)
        stderr.write('This should not happen: please report it with the lines above.\n')
      }
    },
  }
}

function wrappedLines(text: string, stream: Stream, indent = 0): string {
  const cells = stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY
  return text
    .split('\n')
    .map((line) => {
      const lead = /^ */.exec(line)?.[0] ?? ''
      return lead + wrapped(line.slice(lead.length), cells - indent - lead.length, lead + ' '.repeat(indent))
    })
    .join('\n')
}

interface Progress {
  say(text: string): void
  stop(): void
}

function spinning(stream: Stream): Progress {
  let text = ''
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  let isShown = false
  const draw = () => {
    isShown = true
    const line = `${FRAMES[frame++ % FRAMES.length]} ${text}`
    stream.write(`\r${line.slice(0, (stream.columns || 80) - 1)}\u001b[K`)
  }
  return {
    say(next) {
      text = next
      timer ??= setTimeout(() => {
        draw()
        timer = setInterval(draw, FRAME_MS)
      }, PATIENCE_MS)
    },
    stop() {
      // clearTimeout ends intervals too.
      clearTimeout(timer)
      timer = undefined
      if (isShown) stream.write('\r\u001b[K')
      isShown = false
    },
  }
}

function plain(stream: Stream): Progress {
  const started = Date.now()
  let written = 0
  return {
    say(text) {
      const now = Date.now()
      if (now - started < PATIENCE_MS || now - written < PLAIN_EVERY_MS) return
      written = now
      stream.write(`${text} …\n`)
    },
    stop() {},
  }
}
