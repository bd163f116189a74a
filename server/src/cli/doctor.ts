// walkaround doctor: what the examination found, line by line.
import { loadConfig } from '../config/config.ts'
import { type Check, examine } from '../doctor/doctor.ts'
import { exitCodes } from './failures.ts'
import type { LocalCommand, LocalContext } from './local-command.ts'
import { reach } from './reach.ts'
import { wrapped } from './table.ts'

export const doctorCommand: LocalCommand = {
  description:
    'Examine this installation (runtime, folder, database, clock, certificate, port and address) and say how to fix what is wrong. Changes nothing.',
  run: doctor,
}

const marks: Record<Check['state'], string> = { ok: '✔', warn: '!', fail: '✘' }

async function doctor({ terminal, signal }: LocalContext): Promise<number> {
  const config = loadConfig()
  const checks = await examine(config, {
    progress: terminal.progress,
    status: () => reach({ config, progress: terminal.progress, signal, patienceMs: 5_000 }, 'status', {}),
  })
  const width = Math.max(...checks.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 4)
  const text = checks
    .flatMap(({ name, state, text, next }) => [
      `${marks[state]} ${name.padEnd(width)}  ${wrapped(text, terminal.cells - indent.length, indent)}`,
      ...(next ? [`${indent}→ ${wrapped(next, terminal.cells - indent.length - 2, `${indent}  `)}`] : []),
    ])
    .join('\n')
  const isFailed = checks.some(({ state }) => state === 'fail')
  terminal.result({ ok: !isFailed, checks }, text)
  return isFailed ? exitCodes.refused : exitCodes.ok
}
