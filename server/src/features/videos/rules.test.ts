// First bytes of files sent as videos.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTooLong, sniffVideo } from './rules.ts'

const ftyp = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\x02\0isomiso2`, 'latin1')
const ebml = (type: string) =>
  Buffer.from(
    `\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82${String.fromCharCode(0x80 + type.length)}${type}`,
    'latin1',
  )

test('what phones and browsers record is known by its first bytes', () => {
  assert.equal(sniffVideo(ftyp('isom'))?.contentType, 'video/mp4')
  assert.equal(sniffVideo(ftyp('mp42'))?.contentType, 'video/mp4')
  assert.equal(sniffVideo(ftyp('qt  '))?.contentType, 'video/quicktime')
  assert.equal(sniffVideo(ftyp('3gp4'))?.contentType, 'video/3gpp')
  assert.equal(
    sniffVideo(Buffer.from('\0\0\0\x08wide\0\0\0\0mdat', 'latin1'))?.contentType,
    'video/quicktime',
  )
  assert.deepEqual(sniffVideo(ebml('webm')), { contentType: 'video/webm', container: 'matroska' })
})

test('nothing else is a video', () => {
  const others = [
    ftyp('heic'),
    ftyp('avif'),
    ftyp('M4A '),
    ebml('matroska'),
    Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:10\n'),
    Buffer.from('ffconcat version 1.0\n'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('<html><video src=x>'),
    Buffer.from('RIFF\0\0\0\0AVI LIST'),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from('GIF89a'),
    Buffer.alloc(0),
    Buffer.alloc(300),
  ]
  for (const head of others) assert.equal(sniffVideo(head), undefined, head.toString('latin1'))
})

test('a video is too long from half a second over the setting on; an unknown length is not', () => {
  assert.equal(isTooLong(60.4, 60), false)
  assert.equal(isTooLong(60.6, 60), true)
  assert.equal(isTooLong(undefined, 60), false)
})
