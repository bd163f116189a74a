// For load balancers and monitors: whether the process is alive, and whether it can do its work.
import type { FastifyInstance } from 'fastify'

export interface Check {
  name: string
  isOk: boolean
  info?: string
}

/** Checks everything the service needs; never rejects. */
export type Readiness = () => Promise<Check[]>

export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const checks = await readiness()
    const isReady = checks.every(({ isOk }) => isOk)
    reply.header('cache-control', 'no-store')
    if (!isReady) reply.code(503).header('retry-after', '5')
    return { status: isReady ? 'ready' : 'not ready', checks }
  })
}
