// Reading without waste and writing without loss, by the ETag of a resource.
import type { Reply } from './call.ts'
import { WalkaroundError } from './errors.ts'

const CHANGED_MEANWHILE = 412

/**
 * Reads, and writes what `write` makes of it only if nobody wrote in between; otherwise it reads again and repeats the change.
 * `write` must pass on its second argument as `ifMatch`.
 */
export async function changeWithTag<Data, Result>(
  read: () => Promise<Reply<200, Data>>,
  write: (data: Data, ifMatch: string) => Promise<Result>,
  { attempts = 5 }: { attempts?: number } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const { data, etag } = await read()
    if (etag === undefined)
      throw new TypeError('changeWithTag: the reply has no ETag, so its change cannot be guarded')
    try {
      return await write(data, etag)
    } catch (error) {
      const isChanged = error instanceof WalkaroundError && error.status === CHANGED_MEANWHILE
      if (!isChanged || attempt >= attempts) throw error
    }
  }
}

/** Makes a function that reads the same thing again and again, and is sent the body only if it changed. */
export function rememberTag<Data>(
  read: (ifNoneMatch: string | undefined) => Promise<Reply<200, Data> | Reply<304, undefined>>,
): () => Promise<{ data: Data; isChanged: boolean }> {
  let last: Reply<200, Data> | undefined
  return async () => {
    const reply = await read(last?.etag)
    const isChanged = reply.status === 200
    if (isChanged) last = reply
    if (last === undefined) throw new TypeError('rememberTag: the first reply was 304')
    return { data: last.data, isChanged }
  }
}
