// The replies of a real run of the conformance kit, to be given again: so a stand-in with one fault after another costs one run.
import type { Reply, Request, Send } from '../../src/conformance/exchange.ts'

/** Passes requests on and keeps the replies, clause by clause. */
export function recording(send: Send): { send: Send; requests: Request[]; replay: () => Send } {
  const requests: Request[] = []
  const kept = new Map<string, Reply[]>()
  const keyOf = (request: Request, clause: string) => JSON.stringify([clause, request])
  return {
    requests,
    async send(request, clause) {
      requests.push(request)
      const reply = await send(request, clause)
      const key = keyOf(request, clause)
      kept.set(key, [...(kept.get(key) ?? []), reply])
      return reply
    },
    /** The same replies to the same requests in their order, the last one again and again; another request is passed on. */
    replay() {
      const given = new Map<string, number>()
      return async (request, clause) => {
        const key = keyOf(request, clause)
        const index = given.get(key) ?? 0
        given.set(key, index + 1)
        const replies = kept.get(key)
        return replies?.[Math.min(index, replies.length - 1)] ?? send(request, clause)
      }
    },
  }
}
