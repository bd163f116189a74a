// Runs ffmpeg, which reads and converts videos. It gets only local files, is told their container, and may use no other protocol
// and no playlist: every upload may be hostile.
import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { basename, dirname, join } from 'node:path'

export type Container = 'mov' | 'matroska'

interface Probed {
  /** Unknown in recordings that were written as a stream. */
  seconds?: number
  width: number
  height: number
  hasSound: boolean
}

interface ConvertOptions {
  container: Container
  /** The rest is cut off. */
  maxSeconds: number
  /** Length of the whole video, if known; for progress. */
  seconds?: number
  signal?: AbortSignal
  /** From 0 to 100. */
  onProgress?: (percent: number) => void
}

export interface Ffmpeg {
  /** Undefined if ffmpeg cannot be started or cannot make H.264 with AAC. */
  findVersion(): Promise<string | undefined>
  probe(path: string, container: Container, signal?: AbortSignal): Promise<Probed>
  /** Writes H.264 with AAC in an MP4 without metadata, which starts to play before it is fully loaded. */
  convert(from: string, to: string, options: ConvertOptions): Promise<void>
  /** Writes a still picture of about the first second as JPEG. */
  makePoster(from: string, to: string, options: { seconds?: number; signal?: AbortSignal }): Promise<void>
}

/** The file itself is the cause, so trying again would fail. The message may be shown to the sender. */
export class VideoUnreadable extends Error {
  override name = 'VideoUnreadable'
}

interface FfmpegOptions {
  /** Name or path; ffprobe is expected in the same folder. */
  program: string
  /** A conversion that takes longer is stopped. */
  timeLimitMs?: number
}

const TIME_LIMIT_MS = 30 * 60_000
const PROBE_LIMIT_MS = 60_000
/** 8K; larger ones are bombs. */
const MOST_PIXELS = 8192 * 4320
const LONGEST_SIDE = 1280
const NICENESS = 10
const MOST_OUTPUT = 256 * 1024

// The encoder needs even numbers; videos are never enlarged.
const fit = (side: 'iw' | 'ih') => `trunc(min(1\\,${LONGEST_SIDE}/max(iw\\,ih))*${side}/2)*2`
const scale = `scale=w=max(2\\,${fit('iw')}):h=max(2\\,${fit('ih')}),setsar=1,format=yuv420p`

const input = (path: string, container: Container) => [
  ...['-protocol_whitelist', 'file,pipe', '-f', container],
  ...['-i', `file:${path}`],
]
const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error']
const clean = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', '-fflags', '+bitexact']

export function createFfmpeg({ program, timeLimitMs = TIME_LIMIT_MS }: FfmpegOptions): Ffmpeg {
  const probeProgram = join(dirname(program), basename(program).replace(/ffmpeg(?!.*ffmpeg)/, 'ffprobe'))
  const prober = program.includes('/') || program.includes('\\') ? probeProgram : basename(probeProgram)

  return {
    async findVersion() {
      try {
        const limits = { limitMs: PROBE_LIMIT_MS }
        const { output } = await run(program, ['-hide_banner', '-version'], limits)
        const { output: encoders } = await run(program, ['-hide_banner', '-encoders'], limits)
        await run(prober, ['-hide_banner', '-version'], limits)
        const isEnough = / libx264 /.test(encoders) && / aac /.test(encoders)
        return isEnough ? (/version (\S+)/.exec(output)?.[1] ?? 'unknown') : undefined
      } catch {
        return undefined
      }
    },

    async probe(path, container, signal) {
      const entries =
        'format=duration:stream=codec_type,codec_name,width,height,duration:stream_disposition=attached_pic'
      const { output } = await run(
        prober,
        [
          ...['-hide_banner', '-loglevel', 'error', '-of', 'json', '-show_entries', entries],
          ...input(path, container),
        ],
        { limitMs: PROBE_LIMIT_MS, ...(signal ? { signal } : {}) },
      )
      return toProbed(output)
    },

    async convert(from, to, { container, maxSeconds, seconds, signal, onProgress }) {
      const args = [
        ...quiet,
        ...input(from, container),
        ...['-map', '0:V:0', '-map', '0:a:0?', ...clean, '-t', String(maxSeconds)],
        ...['-vf', scale, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '24', '-profile:v', 'high'],
        ...['-fpsmax', '60', '-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-flags:v', '+bitexact'],
        ...['-flags:a', '+bitexact', '-movflags', '+faststart', '-max_muxing_queue_size', '1024'],
        ...['-progress', 'pipe:1', '-f', 'mp4', '-y', `file:${to}`],
      ]
      await run(program, args, {
        limitMs: timeLimitMs,
        ...(signal ? { signal } : {}),
        onLine: (line) => {
          const at = /^out_time_us=(\d+)$/.exec(line)?.[1]
          if (at === undefined || !seconds) return
          onProgress?.(Math.min(100, Math.floor(Number(at) / 10_000 / seconds)))
        },
      })
    },

    async makePoster(from, to, { seconds, signal }) {
      // A shorter video has no picture at one second.
      const at = seconds === undefined || seconds > 1.5 ? 1 : seconds / 2
      const shoot = (second: number) =>
        run(
          program,
          [
            ...[...quiet, '-ss', String(second), ...input(from, 'mov'), '-map', '0:V:0', ...clean],
            ...['-frames:v', '1', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '3'],
            ...['-f', 'image2', '-update', '1', '-y', `file:${to}`],
          ],
          { limitMs: PROBE_LIMIT_MS, ...(signal ? { signal } : {}) },
        )
      await shoot(at)
    },
  }
}

interface ProbeOutput {
  format?: { duration?: string }
  streams?: {
    codec_type?: string
    codec_name?: string
    width?: number
    height?: number
    duration?: string
    disposition?: { attached_pic?: number }
  }[]
}

function toProbed(output: string): Probed {
  const { format, streams = [] } = JSON.parse(output) as ProbeOutput
  const video = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  )
  if (!video) throw new VideoUnreadable('there is no picture in it')
  const { width = 0, height = 0 } = video
  if (width < 1 || height < 1) throw new VideoUnreadable('its pictures have no size')
  if (width * height > MOST_PIXELS) {
    throw new VideoUnreadable(`its pictures are too large: ${width} × ${height} pixels`)
  }
  const seconds = Number(format?.duration ?? video.duration)
  return {
    width,
    height,
    hasSound: streams.some(({ codec_type }) => codec_type === 'audio'),
    ...(Number.isFinite(seconds) && seconds > 0 ? { seconds } : {}),
  }
}

interface RunOptions {
  limitMs: number
  signal?: AbortSignal
  onLine?: (line: string) => void
}

function run(
  program: string,
  args: string[],
  { limitMs, signal, onLine }: RunOptions,
): Promise<{ output: string }> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const child: ChildProcess = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    lowerPriority(child.pid)
    let output = ''
    let rest = ''
    let complaint = ''
    let ended: Error | undefined
    const end = (reason: Error) => {
      ended ??= reason
      child.kill('SIGKILL')
    }
    const timer = setTimeout(
      () => end(new VideoUnreadable(`it took longer than ${Math.round(limitMs / 1000)} seconds`)),
      limitMs,
    )
    const onAbort = () => end(new Error('stopped'))
    signal?.addEventListener('abort', onAbort)
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (!onLine) {
        output += text
        if (output.length > MOST_OUTPUT) end(new VideoUnreadable('it has too many parts'))
        return
      }
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2_000)
    })
    const done = (error?: Error) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      if (error) reject(error)
      else resolve({ output })
    }
    child.once('error', (error) => done(error))
    child.once('close', (code, killed) => {
      if (ended) return done(ended)
      if (code === 0) return done()
      // Killed from outside, for example by a system out of memory: another attempt may work.
      if (killed) return done(new Error(`${basename(program)} was ended by ${killed}`))
      done(new VideoUnreadable(reasonOf(complaint)))
    })
  })
}

/** The last error message, without the path of our temporary file. */
function reasonOf(complaint: string): string {
  const last = complaint.trim().split('\n').at(-1)?.trim() ?? ''
  const words = last
    .replace(/file:\S+/g, 'the file')
    .replace(/^\[[^\]]*\]\s*/, '')
    .slice(0, 200)
  return words === '' ? 'it cannot be read' : `it cannot be read: ${words}`
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
