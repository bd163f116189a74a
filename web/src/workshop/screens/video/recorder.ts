// Records from a camera in pieces of a few seconds and passes on each one. Knows no store and no screen.
import type { SessionLimits } from '@walkaround/contract/app/session.ts'

/** Formats that play everywhere come first: if the server cannot convert, the owner gets the recording itself. */
const formats = [
  'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
  'video/webm',
  'video/mp4',
]
/** Seconds that a crash may lose. */
const sliceMs = 3_000
/** Good enough for a brake disc, small enough for a workshop's Wi-Fi: about 19 MB per minute. */
const bitsPerSecond = 2_500_000

export function pickFormat(isSupported: (type: string) => boolean): string | undefined {
  return formats.find(isSupported)
}

export interface Recording {
  contentType: string
  pause(): void
  resume(): void
  /** Resolves when the last piece was passed on. */
  stop(): Promise<void>
}

/** `onPiece` is awaited in order; if it fails, `onFail` is called and recording stops. */
export function record(
  stream: MediaStream,
  onPiece: (piece: Blob) => Promise<void>,
  onFail: (error: Error) => void,
): Recording {
  const format = pickFormat((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, {
    ...(format === undefined ? {} : { mimeType: format }),
    videoBitsPerSecond: bitsPerSecond,
  })
  let kept = Promise.resolve()
  const ended = new Promise<void>((resolve) =>
    recorder.addEventListener('stop', () => resolve(), { once: true }),
  )
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return
    kept = kept
      .then(() => onPiece(data))
      .catch((error: Error) => {
        if (recorder.state !== 'inactive') recorder.stop()
        onFail(error)
      })
  })
  recorder.start(sliceMs)
  return {
    contentType: (recorder.mimeType || format || 'video/webm').split(';')[0] as string,
    pause: () => {
      if (recorder.state !== 'recording') return
      recorder.requestData()
      recorder.pause()
    },
    resume: () => {
      if (recorder.state === 'paused') recorder.resume()
    },
    stop: async () => {
      if (recorder.state !== 'inactive') recorder.stop()
      await ended
      await kept
    },
  }
}

/** The service's defaults, until it says otherwise. */
const usual: VideoLimits = { videoSeconds: 600, videoBytes: 2 ** 31 }
type VideoLimits = Pick<SessionLimits, 'videoSeconds' | 'videoBytes'>

/** The longest recording in seconds: what the server accepts, and what fits at our bit rate. */
export const longestSeconds = ({ videoSeconds, videoBytes }: VideoLimits = usual): number =>
  Math.min(videoSeconds, Math.floor((videoBytes * 8) / bitsPerSecond))

/** Encoders keep their bit rate only on average, and the piece being recorded is still to come. */
export function isFull(savedBytes: number, { videoBytes }: VideoLimits = usual): boolean {
  const pieceBytes = (bitsPerSecond / 8) * (sliceMs / 1000)
  return savedBytes >= videoBytes - Math.min(2 * pieceBytes, videoBytes / 2)
}

/** Seconds recorded, without pauses. Times in milliseconds. */
export interface Clock {
  recorded: number
  since?: number
}
export const elapsed = ({ recorded, since }: Clock, now: number): number =>
  Math.floor((recorded + (since === undefined ? 0 : now - since)) / 1000)
export const pauseClock = (clock: Clock, now: number): Clock => ({
  recorded: clock.recorded + (clock.since === undefined ? 0 : now - clock.since),
})
export const runClock = (clock: Clock, now: number): Clock => ({ recorded: clock.recorded, since: now })
