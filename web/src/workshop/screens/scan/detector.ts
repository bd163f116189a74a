// Finds barcodes in what the camera sees: with the browser's own detector, otherwise with ours, which is loaded when it is needed.

type Detect = (video: HTMLVideoElement) => Promise<string | undefined>

const formats = ['code_39', 'code_128', 'data_matrix', 'qr_code']

/** Not in TypeScript's library: only some browsers have it. */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
  getSupportedFormats(): Promise<string[]>
}

/** Wide enough for a VIN in Code 39, small enough for a slow tablet. */
const widest = 1280

export async function makeDetector(): Promise<Detect> {
  const own = (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector
  const known = (await own?.getSupportedFormats().catch(() => [])) ?? []
  if (own && formats.every((format) => known.includes(format))) {
    const detector = new own({ formats })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { readPicture } = await import('./reader.ts')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, widest / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0 || canvas.height === 0) return undefined
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return readPicture(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}
