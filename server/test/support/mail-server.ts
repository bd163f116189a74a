// A real SMTP server for tests: replies as configured, and keeps what it accepted.
import { SMTPServer } from 'smtp-server'

export interface TakenMail {
  from: string
  to: string[]
  /** As it came over the line. */
  raw: string
}

export interface MailServer {
  url: string
  taken: TakenMail[]
  /** Answers to the next recipients, one each, as a number or whole; then everything is taken. */
  refuseNext(...answers: (number | string)[]): void
  /** Called when a mail was accepted, before the sender learns that. */
  onTaken?: (() => Promise<void> | void) | undefined
  attempts(): number
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const answers: (number | string)[] = []
  let attempts = 0
  const mail: MailServer = {
    url: '',
    taken: [],
    refuseNext: (...more) => void answers.push(...more),
    attempts: () => attempts,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      attempts++
      const answer = answers.shift()
      if (answer === undefined) return done()
      const code = Number.parseInt(String(answer), 10)
      const words = code < 500 ? 'try again later' : 'no such user here'
      const text = typeof answer === 'string' ? answer.slice(4) : words
      done(Object.assign(new Error(text), { responseCode: code }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        mail.taken.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
        })
        await mail.onTaken?.()
        done()
      })
    },
  })
  // The sender may be killed at any moment: before the server listens to what becomes of the connection, and in the middle of
  // a mail, which it tells as an error of its own.
  server.server.on('connection', (socket) => socket.on('error', () => {}))
  server.on('error', (error: Error & { remoteAddress?: string }) => {
    if (error.remoteAddress === undefined) throw error
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as { port: number }
  mail.url = `smtp://127.0.0.1:${port}`
  return mail
}

export interface ReadMail {
  /** By their lower-case names, unfolded. */
  headers: Map<string, string[]>
  /** Of all parts, decoded. */
  bodies: string[]
}

export function readMail(raw: string): ReadMail {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  const body = raw.slice(end + 4)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type')?.[0] ?? '')?.[1]
  if (boundary === undefined) {
    return { headers, bodies: [decodeBody(body, headers.get('content-transfer-encoding')?.[0])] }
  }
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return { headers, bodies: parts.flatMap((part) => readMail(part.replace(/^\r\n/, '')).bodies) }
}

function decodeBody(body: string, encoding = '7bit'): string {
  const text = body.replace(/\r\n$/, '')
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return Buffer.from(text, 'latin1').toString('utf8')
  return Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}

/** Encoded words as they are read. */
export const decodeHeader = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString('utf8'),
    )
