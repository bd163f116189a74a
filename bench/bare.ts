// The baseline: only node:https and pg. It replays recorded requests: it sends the same statements with the same kind of values in
// the same transaction, then replies with the same bytes. It checks no key and no input.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import pg from 'pg'
import { newId } from '../server/src/lib/ids.ts'
import type { NotedScript, Script } from './record.ts'

const {
  key,
  cert,
  databaseUrl,
  pool: max,
  scripts,
} = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as {
  key: string
  cert: string
  databaseUrl: string
  pool: number
  /** By operation: the first segment of the path. */
  scripts: Record<string, NotedScript>
}
const pool = new pg.Pool({ connectionString: databaseUrl, max })

interface Client {
  query(query: { name: string; text: string; values: unknown[] }): Promise<unknown>
}

async function play(client: Client, script: Script, replace: (text: string) => string): Promise<void> {
  for (const { name, text, values } of script.statements) {
    await client.query({
      name,
      text,
      values: values.map((value) => (typeof value === 'string' ? replace(value) : value)),
    })
  }
}

const server = createServer({ key, cert }, (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const [, operation = '', id = ''] = (request.url ?? '').split('/')
    const script = scripts[operation]
    if (!script) {
      response.writeHead(404).end()
      return
    }
    // What was new in the recorded request is new in every other one too.
    const replacements: [string, string][] = script.fresh.map((old) => [old, newId()])
    replacements.push([script.subject, id])
    const replace = (text: string) => replacements.reduce((all, [from, to]) => all.replaceAll(from, to), text)
    if (script.isTransaction) {
      const client = await pool.connect()
      await client.query('begin')
      await play(client, script, replace)
      await client.query('commit')
      client.release()
    } else await play(pool as unknown as Client, script, replace)
    const body = Buffer.from(script.body)
    response.writeHead(script.status, {
      ...script.headers,
      ...(script.headers.location ? { location: replace(script.headers.location) } : {}),
      ...(script.status === 204 ? {} : { 'content-length': body.length }),
    })
    response.end(script.status === 204 ? undefined : body)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as { port: number }).port}`))
