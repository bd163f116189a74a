// Videos as recorders write them: after cleaning, every picture and every sound decodes as before, and the place is gone.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { withoutFfmpeg } from '../../../test/support/uploads.ts'
import { cleanVideo } from './clean-video.ts'

const PLACE = '+52.5200+013.4050/'
const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=10', '-f', 'lavfi', '-i', 'sine', '-t', '2']
const told = ['-metadata', `location=${PLACE}`, '-metadata', 'title=Secret', '-metadata', 'make=Secret']

const recordings: readonly [name: string, file: string, args: readonly string[]][] = [
  ['QuickTime of a phone', 'phone.mov', ['-c:v', 'libx264', '-c:a', 'aac', '-movflags', 'use_metadata_tags']],
  [
    'QuickTime with a time code and plain sound',
    'camera.mov',
    ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le', '-timecode', '01:00:00:00'],
  ],
  [
    'MP4 that begins with its tables',
    'first.mp4',
    ['-c:v', 'libx264', '-c:a', 'aac', '-movflags', '+faststart'],
  ],
  [
    'MP4 in pieces',
    'pieces.mp4',
    ['-c:v', 'libx264', '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
  ],
  [
    'MP4 in pieces of the older kind',
    'older.mp4',
    ['-c:v', 'libx264', '-c:a', 'aac', '-movflags', 'frag_keyframe'],
  ],
  ['3GPP', 'old.3gp', ['-c:v', 'mpeg4', '-c:a', 'aac']],
]

/** What a player shows and plays, picture by picture. */
const decoded = (path: string) =>
  execFileSync('ffmpeg', ['-loglevel', 'error', '-i', path, '-f', 'framemd5', '-']).toString()

function check(file: string, args: readonly string[], container: 'mov' | 'matroska'): void {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-real-'))
  try {
    const [sent, cleaned] = [join(folder, file), join(folder, `clean-${file}`)]
    execFileSync('ffmpeg', ['-loglevel', 'error', ...source, ...args, ...told, sent])
    copyFileSync(sent, cleaned)
    cleanVideo(cleaned, container)
    assert.match(readFileSync(sent, 'latin1'), /52\.5200|Secret/)
    assert.doesNotMatch(readFileSync(cleaned, 'latin1'), /52\.5200|Secret|Lavf/)
    assert.equal(decoded(cleaned), decoded(sent))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('after cleaning, with all its pictures and sound', { skip: withoutFfmpeg }, () => {
  for (const [name, file, args] of recordings) test(name, () => check(file, args, 'mov'))
  const hasVp8 =
    withoutFfmpeg === false && execFileSync('ffmpeg', ['-hide_banner', '-encoders']).includes(' libvpx ')
  test('WebM', { skip: !hasVp8 && 'needs ffmpeg with libvpx on this machine' }, () =>
    check('browser.webm', ['-c:v', 'libvpx', '-c:a', 'libopus'], 'matroska'),
  )
})
