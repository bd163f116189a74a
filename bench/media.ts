// `npm run bench -- --only=media`: printed forms and photos compared with the obvious alternative, and how making forms affects
// everybody else. Only ratios matter.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createFormPool } from '../server/src/features/printed-forms/read-form.ts'
import { createImages } from '../server/src/outside/images/images.ts'
import { fourPageActs } from './media-act.ts'
import { openChromium } from './media-chromium.ts'
import { latencyWhileDrawing } from './media-latency.ts'
import { median } from './median.ts'

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Medians of both, with interleaved rounds; the first rounds warm up and do not count. */
async function sideBySide(
  rounds: number,
  ours: () => Promise<unknown>,
  other: () => Promise<unknown>,
  warming = 1,
) {
  const seen = { ours: [] as number[], other: [] as number[] }
  for (let round = -warming; round < rounds; round++) {
    const [one, two] = [await timed(ours), await timed(other)]
    if (round < 0) continue
    seen.ours.push(one)
    seen.other.push(two)
  }
  return { ours: median(seen.ours), other: median(seen.other) }
}

const row = (name: string, ours: number, other: number, ratio: number, goal: string) =>
  `| ${name} | ${ours.toFixed(1)} ms | ${other.toFixed(1)} ms | **${ratio.toFixed(2)}** | ${goal} |`

export async function benchMedia(rounds: number): Promise<string> {
  const rows = [await benchForm(rounds), await benchThumbnail(rounds), await benchLatency()]
  return [
    `${rounds} rounds, medians:`,
    '',
    '| what | ours | beside | ratio | goal |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

async function benchForm(rounds: number): Promise<string> {
  const name = 'four-page act with six photos, beside warm headless Chromium'
  const chromium = await openChromium()
  if (!chromium) return `| ${name} | – | – | skipped: no Chromium was found (set CHROMIUM to its path) | 10 |`
  const pool = createFormPool({ size: 1 })
  try {
    const actOf = await fourPageActs()
    const done = { ours: 0, other: 0 }
    const print = {
      ours: () => pool.run(actOf(done.ours++)),
      other: () => chromium.print(actOf(done.other++)),
    }
    const [pages, theirs] = [pagesOf(await print.ours()), pagesOf(await print.other())]
    if (pages !== 4 || theirs !== 4) throw new Error(`not the four pages: ${pages} and ${theirs}`)
    const { ours, other } = await sideBySide(FORM_ROUNDS * rounds, print.ours, print.other, FORM_ROUNDS)
    return row(name, ours, other, other / ours, 'at least 10')
  } finally {
    await chromium.close()
    await pool.close()
  }
}

/** Both are warm after this many forms: the engine's compiler has seen the code that runs often. */
const FORM_ROUNDS = 10

const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b(?!s)/g)?.length

async function benchThumbnail(rounds: number): Promise<string> {
  const images = createImages({ size: 1 })
  try {
    const source = await sharp({
      create: {
        width: 4000,
        height: 3000,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
        background: '#888',
      },
    })
      .blur(4)
      .jpeg({ quality: 90 })
      .toBuffer()
    const bare = () =>
      sharp(source, { sequentialRead: true })
        .rotate()
        .resize(320, 240, { fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 80 })
        .toBuffer()
    const { ours, other } = await sideBySide(rounds, () => images.makeSize(source, 'medium'), bare)
    return row(
      '320-pixel thumbnail of a 12-megapixel JPEG, beside bare sharp',
      ours,
      other,
      other / ours,
      'at least 0.80',
    )
  } finally {
    await images.close()
  }
}

async function benchLatency(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-bench-media-'))
  try {
    const { atRest, busy } = await latencyWhileDrawing(folder)
    return row(
      'latency of reading an order while 20 forms are made, beside at rest',
      busy,
      atRest,
      busy / atRest,
      'at most 2',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
