// Takes out of a video what the recorder wrote into it beside pictures and sound: places, times, names of devices and
// people. The file is changed in place.
import { createHash } from 'node:crypto'
import type { Container } from '../ffmpeg.ts'
import { cleanIsoMedia } from './isobmff.ts'
import { cleanMatroska } from './matroska.ts'
import { VideoFile } from './video-file.ts'
import { unreadable } from './video-refused.ts'

export interface CleanVideo {
  /** Of what is left, in hex. */
  sha256: string
  bytes: number
}

/** Throws VideoRefused when the structure cannot be understood; the file is of no use then. */
export function cleanVideo(path: string, container: Container): CleanVideo {
  const file = new VideoFile(path)
  try {
    if (container === 'mov') cleanIsoMedia(file)
    else cleanMatroska(file)
    const hash = createHash('sha256')
    for (const chunk of file.chunks()) hash.update(chunk)
    return { sha256: hash.digest('hex'), bytes: file.size }
  } catch (error) {
    // Reading behind the end of a buffer is what malformed tables lead to.
    throw error instanceof RangeError ? unreadable() : error
  } finally {
    file.close()
  }
}
