// Reads the reply to ListObjectsV2, whose XML is flat enough to read without a parser. Pure.
import { FilesError } from './files-error.ts'

export type Listing = { files: { key: string; size: number; changedAt: Date }[]; next: string | undefined }

export function readListing(xml: string): Listing {
  if (!/<ListBucketResult[\s>]/.test(xml))
    throw new FilesError('The S3 store replied with something other than a listing.')
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: textOf(entry, 'Key') ?? '',
    size: Number(textOf(entry, 'Size')),
    changedAt: new Date(textOf(entry, 'LastModified') ?? Number.NaN),
  }))
  if (
    files.some(({ key, size, changedAt }) => key === '' || !(size >= 0) || Number.isNaN(changedAt.getTime()))
  )
    throw new FilesError('The S3 store replied with a listing that cannot be read.')
  const rest = xml.replaceAll(/<Contents>.*?<\/Contents>/gs, '')
  const next = textOf(rest, 'NextContinuationToken')
  if (textOf(rest, 'IsTruncated') !== 'true') return { files, next: undefined }
  if (!next) throw new FilesError('The S3 store ended a listing early without saying where it goes on.')
  return { files, next }
}

function textOf(xml: string, element: string): string | undefined {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return found === undefined ? undefined : decode(found)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (all, dec, hex, name) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? all
      const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )
}
