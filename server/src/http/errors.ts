// Writes every failure as the three-field body of the interface (B6). Any error but a Problem is hidden behind a request id: its
// text could contain anything.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull, isUnavailable } from '../db/errors.ts'
import { Problem, problem } from '../problems.ts'

// Long enough for a fail-over or a restart of the database, short enough for an impatient queue.
const RETRY_AFTER_SECONDS = '5'

/** The caller's connection, not the one to the database, ended during the request. */
const isBrokenOff = (request: FastifyRequest): boolean =>
  request.raw.destroyed && !request.raw.complete && request.raw.readableEnded === false

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (isBrokenOff(request)) return problem('invalidHeader', 'the request ended before it was complete')
  if (isUnavailable(error)) {
    return problem('unavailable', 'the database cannot be reached just now; try again', {
      'retry-after': RETRY_AFTER_SECONDS,
    })
  }
  if (isDiskFull(error)) {
    return problem('unavailable', 'there is no room left on the disk of the service; try again later', {
      'retry-after': RETRY_AFTER_SECONDS,
    })
  }
  const { code, statusCode } = error as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('bodyTooLarge', `the body is longer than ${request.routeOptions.bodyLimit} bytes`)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problem('invalidHeader', 'Content-Length does not match the body')
    case 'FST_ERR_BAD_URL':
      return problem('invalidPath', 'the path holds broken percent-encoding')
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return problem('invalidHeader', 'the request is malformed')
  }
  return problem('internal', `something went wrong in the service; give support the request id ${request.id}`)
}

const refusals = new WeakMap<FastifyRequest, Problem>()

/** What a request was refused with. */
export const findRefusal = (request: FastifyRequest): Problem | undefined => refusals.get(request)

export function writeProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toProblem(error, request)
  refusals.set(request, failure)
  if (failure.status >= 500) {
    const { name, message, stack, code } = error as Error & { code?: unknown }
    // Database messages quote values; outside development only kind and place are logged.
    const place = stack
      ?.split('\n')
      .slice(1, 6)
      .map((line) => line.trim())
    request.log.error(
      { failure: { name, code, place, ...(isUnavailable(error) || isDiskFull(error) ? { message } : {}) } },
      failure.message,
    )
  }
  // Fastify closes the connection if it did not read the body, and a caller that is still sending would lose the reply. Instead the
  // rest of the body is drained (wire.ts).
  reply.removeHeader('connection')
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(failure.toBody()))
}
