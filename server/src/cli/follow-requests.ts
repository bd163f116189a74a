// `request log --follow`: asks for what is new about every second, and writes each request once.
import { setTimeout } from 'node:timers/promises'
import type { LoggedRequest } from '@walkaround/contract/app/requests.ts'

const PAUSE_MS = 1_000
const MOST = 200

type Page = { requests: LoggedRequest[] }

/** Ends when the signal says so, as Ctrl-C does. */
export async function followRequests(
  args: Record<string, unknown>,
  list: (args: Record<string, unknown>) => Promise<Page>,
  { write, signal }: { write: (request: LoggedRequest) => void; signal: AbortSignal },
): Promise<void> {
  const { follow: _follow, ...fields } = args
  let page = await list(fields)
  let since = new Date().toISOString()
  let shown = new Set<string>()
  while (!signal.aborted) {
    for (const request of page.requests.toReversed()) if (!shown.has(request.id)) write(request)
    shown = new Set(page.requests.map(({ id }) => id))
    since = page.requests[0]?.at ?? since
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {})
    if (!signal.aborted) page = await list({ ...fields, since, limit: MOST })
  }
}
