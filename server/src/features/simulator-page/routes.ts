// The page of the DMS simulator, and the plays it starts.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { isJsonType } from '../../http/content-type.ts'
import { assertOwnOrigin } from '../../http/session-cookie.ts'
import { isOwnForm, languageOf, sendSimulator } from '../../http/simulator-page.ts'
import { readBody, wantedBy } from '../../input/read-body.ts'
import { toFields } from '../../input/reader.ts'
import { problem } from '../../problems.ts'
import { createPlays, describeScenarios, isScenario, usualDealerCode } from './plays.ts'

type SimulatorPlace = Parameters<typeof createPlays>[0] & {
  /** False on the demo's pages on plain loopback HTTP. */
  isSecure: boolean
  isPrepared: () => boolean
}

const LONGEST_PAUSE_MS = 10_000
const BODY_BYTES = 4_096

const Wanted = Type.Object({
  scenario: Type.String({ minLength: 1, maxLength: 40 }),
  key: Type.Optional(Type.String({ maxLength: 50 })),
  dealerCode: Type.Optional(Type.String({ maxLength: 128 })),
  pauseMs: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_PAUSE_MS })),
})
const wanted = wantedBy(Wanted)

export function simulatorRoutes(app: FastifyInstance, place: SimulatorPlace): void {
  const { demo, baseUrl, isSecure, isPrepared } = place
  const playFor = createPlays(place)
  const modelOf = (language: string) => ({
    hasDemo: demo() !== undefined,
    scenarios: describeScenarios(language),
    dealerCode: usualDealerCode,
  })

  app.get('/simulator', { config: { isPublic: true } }, (request, reply) =>
    sendSimulator(request, reply, modelOf(languageOf(request))),
  )

  // A person pressed a button on another page of the service. The page begins to play; this reply changes nothing itself.
  app.post('/simulator', { bodyLimit: BODY_BYTES }, (request, reply) => {
    const { play } = request.query as { play?: unknown }
    const begins = isScenario(play) && isOwnForm(request, baseUrl()) ? { begins: play } : {}
    return sendSimulator(request, reply, { ...modelOf(languageOf(request)), ...begins })
  })

  app.post('/simulator/plays', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    if (!isPrepared()) {
      throw problem('unavailable', 'the service is starting; try again', { 'retry-after': '5' })
    }
    assertOwnOrigin(request, isSecure, baseUrl())
    const { 'content-type': type = '' } = request.headers
    if (!isJsonType(type)) throw problem('notJson', `Content-Type: "${type}" must be application/json`)
    const fields = toFields(readBody(request.body as Buffer | undefined, wanted)).get()
    const leaving = new AbortController()
    reply.raw.once('close', () => leaving.abort())
    const lines = playFor({
      ...(fields as Static<typeof Wanted>),
      language: languageOf(request),
      signal: leaving.signal,
    })
    // Refusals come before the first line, and are replies of their own.
    const first = await lines.next()
    return reply
      .headers({ 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' })
      .send(Readable.from(after(first, lines)))
  })
}

async function* after(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  if (first.done) return
  yield first.value
  yield* rest
}
