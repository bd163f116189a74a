// The running camera as the screen sees it: its picture, why there is none, its light and its zoom.
import { type RefObject, useEffect, useRef, useState } from 'preact/compat'
import {
  CameraError,
  type CameraFailure,
  type Controls,
  closeCamera,
  controlsOf,
  openCamera,
  setControl,
  zoomLevels,
} from './device.ts'

type CameraState = 'opening' | 'ready' | CameraFailure

export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const stream = useRef<MediaStream>(undefined)
  const [state, setState] = useState<CameraState>('opening')
  const [controls, setControls] = useState<Controls>({ hasTorch: false })
  const [isLit, setLit] = useState(false)
  const track = () => stream.current?.getVideoTracks()[0]
  useEffect(() => {
    let isGone = false
    openCamera().then(
      (opened) => {
        if (isGone || !video.current) return closeCamera(opened)
        stream.current = opened
        video.current.srcObject = opened
        return undefined
      },
      (error: unknown) => setState(error instanceof CameraError ? error.why : 'busy'),
    )
    return () => {
      isGone = true
      closeCamera(stream.current)
    }
  }, [video])
  const onPlaying = () => {
    setState('ready')
    setControls(controlsOf(track()))
  }
  const light = async () => {
    if (await setControl(track(), { torch: !isLit })) setLit(!isLit)
  }
  /** To the next or the previous step. */
  const zoomBy = async (step: 1 | -1) => {
    const { zoom } = controls
    if (!zoom) return
    const levels = zoomLevels(zoom)
    const next =
      step === 1 ? levels.find((level) => level > zoom.value) : levels.findLast((level) => level < zoom.value)
    if (next !== undefined && (await setControl(track(), { zoom: next })))
      setControls({ ...controls, zoom: { ...zoom, value: next } })
  }
  return { state, onPlaying, controls, isLit, light, zoomBy }
}
