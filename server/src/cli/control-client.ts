// The client side of the control socket: sends one command to the running service and follows its reply. It opens no database.
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type ControlAddress, type ControlLine, controlFile } from '../http/control.ts'
import { Unreachable } from './failures.ts'

/** A refusal by the running service, in its words. */
export class RefusedByService extends Error {
  readonly body: { errorCode: number; error: string; errorInfo: string }

  constructor(body: RefusedByService['body']) {
    super(body.error)
    this.name = 'RefusedByService'
    this.body = body
  }
}

/** Undefined if no service has said where it listens. */
export async function findControl(dataDir: string): Promise<ControlAddress | undefined> {
  try {
    return JSON.parse(await readFile(controlFile(dataDir), 'utf8')) as ControlAddress
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM') {
      throw new Unreachable(
        `the service on ${dataDir} runs as another user: run the command as that user (${controlFile(dataDir)} may not be read)`,
      )
    }
    // Missing, or being replaced at this moment.
    return undefined
  }
}

export interface ControlRequest {
  command: string
  args: unknown
  user: string
}

/** Undefined if nothing listens at the address, so that the caller may look again. */
export async function callService(
  { path, token }: ControlAddress,
  body: ControlRequest,
  onProgress: (text: string) => void,
  signal?: AbortSignal,
): Promise<{ result: unknown } | undefined> {
  const response = await connect(path, token, JSON.stringify(body), signal)
  if (!response) return undefined
  if (response.statusCode !== 200) {
    response.destroy()
    // Another process has taken the address since the file was read.
    return undefined
  }
  let rest = ''
  response.setEncoding('utf8')
  try {
    for await (const chunk of response) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() as string
      for (const line of lines) {
        const answer = JSON.parse(line) as ControlLine
        if ('progress' in answer) onProgress(answer.progress)
        else if ('result' in answer) return { result: answer.result }
        else if ('problem' in answer) throw new RefusedByService(answer.problem)
        else throw new Error(answer.failure)
      }
    }
  } catch (error) {
    signal?.throwIfAborted()
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
  }
  throw new Unreachable(
    'the service stopped before it replied: it is not known whether the command was carried out',
  )
}

function connect(path: string, token: string, body: string, signal?: AbortSignal) {
  return new Promise<import('node:http').IncomingMessage | undefined>((resolve, reject) => {
    const call = request({
      socketPath: path,
      path: '/run',
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal,
    })
    call.once('response', resolve)
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '')) resolve(undefined)
      else reject(error)
    })
    call.end(body)
  })
}
