import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { isSoundPng } from './sound-png.ts'

const create = (channels: 3 | 4) => ({ create: { width: 40, height: 30, channels, background: '#12345680' } })

test('a whole PNG is sound, whatever its colours', async () => {
  for (const channels of [3, 4] as const)
    assert.ok(isSoundPng(await sharp(create(channels)).png().toBuffer()))
  assert.ok(isSoundPng(await sharp(create(3)).greyscale().toColourspace('b-w').png().toBuffer()))
  const noise = {
    width: 64,
    height: 64,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
  }
  assert.ok(
    isSoundPng(
      await sharp({ create: { ...noise, background: '#fff' } })
        .png({ palette: true, colours: 200 })
        .toBuffer(),
    ),
  )
})

test('cut, altered, interlaced and foreign files are not', async () => {
  const png = await sharp(create(4)).png().toBuffer()
  for (const length of [0, 8, 30, 57, png.length - 12, png.length - 1])
    assert.ok(!isSoundPng(png.subarray(0, length)), `${length}`)
  const at = png.indexOf('IDAT') + 6
  const altered = Buffer.from(png)
  altered.fill(7, at, at + 10)
  assert.ok(!isSoundPng(altered))
  const large = Buffer.from(png)
  large.writeUInt32BE(100_000, 16)
  assert.ok(!isSoundPng(large))
  assert.ok(!isSoundPng(await sharp(create(3)).png({ progressive: true }).toBuffer()))
  assert.ok(!isSoundPng(await sharp(create(3)).jpeg().toBuffer()))
})
