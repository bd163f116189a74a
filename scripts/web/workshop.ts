// Builds the workshop app: its modules, the scripts that share nothing with it, and the service worker, which knows every file.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { build, type Metafile, type Plugin } from 'esbuild'
import {
  assertNoSchemas,
  type Built,
  buildModules,
  define,
  importsIn,
  inputsOf,
  pathIn,
  root,
  shared,
  version,
} from './esbuild.ts'

const source = 'web/src/workshop'
const own = 'scripts/web/workshop.ts'

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

/** Addresses of the operations that the app calls, by their names in its sources: those of the console would all come first. */
const ownRoutes: Plugin = {
  name: 'own routes',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]app[/\\]routes\.generated\.ts$/ }, ({ path }) => {
      const folder = join(root, source)
      const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
      const named = new Set(sources.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word)))
      const lines = readFileSync(path, 'utf8').split('\n')
      // One operation on each line.
      const isWanted = (line: string) => {
        const id = /^ {2}(\w+): \{/.exec(line)?.[1]
        return id === undefined || named.has(id)
      }
      return { contents: lines.filter(isWanted).join('\n'), loader: 'ts' }
    })
  },
}

/** What a browser loads when: the page preloads by it, and a test counts its bytes. */
function loadsOf(metafile: Metafile, folder: string) {
  const { entry: outputOf, withImports } = importsIn(metafile)
  const made = (path: string) => pathIn(folder, path)
  const entry = (file: string) => outputOf(`${source}/${file}`)
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
  return { file: { path: pathIn(folder, path), contents }, metafile: metafile! }
}

export async function buildWorkshop(folder: string): Promise<Built> {
  const doubts = await buildAlone(folder, 'doubt-worker', 'screens/camera/doubt-worker.ts')
  const opening = await buildAlone(folder, 'opening', 'opening-first.ts')
  const defined = { ...define, DOUBT_WORKER: JSON.stringify(doubts.file.path) }
  const app = await buildModules(folder, {
    entryPoints: {
      main: `${source}/main.tsx`,
      styles: `${source}/styles.css`,
      checklist: `${source}/checklist.css`,
      more: `${source}/more.css`,
    },
    plugins: [fewFiles, ownRoutes],
    define: defined,
  })
  assertNoSchemas(app.metafile!)
  const files = app.outputFiles!.map(({ path, contents }) => ({
    path: pathIn(folder, path),
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
    define: { ...defined, APP_FILES: JSON.stringify(paths), APP_STAMP: JSON.stringify(stamp) },
  })
  files.push({ path: 'sw.js', contents: worker.outputFiles![0]!.contents })
  return {
    files,
    record: {
      version,
      stamp,
      loads: { ...loadsOf(app.metafile!, folder), opening: opening.file.path },
      files: paths,
      inputs: inputsOf([app.metafile!, doubts.metafile, opening.metafile, worker.metafile!], own),
    },
  }
}
