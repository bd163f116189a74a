// Receivers of callbacks for the bench, in a separate process as in real life: they reply 204 and do nothing else. node
// bench/callback-receivers.ts <key file> <certificate file> <how many>; prints their ports as JSON.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

const [keyFile = '', certificateFile = '', many = '1'] = process.argv.slice(2)
const pair = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) }

const ports = await Promise.all(
  Array.from({ length: Number(many) }, async () => {
    const server = createServer(pair, (call, response) => {
      call.resume().on('end', () => response.writeHead(204).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }),
)
console.log(JSON.stringify(ports))
