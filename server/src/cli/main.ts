// One run of the command line, from words to exit code.
import { findCommand } from './commands.ts'
import { exitCodeOf, exitCodes, toFailure } from './failures.ts'
import { localCommands } from './local.ts'
import { toArgs } from './options.ts'
import { type Invocation, parse } from './program.ts'
import { afterKeyChange } from './secret-key-views.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { packageVersion } from './version.ts'
import { views } from './views.ts'

export async function main(words: readonly string[]): Promise<number> {
  process.umask(0o077)
  const terminal = openTerminal(words.includes('--json'))
  const interrupted = new AbortController()
  try {
    const invocation = await parse(words, packageVersion(), Math.min(process.stdout.columns || 80, 120))
    if (!invocation) return exitCodes.ok
    // The service handles signals itself.
    if (invocation.name !== 'serve') {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
    }
    return await run(terminal, invocation, interrupted.signal)
  } catch (error) {
    if (interrupted.signal.aborted) {
      terminal.done()
      return exitCodes.interrupted
    }
    const failure = toFailure(error)
    terminal.fail(failure)
    return failure.exitCode
  } finally {
    terminal.done()
  }
}

async function run(terminal: Terminal, invocation: Invocation, signal: AbortSignal): Promise<number> {
  const { name, words, options } = invocation
  const local = await localCommands[name]?.()
  if (local) return local.run({ terminal, words, options, signal })
  const command = await findCommand(name)
  if (!command) throw new Error(`${name} has no command`)
  const args = await toArgs(command, words, options)
  // Imported only here: neither help nor most commands of this machine need them.
  const [{ loadConfig }, { reach }] = await Promise.all([import('../config/config.ts'), import('./reach.ts')])
  const caller = { config: loadConfig(), progress: terminal.progress, signal }
  if (name === 'request log' && args.follow) {
    const [{ followRequests }, { requestLine }] = await Promise.all([
      import('./follow-requests.ts'),
      import('./request-views.ts'),
    ])
    await followRequests(args, async (asked) => (await reach(caller, name, asked)).result as never, {
      write: (request) => terminal.result(request, requestLine(request)),
      signal,
    })
    return 0
  }
  const { result } = await reach(caller, name, args)
  const look = { cells: terminal.cells, args, now: new Date() }
  terminal.result(
    result,
    terminal.json ? '' : (views[name]?.(result, look) ?? JSON.stringify(result, undefined, 2)),
  )
  for (const text of nextSteps[name]?.(args, result) ?? []) terminal.note(text)
  return exitCodeOf(name, result)
}

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
const nextSteps: Record<string, (args: Record<string, unknown>, result: any) => string[]> = {
  'client add': ({ id }) => [
    '',
    `Next, a login for its DMS: walkaround login add <login> --client ${id} --role dms`,
  ],
  'login add': ({ login }, { hasPassword }) =>
    hasPassword ? [] : ['', `Next, a key for it: walkaround key issue ${login}`],
  'secret-key change': afterKeyChange,
  'key issue': () => ['The key is shown only once: keep it safe. Callers send it in the header X-API-KEY.'],
}
