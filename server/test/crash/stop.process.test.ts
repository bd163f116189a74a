// SIGTERM in the middle of everything: requests already sent get a reply, new ones are refused, and the process ends with 0.
import assert from 'node:assert/strict'
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2'
import { Agent, request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { describe, test } from 'node:test'
import { connect } from 'node:tls'
import { sql } from '../../src/db/sql.ts'
import {
  type Access,
  type Env,
  isOnPostgres,
  makeAccess,
  makeData,
  makeDatabase,
  makeFolderOn,
  onDatabase,
  type Server,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'

const CALLERS = 16

/** On whichever database this run is for. */
async function scene(more: Env = {}): Promise<{ server: Server; access: Access; env: Env }> {
  if (!isOnPostgres) {
    const { env, access } = await makeData()
    return { server: await startServer({ ...env, ...more }), access, env }
  }
  const database = await makeDatabase()
  const env = await makeFolderOn(database)
  const access = await makeAccess(env)
  return { server: await startServer({ ...env, ...more }), access, env }
}

const orderPath = ({ clientId }: Access, id: string) => `/v1/system-clients/${clientId}/service-orders/${id}`
const BODY = '{"externalBranchId":"B1"}'

async function isListening({ port }: Server): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

interface Tally {
  answered: number
  /** Errors after the whole request had left us. */
  cut: string[]
  /** Told by the protocol that they were not begun, and may be sent again elsewhere (HTTP/2). */
  refused: string[]
}
const newTally = (): Tally => ({ answered: 0, cut: [], refused: [] })

/** One PUT; resolves to whether there is any use in another one. */
function put(server: Server, access: Access, agent: Agent, id: string, tally: Tally): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port: server.port,
        agent,
        method: 'PUT',
        path: orderPath(access, id),
        headers: {
          'x-api-key': access.key,
          'content-type': 'application/json',
          'content-length': BODY.length,
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => {
          assert.equal(response.statusCode, 201)
          tally.answered++
          resolve(true)
        })
      },
    )
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (call.writableFinished) tally.cut.push(`${id}: ${error.code}`)
      resolve(false)
    })
    call.end(BODY)
  })
}

describe('SIGTERM under load', () => {
  test('on HTTP/1.1 with keep-alive cuts off no request that was sent, and ends with 0', async () => {
    const { server, access } = await scene()
    const agent = new Agent({ ca: server.ca, keepAlive: true, maxSockets: CALLERS })
    const tally = newTally()
    const callers = Array.from({ length: CALLERS }, async (_, n) => {
      let count = 0
      while (await put(server, access, agent, `${n}-${++count}`, tally)) {
        if (tally.answered === CALLERS * 4) server.kill('SIGTERM')
      }
    })
    await Promise.all(callers)
    assert.deepEqual(await server.ended, { code: 0, signal: null }, server.output())
    assert.deepEqual(tally.cut, [])
    assert.ok(tally.answered >= CALLERS * 4)
    agent.destroy()
  })

  test('on HTTP/2 replies on every stream, or says that it was not begun, and ends with 0', async () => {
    const { server, access, env } = await scene()
    const sessions = Array.from({ length: 4 }, () =>
      connectHttp2(`https://localhost:${server.port}`, { ca: server.ca, host: '127.0.0.1' }),
    )
    const tally = newTally()
    const callers = Array.from({ length: CALLERS }, async (_, n) => {
      const session = sessions[n % sessions.length] as ClientHttp2Session
      for (let count = 1; ; count++) {
        if (session.closed || session.destroyed) return
        const isAnswered = await putHttp2(session, access, `${n}-${count}`, tally)
        if (!isAnswered) return
        if (tally.answered === CALLERS * 4) server.kill('SIGTERM')
      }
    })
    for (const session of sessions)
      session.on('error', (error) => tally.cut.push(`session: ${error.message}`))
    await Promise.all(callers)
    assert.deepEqual(await server.ended, { code: 0, signal: null }, server.output())
    assert.deepEqual(tally.cut, [])
    assert.ok(tally.answered >= CALLERS * 4)
    // Our own side refuses what it had not sent yet when it heard of the end.
    assert.ok(tally.refused.length <= CALLERS)
    if (tally.refused.length > 0) {
      const done = await onDatabase(env, (database) =>
        database.rows(sql`select id from service_orders where id = any(${tally.refused}::text[])`),
      )
      assert.deepEqual(done, [], 'refused and yet done')
    }
  })

  function putHttp2(session: ClientHttp2Session, access: Access, id: string, tally: Tally): Promise<boolean> {
    return new Promise((resolve) => {
      const stream = session.request({
        ':method': 'PUT',
        ':path': orderPath(access, id),
        'x-api-key': access.key,
        'content-type': 'application/json',
      })
      let status = 0
      stream.on('response', (headers) => {
        status = Number(headers[':status'])
      })
      stream.on('error', () => {})
      stream.on('close', () => {
        if (status === 201) tally.answered++
        else if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) tally.refused.push(id)
        else tally.cut.push(`${id}: ${status} ${stream.rstCode}`)
        resolve(status === 201)
      })
      stream.resume()
      stream.end(BODY)
    })
  }

  test('waits for a body that is still coming, and replies to it', async () => {
    const { server, access } = await scene()
    const socket = connect({
      host: '127.0.0.1',
      port: server.port,
      servername: 'localhost',
      ca: server.ca,
      ALPNProtocols: ['http/1.1'],
    })
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await new Promise((resolve) => socket.once('secureConnect', resolve))
    const head = `PUT ${orderPath(access, 'slow')} HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${access.key}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n`
    socket.write(head + BODY.slice(0, 5))
    await until('the request is being read', () => text.includes('100 Continue'))
    server.kill('SIGTERM')
    await until('nobody new is let in', async () => !(await isListening(server)))
    assert.ok(server.isRunning())
    socket.write(BODY.slice(5))
    await closed
    assert.match(text, /HTTP\/1\.1 201 /)
    assert.match(text, /connection: close/i)
    assert.deepEqual(await server.ended, { code: 0, signal: null })
  })

  test('does not wait for ever: a body that never comes is cut off after WALKAROUND_SHUTDOWN_SECONDS', async () => {
    const { server, access, env } = await scene({ WALKAROUND_SHUTDOWN_SECONDS: '1' })
    const socket = connect({
      host: '127.0.0.1',
      port: server.port,
      servername: 'localhost',
      ca: server.ca,
      ALPNProtocols: ['http/1.1'],
    })
    socket.on('error', () => {})
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    const head = `PUT ${orderPath(access, 'never')} HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${access.key}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n`
    await new Promise((resolve) => socket.once('secureConnect', resolve))
    socket.write(head)
    await until('the request is being read', () => text.includes('100 Continue'))
    const session = server.http2()
    session.on('error', () => {})
    await new Promise((resolve) => session.once('connect', resolve))
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })

    const left = await onDatabase(env, (database) => database.rows(sql`select id from service_orders`))
    assert.deepEqual(left, [])
  })
})
