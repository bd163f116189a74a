// The link of an owner in what people read of callbacks: a body carries the one that decides, and nobody but its person and the
// DMS may have that (I3).
import type { Scope } from '../../scope.ts'

/** What people see in place of the link of an owner is the doing of whoever makes links. */
export interface ShowingLinks {
  shownLink: (scope: Scope, url: string) => Promise<string>
}

/** Shown to people in place of the link that a body carries (I3). */
export type ShownLink = (url: string) => Promise<string>

/** A body for people to read: its link is another one, every other byte is as it was sent. */
export async function withShownLink(body: string, shownLink: ShownLink): Promise<string> {
  const url = linkIn(body)
  if (url === undefined) return body
  const shown = await shownLink(url)
  return body.replaceAll(JSON.stringify(url), () => JSON.stringify(shown))
}

function linkIn(body: string): string | undefined {
  try {
    const { linkUrl } = JSON.parse(body) as { linkUrl?: unknown }
    return typeof linkUrl === 'string' ? linkUrl : undefined
  } catch {
    return undefined
  }
}

const OWNER_TOKEN = /\/o\/[\w-]+\.([\w-]{32})$/

/** What a receiver answered, without the link it was told: some send back what they got. */
export function withoutLink<T extends string | undefined>(answer: T, body: string): T {
  const token = OWNER_TOKEN.exec(linkIn(body) ?? '')?.[1]
  return (token === undefined ? answer : answer?.replaceAll(token, '…')) as T
}
