// The worker that measures photos, so that the shutter never waits for it. A file of its own, built by scripts/build-web.ts.
import { doubtOf, measuredSide, measurePicture } from './measure-picture.ts'

interface WorkerScope {
  addEventListener(type: 'message', call: (event: MessageEvent<{ id: number; picture: Blob }>) => void): void
  postMessage(message: unknown): void
}
const worker = self as unknown as WorkerScope

worker.addEventListener('message', ({ data: { id, picture } }) => {
  look(picture).then(
    (doubt) => worker.postMessage({ id, doubt }),
    // A picture that this browser cannot read is not doubted.
    () => worker.postMessage({ id }),
  )
})

async function look(picture: Blob) {
  const whole = await createImageBitmap(picture)
  const scale = Math.min(1, measuredSide / Math.max(whole.width, whole.height))
  const width = Math.max(1, Math.round(whole.width * scale))
  const height = Math.max(1, Math.round(whole.height * scale))
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, width, height)
  whole.close()
  return doubtOf(measurePicture(context.getImageData(0, 0, width, height)))
}
