// The owner's link in what people read about callbacks: a body contains the link that decides, and only its recipient and the DMS
// may have that (I3).
import type { Scope } from '../../scope.ts'

/** The feature that makes links decides what people see instead of an owner's link. */
export interface ShowingLinks {
  shownLink: (scope: Scope, url: string) => Promise<string>
}

/** Shown to people in place of the link that a body carries (I3). */
export type ShownLink = (url: string) => Promise<string>

/** A body for people to read: its link is replaced, every other byte is as sent. */
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

/** A receiver's reply without the link: some receivers send back what they got. */
export function withoutLink<T extends string | undefined>(answer: T, body: string): T {
  const token = OWNER_TOKEN.exec(linkIn(body) ?? '')?.[1]
  return (token === undefined ? answer : answer?.replaceAll(token, '…')) as T
}
