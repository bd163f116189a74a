// Opens the file that a signed link names, completely or in part.
import type { Readable } from 'node:stream'
import { problem } from '../../problems.ts'
import { realTimeOf, type Scope } from '../../scope.ts'
import { type LinkedFile, readLink, signLink } from './links.ts'
import type { Media } from './media.ts'

export async function getLinkedFile(
  media: Media,
  token: string,
  now: Date,
): Promise<{ file: LinkedFile; secondsLeft: number }> {
  const link = readLink(await media.linkSecret(), token, now)
  if (link === 'expired') throw problem('forbidden', 'the link has expired; ask the operation for a new one')
  if (link === 'invalid') throw problem('forbidden', 'this service did not make the link')
  return link
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/3gpp': '3gp',
  'video/webm': 'webm',
}

/** A name for saving the file: made by the service, with an ending that says what the file is. */
export const nameOf = ({ etag, contentType }: LinkedFile): string =>
  `${etag.replaceAll(/[^0-9a-z]/g, '').slice(0, 16)}.${endings[contentType] ?? 'bin'}`

interface OpenedFile {
  stream: Readable
  /** Of the whole file. */
  size: number
  part?: { start: number; end: number }
}

/** Undefined if the range starts after the end of the file. */
export async function openLinkedFile(
  media: Media,
  file: LinkedFile,
  range: string | undefined,
): Promise<OpenedFile | { size: number; isOutside: true }> {
  const found = await media.files.find(file.key)
  if (!found) throw problem('noSuchResource', 'the file is gone')
  const part = toPart(range, found.size)
  if (part === 'outside') return { size: found.size, isOutside: true }
  const opened = await media.files.open(file.key, part)
  if (!opened) throw problem('noSuchResource', 'the file is gone')
  return part ? { ...opened, part } : opened
}

/** One range, as players ask for; for several ranges or an invalid one, the whole file. */
function toPart(
  range: string | undefined,
  size: number,
): { start: number; end: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size) return 'outside'
  return start > end ? undefined : { start, end }
}

/**
 * A temporary address of a file on our own origin: clients resend their key on redirects (D6). It does not tell of which client it is,
 * so it ends by the clock of the machine.
 */
export async function linkTo(
  media: Media,
  file: LinkedFile,
  { client, now }: Pick<Scope, 'client' | 'now'>,
): Promise<string> {
  return `/media/${signLink(await media.linkSecret(), file, realTimeOf(client, now), media.linkSeconds)}`
}
