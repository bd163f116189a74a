// Asks the worker whether a photo may be blurred or too dark. Where there are no workers, no photo is doubted.
import { appUrl } from '../../places.ts'
import type { Doubt } from '../../store/tables.ts'

type Tell = (doubt: Doubt | undefined) => void

let worker: Worker | undefined
let count = 0
const waiting = new Map<number, Tell>()

function start(): Worker {
  const made = new Worker(appUrl(DOUBT_WORKER))
  made.addEventListener('message', ({ data }: MessageEvent<{ id: number; doubt?: Doubt }>) => {
    waiting.get(data.id)?.(data.doubt)
    waiting.delete(data.id)
  })
  made.addEventListener('error', () => {
    for (const tell of waiting.values()) tell(undefined)
    waiting.clear()
    // The next photo tries again.
    worker = undefined
  })
  return made
}

export function findDoubt(picture: Blob): Promise<Doubt | undefined> {
  if (typeof Worker === 'undefined') return Promise.resolve(undefined)
  worker ??= start()
  const id = ++count
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    worker?.postMessage({ id, picture })
  })
}
