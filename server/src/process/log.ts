// Where log lines go: JSON for machines, one short readable line when a person looks at the terminal.
import pino, { type Logger } from 'pino'

interface LogLine {
  level: number
  msg: string
  time: number
  method?: string
  route?: string
  status?: number
  ms?: number
  reqId?: string
  failure?: { name?: string; code?: unknown; message?: string }
}

const WARN = 40

export function makeLogger(level: string, output: NodeJS.WriteStream = process.stdout): Logger {
  const options = {
    level,
    base: undefined,
    // The only serialisers there are: a whole request or error would carry keys and personal data.
    serializers: {
      req: () => undefined,
      res: () => undefined,
      err: (error: Error) => ({ name: error.name }),
    },
    redact: ['headers', 'key', 'password', 'token'],
  }
  if (!output.isTTY) return pino(options, output)
  return pino(options, {
    write: (text: string) => void output.write(toReadable(JSON.parse(text) as LogLine)),
  })
}

function toReadable({ level, msg, time, method, route, status, ms, failure, reqId }: LogLine): string {
  const clock = new Date(time).toTimeString().slice(0, 8)
  const sign = level >= WARN ? '!' : ' '
  if (method) return `${clock} ${sign} ${status} ${method.padEnd(6)} ${route}  ${ms} ms\n`
  const reason = failure ? `: ${failure.message ?? failure.code ?? failure.name} (${reqId ?? ''})` : ''
  return `${clock} ${sign} ${msg}${reason}\n`
}
