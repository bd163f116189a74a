// The camera of the device: opens it, sets light and zoom where it has them, takes a still picture, and makes a small preview of any
// picture. Stores nothing.

export type CameraFailure = 'unsupported' | 'denied' | 'absent' | 'busy'

export class CameraError extends Error {
  override name = 'CameraError'
  readonly why: CameraFailure
  constructor(why: CameraFailure) {
    super(why)
    this.why = why
  }
}

/** The rear camera if there is one. With as many pixels as it offers: a photo is kept as it was taken. */
export async function openCamera({ withSound = false } = {}): Promise<MediaStream> {
  // Browsers hide it if the connection is not trusted.
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('unsupported')
  const size = withSound
    ? { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } }
    : // Some browsers let a page zoom only if it asked for that with the camera.
      { width: { ideal: 4096 }, height: { ideal: 3072 }, zoom: true }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: withSound,
      video: { facingMode: { ideal: 'environment' }, ...size },
    })
  } catch (error) {
    const { name } = error as Error
    if (name === 'NotAllowedError' || name === 'SecurityError') throw new CameraError('denied')
    if (name === 'NotFoundError' || name === 'OverconstrainedError') throw new CameraError('absent')
    throw new CameraError('busy')
  }
}

export function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Smallest, largest and current value in the camera's own unit: a factor or per cent. */
interface Zoom {
  readonly min: number
  readonly max: number
  readonly value: number
}

/** What this camera can do besides pictures. */
export interface Controls {
  readonly hasTorch: boolean
  readonly zoom?: Zoom
}

/** Not in TypeScript's library: only some cameras have them. */
interface CameraValues {
  torch?: boolean
  zoom?: { min?: number; max?: number } | number
}
type Track = Pick<MediaStreamTrack, 'getSettings' | 'applyConstraints'> &
  Partial<Pick<MediaStreamTrack, 'getCapabilities'>>

/** Complete only once the picture is running. */
export function controlsOf(track: Track | undefined): Controls {
  const can = (track?.getCapabilities?.() ?? {}) as CameraValues
  const { min, max } = typeof can.zoom === 'object' ? can.zoom : {}
  const now = (track?.getSettings() ?? {}) as CameraValues
  const isZoomed = min !== undefined && max !== undefined && min > 0 && max > min
  const value = typeof now.zoom === 'number' ? now.zoom : min
  return {
    hasTorch: can.torch === true,
    ...(isZoomed && value !== undefined ? { zoom: { min, max, value } } : {}),
  }
}

/** False if the camera did not do it. */
export async function setControl(
  track: Track | undefined,
  value: { torch: boolean } | { zoom: number },
): Promise<boolean> {
  try {
    await track?.applyConstraints({ advanced: [value as MediaTrackConstraintSet] })
    return track !== undefined
  } catch {
    return false
  }
}

const factors = [1, 1.5, 2, 3, 4, 6, 8, 10]

/** What 1× is: a camera with a wide lens begins below it. */
const baseOf = ({ min }: Zoom) => (min < 1 ? 1 : min)

/** The values that the buttons walk through, in the camera's unit. */
export function zoomLevels(zoom: Zoom): number[] {
  const levels = factors.map((factor) => factor * baseOf(zoom)).filter((level) => level <= zoom.max)
  return zoom.min < 1 ? [zoom.min, ...levels] : levels
}

/** 1.5 of a zoom that stands at one and a half times. */
export const zoomFactor = (zoom: Zoom): number => Math.round((zoom.value / baseOf(zoom)) * 10) / 10

const photoQuality = 0.92
const previewSide = 320

/** The current frame, in the camera's own resolution. */
export function grabFrame(video: HTMLVideoElement): Promise<Blob> {
  return toJpeg(video, video.videoWidth, video.videoHeight, photoQuality)
}

/** Undefined if the browser cannot read the picture (HEIC outside Safari); a placeholder is shown instead. */
export async function makePreview(picture: Blob | HTMLVideoElement): Promise<ArrayBuffer | undefined> {
  try {
    const source = picture instanceof Blob ? await createImageBitmap(picture) : picture
    const [width, height] =
      source instanceof HTMLVideoElement
        ? [source.videoWidth, source.videoHeight]
        : [source.width, source.height]
    const scale = Math.min(1, previewSide / Math.max(width, height, 1))
    const small = await toJpeg(source, Math.round(width * scale), Math.round(height * scale), 0.8)
    if (source instanceof ImageBitmap) source.close()
    return await small.arrayBuffer()
  } catch {
    return undefined
  }
}

function toJpeg(source: CanvasImageSource, width: number, height: number, quality: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, width)
  canvas.height = Math.max(1, height)
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality)
  })
}
