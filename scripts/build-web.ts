// Builds the workshop app into web/dist/workshop: node scripts/build-web.ts. It takes seconds, so there is no --watch.
// Only the code for browsers is built; all other code runs without a build.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { buildRecord, hashOf } from './setup/web-build.mjs'

const root = resolve(import.meta.dirname, '..')
const source = 'web/src/workshop'
const target = join(root, 'web/dist/workshop')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const shared: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  sourcemap: false,
  metafile: true,
  write: false,
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'silent',
  // A Node module in the app is a mistake that must be found here, not on a tablet.
  platform: 'browser',
  target: ['es2022', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.wasm': 'file' },
  // The same library for browsers of our time; by its name one gets the form for old ones.
  alias: { dexie: 'dexie/dist/modern/dexie.mjs' },
}

function inputsOf(metafiles: readonly Metafile[]): Record<string, string> {
  const paths = metafiles.flatMap(({ inputs }) => Object.keys(inputs)).filter((path) => !path.startsWith('<'))
  const own = ['package.json', 'scripts/build-web.ts', 'scripts/setup/web-build.mjs']
  return Object.fromEntries([...new Set([...paths, ...own])].sort().map((path) => [path, hashOf(root, path)]))
}

/** Importing a value from a file with schemas brings in the whole library; types cost nothing. */
function assertNoSchemas({ inputs }: Metafile): void {
  const schema = Object.keys(inputs).find((path) => path.includes('node_modules/typebox/'))
  if (schema) throw new Error(`the app must not carry schemas, but bundles ${schema}`)
}

/**
 * Makes the first load few files. esbuild makes a file of what the same late files use, so the first load would fall into twenty, and
 * a slow tablet needs longer for each of them than for its bytes. If every file imports the start, all that the start needs is one.
 */
const fewFiles: Plugin = {
  name: 'few files',
  setup({ onLoad }) {
    const start = JSON.stringify(join(root, source, 'main.tsx'))
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (!path.startsWith(join(root, source))) return undefined
      return {
        contents: `${readFileSync(path, 'utf8')}\nimport ${start}`,
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }
    })
  },
}

/** What a browser loads when: the page preloads by it, and a test counts its bytes. */
function loadsOf({ outputs }: Metafile, folder: string) {
  const made = (path: string) => relative(folder, join(root, path)).replaceAll('\\', '/')
  const byEntry = new Map(Object.entries(outputs).map(([path, { entryPoint }]) => [entryPoint, path]))
  const entry = (file: string) => byEntry.get(`${source}/${file}`)!
  const withImports = (path: string, found = new Set<string>()): Set<string> => {
    if (found.has(path)) return found
    found.add(path)
    for (const { kind, path: next } of outputs[path]!.imports)
      if (kind === 'import-statement') withImports(next, found)
    return found
  }
  const main = entry('main.tsx')
  const first = withImports(main)
  const later = (file: string) => [...withImports(entry(file))].filter((path) => !first.has(path)).map(made)
  return {
    script: made(main),
    style: made(entry('styles.css')),
    checklistStyle: made(entry('checklist.css')),
    moreStyle: made(entry('more.css')),
    imported: [...first].slice(1).map(made),
    words: Object.fromEntries(
      languages.map((language) => [language, made(entry(`texts/first/${language}.generated.ts`))]),
    ),
    board: later('screens/board/board.tsx'),
    checklist: later('screens/checklist/checklist.tsx'),
  }
}

/**
 * A script that shares nothing with the app: a worker, which cannot import what the app has loaded, or the first script of the page,
 * which must not wait for the app.
 */
async function buildAlone(folder: string, name: string, file: string) {
  const { outputFiles, metafile } = await build({
    ...shared,
    entryPoints: { [name]: `${source}/${file}` },
    outdir: folder,
    entryNames: 'assets/[name]-[hash]',
    format: 'iife',
  })
  const { path, contents } = outputFiles![0]!
  return { file: { path: relative(folder, path).replaceAll('\\', '/'), contents }, metafile: metafile! }
}

async function buildApp(folder: string) {
  const doubts = await buildAlone(folder, 'doubt-worker', 'screens/camera/doubt-worker.ts')
  const opening = await buildAlone(folder, 'opening', 'opening-first.ts')
  const define = {
    APP_VERSION: JSON.stringify(version),
    DOUBT_WORKER: JSON.stringify(doubts.file.path),
    'process.env.NODE_ENV': '"production"',
  }
  const app = await build({
    ...shared,
    entryPoints: {
      main: `${source}/main.tsx`,
      styles: `${source}/styles.css`,
      checklist: `${source}/checklist.css`,
      more: `${source}/more.css`,
    },
    outdir: folder,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    format: 'esm',
    splitting: true,
    plugins: [fewFiles],
    define,
  })
  assertNoSchemas(app.metafile!)
  const files = app.outputFiles!.map(({ path, contents }) => ({
    path: relative(folder, path).replaceAll('\\', '/'),
    contents,
  }))
  files.push(doubts.file, opening.file)
  // The service worker changes whenever any file does: the names contain the hashes.
  const paths = files.map(({ path }) => path).sort()
  const stamp = createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 12)
  const worker = await build({
    ...shared,
    entryPoints: { sw: `${source}/sw/sw.ts` },
    outdir: folder,
    format: 'iife',
    define: { ...define, APP_FILES: JSON.stringify(paths), APP_STAMP: JSON.stringify(stamp) },
  })
  files.push({ path: 'sw.js', contents: worker.outputFiles![0]!.contents })
  return {
    files,
    record: {
      version,
      stamp,
      loads: { ...loadsOf(app.metafile!, folder), opening: opening.file.path },
      files: paths,
      inputs: inputsOf([app.metafile!, doubts.metafile, opening.metafile, worker.metafile!]),
    },
  }
}

/** The file itself, and compressed as it is sent: the service only chooses. */
async function writeFile(folder: string, { path, contents }: { path: string; contents: Uint8Array }) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
  }
  writeFileSync(join(folder, path), contents)
  writeFileSync(join(folder, `${path}.br`), await promisify(brotliCompress)(contents, { params }))
  writeFileSync(join(folder, `${path}.gz`), await promisify(gzip)(contents, { level: 9 }))
}

const folder = `${target}-${process.pid}`
try {
  const { files, record } = await buildApp(folder)
  mkdirSync(join(folder, 'assets'), { recursive: true })
  await Promise.all(files.map((file) => writeFile(folder, file)))
  writeFileSync(join(folder, 'build.json'), `${JSON.stringify(record, null, 2)}\n`)
  // All or nothing: a service that starts meanwhile must never see half a build.
  rmSync(target, { recursive: true, force: true })
  renameSync(folder, target)
  const sizes = readdirSync(join(target, 'assets')).filter((name) => name.endsWith('.br'))
  const bytes = sizes.reduce((sum, name) => sum + readFileSync(join(target, 'assets', name)).length, 0)
  console.log(`${buildRecord}: ${record.files.length} files, ${Math.round(bytes / 1000)} kB as they travel`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
