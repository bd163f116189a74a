// A mail server with TLS of an authority of its own, and a receiver of callbacks: what a dealership has, and a set-up is pointed at.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { ensureCertificate } from '../../server/src/outside/certificates.ts'
import { readMail } from '../../server/test/support/mail-server.ts'

export interface Mail {
  readonly to: string
  /** Of all its parts. */
  readonly text: string
}

export interface RealMail {
  readonly port: number
  /** PEM of the authority to trust. */
  readonly authority: string
  readonly taken: readonly Mail[]
  readonly close: () => Promise<void>
}

export const mailUser = { name: 'walkaround', password: 'let it through' }

export async function startRealMail(folder: string): Promise<RealMail> {
  const {
    key,
    cert,
    caCertPem = '',
  } = await ensureCertificate({ dir: join(folder, 'tls'), names: ['localhost'] })
  const taken: Mail[] = []
  const server = new SMTPServer({
    key,
    cert,
    logger: false,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === mailUser.name && password === mailUser.password
        ? done(null, { user: username })
        : done(new Error('5.7.8 bad credentials')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = readMail(Buffer.concat(chunks).toString('latin1')).bodies.join('\n')
        for (const { address } of envelope.rcptTo) taken.push({ to: address, text })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    authority: caCertPem,
    taken,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

export interface Receiver {
  readonly url: string
  /** Bodies with the key they came with. */
  readonly taken: readonly { key: string; body: string }[]
  readonly close: () => Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const taken: { key: string; body: string }[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      taken.push({ key: String(request.headers['x-api-key'] ?? ''), body })
      reply.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/callbacks`,
    taken,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
