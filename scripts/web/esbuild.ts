// What the builds for browsers have in common: how esbuild is called, what a build was made from, and what it must not contain.
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { hashOf } from '../setup/web-build.mjs'

export const root = resolve(import.meta.dirname, '../..')
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

export interface Built {
  readonly files: readonly { readonly path: string; readonly contents: Uint8Array }[]
  /** Written beside them as build.json: what it was made from, and what the service must know. */
  readonly record: { readonly inputs: Record<string, string>; readonly [fact: string]: unknown }
}

export const shared: BuildOptions = {
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

export const define = { APP_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' }

/** Modules that share what they have in common. The name of each contains its hash. */
export const buildModules = (folder: string, options: BuildOptions) =>
  build({
    ...shared,
    outdir: folder,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    format: 'esm',
    splitting: true,
    ...options,
  })

/** `own`: the script of the build itself. */
export function inputsOf(metafiles: readonly Metafile[], own: string): Record<string, string> {
  const paths = metafiles.flatMap(({ inputs }) => Object.keys(inputs)).filter((path) => !path.startsWith('<'))
  const scripts = ['package.json', 'scripts/build-web.ts', 'scripts/web/esbuild.ts', own]
  const all = new Set([...paths, ...scripts, 'scripts/setup/web-build.mjs'])
  return Object.fromEntries([...all].sort().map((path) => [path, hashOf(root, path)]))
}

/** Importing a value from a file with schemas brings in the whole library; types cost nothing. */
export function assertNoSchemas({ inputs }: Metafile): void {
  const schema = Object.keys(inputs).find((path) => path.includes('node_modules/typebox/'))
  if (schema) throw new Error(`the app must not carry schemas, but bundles ${schema}`)
}

/** Relative to the folder of the build, as addresses name it. */
export const pathIn = (folder: string, path: string): string =>
  relative(folder, resolve(root, path)).replaceAll('\\', '/')

/** What a browser loads when, by the metafile: everything that a file imports at once, itself first. */
export function importsIn({ outputs }: Metafile) {
  const byEntry = new Map(Object.entries(outputs).map(([path, { entryPoint }]) => [entryPoint, path]))
  const withImports = (path: string, found = new Set<string>()): Set<string> => {
    if (found.has(path)) return found
    found.add(path)
    for (const { kind, path: next } of outputs[path]!.imports)
      if (kind === 'import-statement') withImports(next, found)
    return found
  }
  return { entry: (file: string) => byEntry.get(file)!, withImports }
}
