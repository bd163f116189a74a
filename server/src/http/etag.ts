// Entity tags in headers (B7). Compressed bytes differ and have their own tag; as a precondition it names the same state.

export const codedTag = (tag: string, coding: string): string => tag.replace(/"$/, `-${coding}"`)

const CODED = /-(?:br|gzip)"$/

/** Whether a tag is in the list of an If-Match or If-None-Match header. */
export function isListed(header: string, etag: string, isWeakAllowed: boolean): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((entry) => {
    const tag = isWeakAllowed ? entry.trim().replace(/^W\//, '') : entry.trim()
    return tag === etag || tag.replace(CODED, '"') === etag
  })
}
