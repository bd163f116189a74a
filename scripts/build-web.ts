// Builds what browsers run into web/dist: node scripts/build-web.ts [workshop] [desk] [console]. It takes seconds, so there is no --watch.
// Only the code for browsers is built; all other code runs without a build.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildRecordOf, bundles } from './setup/web-build.mjs'
import { type Built, root } from './web/esbuild.ts'
import { buildOffice } from './web/office.ts'
import { buildWorkshop } from './web/workshop.ts'

const builds: Record<string, (folder: string) => Promise<Built>> = {
  workshop: buildWorkshop,
  desk: (folder) => buildOffice('desk', folder),
  console: (folder) => buildOffice('console', folder),
}

/** The file itself, and compressed as it is sent: the service only chooses. Returns how many bytes that is. */
async function writeFile(folder: string, { path, contents }: Built['files'][number]): Promise<number> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
  }
  writeFileSync(join(folder, path), contents)
  const packed = await promisify(brotliCompress)(contents, { params })
  writeFileSync(join(folder, `${path}.br`), packed)
  writeFileSync(join(folder, `${path}.gz`), await promisify(gzip)(contents, { level: 9 }))
  return packed.length
}

async function makeBundle(name: string): Promise<void> {
  const target = join(root, 'web/dist', name)
  const folder = `${target}-${process.pid}`
  try {
    const { files, record } = await builds[name]!(folder)
    mkdirSync(join(folder, 'assets'), { recursive: true })
    const sizes = await Promise.all(files.map((file) => writeFile(folder, file)))
    writeFileSync(join(folder, 'build.json'), `${JSON.stringify(record, null, 2)}\n`)
    // All or nothing: a service that starts meanwhile must never see half a build.
    rmSync(target, { recursive: true, force: true })
    renameSync(folder, target)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    console.log(
      `${buildRecordOf(name)}: ${files.length} files, ${Math.round(bytes / 1000)} kB as they travel`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !bundles.includes(name))
if (unknown !== undefined)
  throw new Error(`there is no bundle "${unknown}"; there are ${new Intl.ListFormat('en').format(bundles)}`)
for (const name of asked.length > 0 ? asked : bundles) await makeBundle(name)
