// Real conversions of small generated videos; skipped where ffmpeg is not installed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createFfmpeg, VideoUnreadable } from './ffmpeg.ts'

const ffmpeg = createFfmpeg({ program: 'ffmpeg' })
const skip = (await ffmpeg.findVersion()) === undefined && 'needs ffmpeg with libx264 on this machine'
const folder = mkdtempSync(join(tmpdir(), 'walkaround-ffmpeg-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

/** Makes a test picture with a tone; the arguments choose the format. */
function make(name: string, ...args: string[]): string {
  const path = at(name)
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=15', '-f', 'lavfi', '-i', 'sine']
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...source, ...args, path], { stdio: 'ignore' })
  return path
}

const inspect = (path: string): string =>
  execFileSync('ffprobe', ['-loglevel', 'error', '-show_format', '-show_streams', path], { encoding: 'utf8' })

describe('ffmpeg', { skip }, () => {
  test('says its version, and nothing where there is no such program', async () => {
    assert.match((await ffmpeg.findVersion()) ?? '', /\d/)
    assert.equal(await createFfmpeg({ program: at('nowhere/ffmpeg') }).findVersion(), undefined)
    assert.equal(await createFfmpeg({ program: 'no-such-program' }).findVersion(), undefined)
  })

  test('a recording of a phone becomes an MP4 that plays anywhere, without what it said of the place', async () => {
    const from = make(
      'phone.mov',
      ...['-t', '3', '-c:v', 'mpeg4', '-c:a', 'pcm_s16le', '-metadata', 'location=+52.5200+013.4050/'],
      ...['-metadata', 'comment=Anna Sample', '-metadata:s:v', 'handler_name=Anna Sample'],
    )
    assert.match(readFileSync(from, 'latin1'), /52\.5200/, 'the recording has a place to lose')
    const probed = await ffmpeg.probe(from, 'mov')
    assert.deepEqual(
      { ...probed, seconds: Math.round(probed.seconds ?? 0) },
      { seconds: 3, width: 640, height: 360, hasSound: true },
    )
    const to = at('phone.mp4')
    const progress: number[] = []
    await ffmpeg.convert(from, to, {
      container: 'mov',
      maxSeconds: 60,
      seconds: 3,
      onProgress: (percent) => progress.push(percent),
    })
    const seen = inspect(to)
    for (const line of ['codec_name=h264', 'pix_fmt=yuv420p', 'codec_name=aac', 'width=640', 'height=360']) {
      assert.ok(seen.includes(line), `${line}\n${seen}`)
    }
    const bytes = readFileSync(to, 'latin1')
    assert.doesNotMatch(bytes, /52\.5200|Anna|Sample/)
    assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'the index stands before the pictures')
    assert.ok(progress.length > 0 && progress.every((percent) => percent >= 0 && percent <= 100))
    assert.equal(progress.at(-1), 100)

    const poster = at('poster.jpg')
    await ffmpeg.makePoster(to, poster, { seconds: 3 })
    assert.deepEqual([...readFileSync(poster).subarray(0, 3)], [0xff, 0xd8, 0xff])
    assert.match(inspect(poster), /width=640[\s\S]*height=360/)
  })

  test('a large picture is fitted into 1280, upright, with even sides', async () => {
    const from = make('large.mp4', '-t', '0.4', '-vf', 'scale=1080:1922', '-c:v', 'libx264', '-an')
    const to = at('large-out.mp4')
    await ffmpeg.convert(from, to, { container: 'mov', maxSeconds: 60 })
    assert.match(inspect(to), /width=718[\s\S]*height=1280/)
    const poster = at('short.jpg')
    await ffmpeg.makePoster(to, poster, { seconds: 0.4 })
    assert.ok(readFileSync(poster).length > 1_000)
  })

  test('what the browser recorded as a stream has no length, and is converted all the same', async () => {
    const path = at('stream.webm')
    const args = ['-t', '1', '-c:v', 'libvpx', '-c:a', 'libopus', '-live', '1', '-f', 'webm', 'pipe:1']
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=10', '-f', 'lavfi', '-i', 'sine']
    writeFileSync(path, execFileSync('ffmpeg', ['-loglevel', 'error', ...source, ...args]))
    const probed = await ffmpeg.probe(path, 'matroska')
    assert.equal(probed.seconds, undefined)
    const to = at('stream.mp4')
    await ffmpeg.convert(path, to, { container: 'matroska', maxSeconds: 60 })
    assert.equal(Math.round((await ffmpeg.probe(to, 'mov')).seconds ?? 0), 1)
  })

  test('what comes after the longest time is cut off', async () => {
    const from = make('long.mp4', '-t', '4', '-c:v', 'libx264', '-c:a', 'aac')
    const to = at('long-out.mp4')
    await ffmpeg.convert(from, to, { container: 'mov', maxSeconds: 1 })
    assert.ok(((await ffmpeg.probe(to, 'mov')).seconds ?? 9) < 1.5)
  })

  test('playlists, drawings, lists of files and noise are refused, and nothing they name is opened', async () => {
    const secret = make('secret.mp4', '-t', '0.2', '-c:v', 'libx264', '-an')
    const hostile = {
      'list.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
      'list.txt': `ffconcat version 1.0\nfile '${secret}'\n`,
      'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/hostname"/></svg>',
      'noise.bin': Buffer.alloc(5_000, 7),
      'half.mp4': readFileSync(secret).subarray(0, 400),
    }
    for (const [name, content] of Object.entries(hostile)) {
      writeFileSync(at(name), content)
      for (const container of ['mov', 'matroska'] as const) {
        await assert.rejects(ffmpeg.probe(at(name), container), VideoUnreadable, name)
        await assert.rejects(
          ffmpeg.convert(at(name), at('out.mp4'), { container, maxSeconds: 60 }),
          VideoUnreadable,
          name,
        )
      }
    }
  })

  test('pictures of a size nobody films are refused before they are decoded', async () => {
    const path = make('huge.mov', '-frames:v', '1', '-vf', 'scale=8256:4400', '-c:v', 'mjpeg', '-an')
    await assert.rejects(ffmpeg.probe(path, 'mov'), /too large: 8256 × 4400 pixels/)
  })

  test('a sound without a picture is no video', async () => {
    const path = at('sound.mp4')
    execFileSync('ffmpeg', [
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      'sine',
      '-t',
      '1',
      '-c:a',
      'aac',
      path,
    ])
    await assert.rejects(ffmpeg.probe(path, 'mov'), /no picture/)
  })

  test('ends when it is told to, and when it takes too long', async () => {
    const from = make('slow.mp4', '-t', '5', '-c:v', 'libx264', '-an')
    const stopped = AbortSignal.abort()
    await assert.rejects(
      ffmpeg.convert(from, at('stopped.mp4'), { container: 'mov', maxSeconds: 60, signal: stopped }),
    )
    const stopping = new AbortController()
    const conversion = ffmpeg.convert(from, at('stopped.mp4'), {
      container: 'mov',
      maxSeconds: 60,
      seconds: 5,
      signal: stopping.signal,
    })
    stopping.abort()
    await assert.rejects(conversion, /stopped/)
    const hasty = createFfmpeg({ program: 'ffmpeg', timeLimitMs: 1 })
    await assert.rejects(
      hasty.convert(from, at('hasty.mp4'), { container: 'mov', maxSeconds: 60 }),
      /took longer/,
    )
  })
})
