// The control socket of a running service on the embedded database: only the same user can reach it. It carries commands and their
// results; the caller says what a command does. Never reachable over the network.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, lstat, mkdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { writeDurably } from '../lib/durable-file.ts'
import { Problem } from '../problems.ts'

/** The content of `control.json` in the data folder, for the command line. */
export interface ControlAddress {
  path: string
  pid: number
  token: string
}

export interface RunOptions {
  /** The person at the keyboard; believed, because only the same user gets here. */
  user: string
  progress: (text: string) => void
  /** Aborted when the caller is gone. */
  signal: AbortSignal
}

export interface ControlOptions {
  dataDir: string
  run: (command: string, args: unknown, options: RunOptions) => Promise<unknown>
}

/** One line of a reply; the last one is never a progress line. */
export type ControlLine =
  | { progress: string }
  | { result: unknown }
  | { problem: { errorCode: number; error: string; errorInfo: string } }
  | { failure: string }

export const controlFile = (dataDir: string) => join(dataDir, 'control.json')

// 104 bytes with the closing zero on macOS, 108 on Linux.
const LONGEST_SOCKET_PATH = 100
// The largest commands carry templates.
const LONGEST_BODY = 16 * 1024 * 1024

/** The caller must hold the lock of the data folder: an existing socket then belongs to a dead process. */
export async function startControl({ dataDir, run }: ControlOptions): Promise<{ close(): Promise<void> }> {
  const token = randomBytes(32).toString('base64url')
  const path = await prepareSocketPath(dataDir)
  const server = createServer((request, response) => {
    handle(request, response, token, run).catch(() => response.destroy())
  })
  // A command has no time limit.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  if (process.platform !== 'win32') await chmod(path, 0o600)
  const address: ControlAddress = { path, pid: process.pid, token }
  await writeDurably(controlFile(dataDir), `${JSON.stringify(address)}\n`, 0o600)
  return {
    async close() {
      // The address goes first: a new caller then waits for the lock instead of using a socket that is closing.
      await rm(controlFile(dataDir), { force: true })
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  run: ControlOptions['run'],
): Promise<void> {
  // One connection per command: when the service stops, there is no idle connection to wait for.
  response.setHeader('connection', 'close')
  const isAllowed = isSame(request.headers.authorization ?? '', `Bearer ${token}`)
  if (!isAllowed || request.method !== 'POST' || request.url !== '/run') {
    response.writeHead(isAllowed ? 404 : 401).end()
    return
  }
  const { command, args, user } = await readJson(request)
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const write = (line: ControlLine) => response.write(`${JSON.stringify(line)}\n`)
  try {
    const result = await run(String(command), args, {
      user: String(user),
      progress: (progress) => write({ progress }),
      signal: gone.signal,
    })
    write({ result: result ?? null })
  } catch (error) {
    write(
      error instanceof Problem
        ? { problem: error.toBody() }
        : { failure: error instanceof Error ? error.message : String(error) },
    )
  }
  response.end()
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LONGEST_BODY) throw new Error('the command is too long')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
}

/** Takes the same time wherever the two differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

async function prepareSocketPath(dataDir: string): Promise<string> {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\walkaround-${name}-${randomBytes(8).toString('hex')}`
  const inside = join(dataDir, 'control', 'socket')
  const fits = Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH
  const folder = fits ? join(dataDir, 'control') : join(tmpdir(), `walkaround-${userInfo().uid}`)
  const path = fits ? inside : join(folder, name)
  await makePrivateFolder(folder)
  await rm(path, { force: true })
  return path
}

// Others could connect between binding a socket and restricting it, so the folder is restricted first.
async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== userInfo().uid) {
    throw new Error(
      `${folder} must be a folder of this user for the command line's socket, and it is not: remove it`,
    )
  }
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700)
}
