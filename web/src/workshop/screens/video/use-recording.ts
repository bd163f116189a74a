// A recording as a screen sees it: camera, running, paused, over. Every piece is on the device before the next one arrives.
import { type Chapter, withChapter } from '@walkaround/contract/rules/chapters.ts'
import { useCallback, useEffect, useRef, useState } from 'preact/compat'
import { useWorkshop } from '../../app/context.tsx'
import { addChapter, appendChunk, beginVideo, finishVideo } from '../../store/media.ts'
import { holdRecording } from '../../store/recordings.ts'
import type { MediaPlace } from '../../store/tables.ts'
import { CameraError, type CameraFailure, closeCamera, makePreview, openCamera } from '../camera/device.ts'
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

interface Ends {
  /** It ended because the server accepts no more. */
  onLimit: () => void
  /** It was stored, however it ended. */
  onKept: (seconds: number) => Promise<void>
}

export function useRecording(surveyId: string, place: MediaPlace, ends: Ends) {
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
  const [chapters, setChapters] = useState<readonly Chapter[]>([])
  const latestEnds = useRef(ends)
  latestEnds.current = ends

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
    const recorded = elapsed(clock.current, performance.now())
    setState('saving')
    await now.recording.stop()
    await finishVideo(workshop.store, now.mediaId, now.preview)
    now.release()
    workshop.poke()
    await latestEnds.current.onKept(recorded)
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
    setChapters([])
    setState('recording')
  }
  /** From now on the video shows this finding. */
  const mark = async (questionId: string) => {
    const mediaId = running.current?.mediaId
    if (mediaId === undefined) return
    const chapter = { second: elapsed(clock.current, performance.now()), questionId }
    setChapters((all) => withChapter(all, chapter))
    await addChapter(workshop.store, mediaId, chapter)
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
      latestEnds.current.onLimit()
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
  return {
    video,
    state,
    failure,
    seconds,
    longest,
    savedBytes,
    chapters,
    open,
    start,
    mark,
    pause,
    resume,
    stop,
    close,
  }
}
