// Real pictures of the demo, and the same blurred and darkened.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { doubtOf, measuredSide, measurePicture } from './measure-picture.ts'

const pictures = [
  'brake-pad-1.9',
  'tyre-tread-2.9',
  'trim-stained',
  'odometer-48905-km',
  'door-dent',
  'oil-drip',
  'advisor-lena',
].map((name) => join(import.meta.dirname, '../../../../../demo/data', `${name}.jpg`))

async function look(picture: Sharp) {
  // As a camera stores it, and then as the worker reads it.
  const stored = await picture.jpeg({ quality: 92 }).toBuffer()
  const { data, info } = await sharp(stored)
    .resize(measuredSide, measuredSide, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return doubtOf(measurePicture({ data, width: info.width, height: info.height }))
}

/** By so many points of a picture that is 1024 wide. */
async function blurred(path: string, points: number): Promise<Sharp> {
  const { width = measuredSide } = await sharp(path).metadata()
  return sharp(path).blur((points * width) / measuredSide)
}

describe('a photo', () => {
  it('that is sharp and bright is not doubted, nor one in half the light', async () => {
    for (const path of pictures) assert.equal(await look(sharp(path)), undefined, path)
    assert.equal(await look(sharp(pictures[0]).linear(0.5, 0)), undefined)
  })

  it('that is blurred is doubted, also in half the light', async () => {
    for (const path of pictures) assert.equal(await look(await blurred(path, 4)), 'blurred', path)
    assert.equal(await look((await blurred(pictures[0] ?? '', 4)).linear(0.5, 0)), 'blurred')
  })

  it('of which a part is sharp is not doubted: the rest is background', async () => {
    const path = pictures[1] ?? ''
    const part = { left: 600, top: 400, width: 400, height: 400 }
    const middle = await sharp(path).extract(part).toBuffer()
    const around = await (await blurred(path, 8)).jpeg().toBuffer()
    assert.equal(await look(sharp(around).composite([{ input: middle, ...part }])), undefined)
  })

  it('that is dark is doubted for that, sharp or not', async () => {
    for (const path of pictures) assert.equal(await look(sharp(path).linear(0.15, 0)), 'dark', path)
    assert.equal(await look((await blurred(pictures[0] ?? '', 4)).linear(0.15, 0)), 'dark')
  })

  it('of one point or of one colour is measured too', () => {
    assert.equal(doubtOf(measurePicture({ data: [0, 0, 0, 255], width: 1, height: 1 })), 'dark')
    assert.equal(
      doubtOf(measurePicture({ data: Array(4 * 64).fill(200), width: 8, height: 8 })),
      'blurred',
      'nothing in it is sharp',
    )
  })
})
