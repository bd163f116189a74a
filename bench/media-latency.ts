// How making forms affects other requests: the service with its demo, one reader at a time, then with 20 forms being made.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { join } from 'node:path'

const FORMS = 20
const READS = 200

export async function latencyWhileDrawing(folder: string): Promise<{ atRest: number; busy: number }> {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'server/src/main.ts'], {
    env: {
      ...process.env,
      WALKAROUND_DATA: folder,
      WALKAROUND_PORT: '0',
      WALKAROUND_LOCAL_HTTP_PORT: '0',
      WALKAROUND_DEMO: '1',
      WALKAROUND_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { port, key } = await new Promise<{ port: string; key: string }>((resolve, reject) => {
      let text = ''
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk
        const port = /Service\s+https:\/\/localhost:(\d+)/.exec(text)?.[1]
        const key = /API key\s+(\S+)/.exec(text)?.[1]
        if (port && key) resolve({ port, key })
      })
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
    })
    const ca = readFileSync(join(folder, 'tls', 'walkaround-ca.crt'))
    return await measure(reader(port, key, ca))
  } finally {
    child.kill('SIGTERM')
  }
}

type Read = (path: string) => Promise<string>

function reader(port: string, key: string, ca: Buffer): Read {
  const agent = new Agent({ keepAlive: true, ca })
  return (path) =>
    new Promise((resolve, reject) => {
      const url = `https://localhost:${port}/v1/system-clients/demo${path}`
      get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(Buffer.concat(chunks).toString())
            : reject(new Error(`${path}: ${response.statusCode}`)),
        )
      }).on('error', reject)
    })
}

async function measure(read: Read): Promise<{ atRest: number; busy: number }> {
  const order = '/service-orders/SO-1001'
  const once = async () => {
    const begun = performance.now()
    await read(order)
    return performance.now() - begun
  }
  const middle = (times: number[]) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
  const surveys: string[] = []
  for (let number = 801; surveys.length < FORMS; number++) {
    const text = await read(`/service-orders/SO-0${number}`)
    surveys.push(...(JSON.parse(text) as { surveys: { id: string }[] }).surveys.map(({ id }) => id))
  }
  // The drawing thread is started, and the sizes of photos are made, before anything is measured.
  await read(`/surveys/${surveys[0]}/pdf-forms/handover-pack`)
  const rest: number[] = []
  for (let index = 0; index < READS; index++) rest.push(await once())
  let isDone = false
  const drawing = Promise.all([
    draw(read, surveys.slice(0, FORMS / 2)),
    draw(read, surveys.slice(FORMS / 2, FORMS)),
  ])
  drawing.finally(() => {
    isDone = true
  })
  const busy: number[] = []
  while (!isDone) busy.push(await once())
  await drawing
  return { atRest: middle(rest), busy: middle(busy) }
}

async function draw(read: Read, surveys: readonly string[]): Promise<void> {
  for (const id of surveys) await read(`/surveys/${id}/pdf-forms/handover-act`)
}
