// The audit as messages of RFC 5424, sent to a server that the operator named: as datagrams (RFC 5426), over TCP (RFC 6587, with
// lengths) or over TLS (RFC 5425). Logs nothing.
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { ExportedEntry } from '@walkaround/contract/rules/audit-export.ts'
import { failureInWords, OutOfTime } from './http-failures.ts'

interface SyslogOptions {
  /** udp://, tcp:// or tls://, host and port. */
  url: string
  /** Authorities to trust instead of the public ones. */
  ca?: readonly string[] | undefined
  version: string
  timeoutMs?: number
}

interface Taken {
  isTaken: boolean
  answer: string
}

const TIMEOUT_MS = 10_000
/** Of a datagram: larger ones are lost on the way more often than not. */
const LARGEST_DATAGRAM = 8_000
/** "log audit" */
const FACILITY = 13
const SEVERITY = { warning: 4, notice: 5, informational: 6 }
const CA_SETTING = 'WALKAROUND_AUDIT_SYSLOG_CA'

export function createSyslog({ url, ca, version, timeoutMs = TIMEOUT_MS }: SyslogOptions) {
  const { protocol, hostname: name, port } = new URL(url)
  const to = { host: name.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
  const toMessage = (entry: ExportedEntry) => toSyslogMessage(entry, { host: hostname(), version })
  const failed = (error: unknown): Taken => ({
    isTaken: false,
    answer: failureInWords(error, timeoutMs, protocol === 'tls:' ? CA_SETTING : ''),
  })
  return {
    name: 'syslog',
    async send(entries: readonly ExportedEntry[], signal?: AbortSignal): Promise<Taken> {
      try {
        if (protocol === 'udp:') {
          await sendDatagrams(to, entries.map(toDatagram(toMessage)))
          return { isTaken: true, answer: 'sent as datagrams, which nobody confirms' }
        }
        const open = () =>
          protocol === 'tls:'
            ? connectTls({
                ...to,
                ...(ca ? { ca: [...ca] } : {}),
                ...(isName(to.host) ? { servername: to.host } : {}),
              })
            : connect(to)
        await sendFrames(open, entries.map(toMessage).map(toFrame).join(''), { timeoutMs, signal })
        return { isTaken: true, answer: 'read to the end' }
      } catch (error) {
        if (signal?.aborted) throw error
        return failed(error)
      }
    },
  }
}

const isName = (host: string) => /[a-z]/i.test(host) && !host.includes(':')

/** ASCII alone: all receivers read it, and JSON says the rest by \u escapes. */
function toSyslogMessage(entry: ExportedEntry, { host, version }: { host: string; version: string }): string {
  const isRefusal = entry.times !== undefined || /\.(?:failed|refused|locked|cut|markWrong)$/.test(entry.kind)
  const severity = isRefusal
    ? SEVERITY.warning
    : entry.area === 'signIns'
      ? SEVERITY.informational
      : SEVERITY.notice
  const origin = `[origin software="Walkaround" swVersion="${printable(version, 32)}"]`
  const json = JSON.stringify(entry).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<${FACILITY * 8 + severity}>1 ${entry.at} ${printable(host, 255)} walkaround - ${printable(entry.kind, 32)} ${origin} ${json}`
}

const printable = (text: string, most: number) =>
  text.replace(/[^\x21-\x7e]|["\\\]]/g, '_').slice(0, most) || '-'

const toFrame = (message: string) => `${message.length} ${message}`

/** One that is too large for a datagram says how many values it leaves out. */
const toDatagram = (toMessage: (entry: ExportedEntry) => string) => (entry: ExportedEntry) => {
  const whole = toMessage(entry)
  if (whole.length <= LARGEST_DATAGRAM) return whole
  const { changes = [], ...rest } = entry
  return toMessage({ ...rest, leftOut: changes.length } as ExportedEntry)
}

async function sendDatagrams(to: { host: string; port: number }, messages: readonly string[]): Promise<void> {
  const { address, family } = await lookup(to.host)
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  const { promise: broken, reject } = Promise.withResolvers<never>()
  socket.once('error', reject)
  // Whoever sends everything before it breaks needs no reason.
  broken.catch(() => {})
  try {
    await Promise.race([broken, new Promise<void>((done) => socket.connect(to.port, address, () => done()))])
    for (const message of messages)
      await Promise.race([
        broken,
        new Promise<void>((done, fail) => socket.send(message, (error) => (error ? fail(error) : done()))),
      ])
  } finally {
    socket.close()
  }
}

/**
 * Syslog confirms nothing. So each batch has a connection of its own that we end, and only when the other side then ends it as well has it
 * read everything: a connection that breaks earlier counts as not taken.
 */
function sendFrames(
  open: () => Socket,
  frames: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = open()
  const timer = setTimeout(() => socket.destroy(new OutOfTime()), timeoutMs)
  const stop = () => socket.destroy(new Error('stopped'))
  signal?.addEventListener('abort', stop)
  let [isWritten, isEnded] = [false, false]
  socket.once('error', reject)
  socket.once('end', () => {
    isEnded = isWritten
  })
  socket.once('close', () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    if (isEnded) resolve()
    else reject(Object.assign(new Error('closed too early'), { code: 'ECONNRESET' }))
  })
  // Whatever it says is read, or its end would never be seen.
  socket.resume()
  socket.end(frames, () => {
    isWritten = true
  })
  return promise
}
