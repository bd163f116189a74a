// A recording as a screen sees it: camera, running, paused, over. Every piece is on the device before the next one arrives.
import { useCallback, useEffect, useRef, useState } from 'preact/compat'
import { useWorkshop } from '../../app/context.tsx'
import { appendChunk, beginVideo, finishVideo, type MediaPlace } from '../../store/media.ts'
import { holdRecording } from '../../store/recordings.ts'
import { CameraError, type CameraFailure, closeCamera, makePreview, openCamera } from '../camera-device.ts'
import {
  type Clock,
  elapsed,
  isFull,
  longestSeconds,
  pauseClock,
  type Recording,
  record,
  runClock,
} from './recorder.ts'

type RecordingState = 'closed' | 'opening' | 'ready' | 'recording' | 'paused' | 'saving'

/** `onLimit`: called if it ended because the server accepts no more. */
export function useRecording(surveyId: string, place: MediaPlace, onLimit: () => void) {
  const workshop = useWorkshop()
  const limits = workshop.session()?.limits
  const longest = longestSeconds(limits)
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream>(undefined)
  const running = useRef<{
    recording: Recording
    mediaId: string
    release: () => void
    preview?: ArrayBuffer
  }>(undefined)
  const clock = useRef<Clock>({ recorded: 0 })
  const [state, setState] = useState<RecordingState>('closed')
  const [failure, setFailure] = useState<CameraFailure | 'full' | 'noRecorder'>()
  const [seconds, setSeconds] = useState(0)
  const [savedBytes, setSaved] = useState(0)
  const saved = useRef(0)
  const limitReached = useRef(onLimit)
  limitReached.current = onLimit

  const open = useCallback(async () => {
    setFailure(undefined)
    if (typeof MediaRecorder === 'undefined') return setFailure('noRecorder')
    setState('opening')
    try {
      stream.current = await openCamera({ withSound: true })
      if (video.current) video.current.srcObject = stream.current
      setState('ready')
    } catch (error) {
      setState('closed')
      setFailure(error instanceof CameraError ? error.why : 'busy')
    }
    return undefined
  }, [])

  const stop = useCallback(async () => {
    const now = running.current
    if (!now) return
    running.current = undefined
    setState('saving')
    await now.recording.stop()
    await finishVideo(workshop.store, now.mediaId, now.preview)
    now.release()
    workshop.poke()
    closeCamera(stream.current)
    stream.current = undefined
    setState('closed')
  }, [workshop])

  const start = async () => {
    if (!stream.current) return
    const preview = video.current ? await makePreview(video.current) : undefined
    let mediaId = ''
    let kept = Promise.resolve()
    const recording = record(
      stream.current,
      async (piece) => {
        await kept
        await appendChunk(workshop.store, mediaId, piece)
        saved.current += piece.size
        setSaved(saved.current)
      },
      (error) => {
        setFailure(error.name === 'QuotaExceededError' ? 'full' : 'busy')
        stop()
      },
    )
    // The first piece arrives seconds later; it still waits for its entry.
    kept = beginVideo(workshop.store, workshop.author(), surveyId, place, recording.contentType).then(
      (item) => {
        mediaId = item.id
        running.current = {
          recording,
          mediaId,
          release: holdRecording(mediaId),
          ...(preview ? { preview } : {}),
        }
      },
    )
    await kept
    clock.current = runClock({ recorded: 0 }, performance.now())
    saved.current = 0
    setSaved(0)
    setSeconds(0)
    setState('recording')
  }
  const pause = () => {
    running.current?.recording.pause()
    clock.current = pauseClock(clock.current, performance.now())
    setState('paused')
  }
  const resume = () => {
    running.current?.recording.resume()
    clock.current = runClock(clock.current, performance.now())
    setState('recording')
  }
  const close = () => {
    closeCamera(stream.current)
    stream.current = undefined
    setState('closed')
  }

  useEffect(() => {
    if (state !== 'recording') return undefined
    const wake = navigator.wakeLock?.request('screen').catch(() => undefined)
    const timer = setInterval(() => {
      const now = elapsed(clock.current, performance.now())
      setSeconds(now)
      if (now < longest && !isFull(saved.current, limits)) return
      stop()
      limitReached.current()
    }, 250)
    return () => {
      clearInterval(timer)
      wake?.then((lock) => lock?.release())
    }
  }, [state, stop, longest, limits])
  // Leaving the screen ends a recording; nothing of it is lost.
  useEffect(
    () => () => {
      if (running.current) stop()
      else closeCamera(stream.current)
    },
    [stop],
  )
  return { video, state, failure, seconds, longest, savedBytes, open, start, pause, resume, stop, close }
}
