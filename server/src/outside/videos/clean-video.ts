// Removes from a video what the recorder wrote beside pictures and sound: places, times, names of devices and people. The file is
// changed in place.
import { createHash } from 'node:crypto'
import type { Container } from '../ffmpeg.ts'
import { cleanIsoMedia } from './isobmff.ts'
import { cleanMatroska } from './matroska.ts'
import { VideoFile } from './video-file.ts'
import { unreadable } from './video-refused.ts'

export interface CleanVideo {
  /** Of the cleaned file, in hex. */
  sha256: string
  bytes: number
}

/** Throws VideoRefused if the structure cannot be understood; the file must not be used then. */
export function cleanVideo(path: string, container: Container): CleanVideo {
  const file = new VideoFile(path)
  try {
    if (container === 'mov') cleanIsoMedia(file)
    else cleanMatroska(file)
    const hash = createHash('sha256')
    for (const chunk of file.chunks()) hash.update(chunk)
    return { sha256: hash.digest('hex'), bytes: file.size }
  } catch (error) {
    // Malformed tables lead to reads after the end of a buffer.
    throw error instanceof RangeError ? unreadable() : error
  } finally {
    file.close()
  }
}
