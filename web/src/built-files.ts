// What scripts/build-web.ts made, as files with what they are sent with. Reads the disk and knows no request.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type BuiltFile = {
  readonly body: Buffer
  /** Made by the build; absent for what it does not make. */
  readonly packed?: { readonly br: Buffer; readonly gzip: Buffer }
  readonly etag: string
  readonly contentType: string
  /** Its name contains its hash, so it may be cached for ever. */
  readonly isHashed: boolean
}

export type BuiltFiles<Loads> = {
  /** Path relative to the folder of the bundle → file. */
  readonly files: Map<string, BuiltFile>
  /** What a browser loads when, as the build wrote it down. */
  readonly loads: Loads
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
}
const typeOf = (path: string) => contentTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`

export function addFile(
  files: Map<string, BuiltFile>,
  path: string,
  body: Buffer,
  rest: Pick<BuiltFile, 'isHashed' | 'packed'> = { isHashed: false },
): void {
  files.set(path, { body, contentType: typeOf(path), etag: etagOf(body), ...rest })
}

/** Undefined if it was not built. `unhashed`: files that keep their name from build to build. */
export function loadBuilt<Loads>(
  bundle: string,
  unhashed: readonly string[] = [],
): BuiltFiles<Loads> | undefined {
  const folder = new URL(`../dist/${bundle}/`, import.meta.url)
  let record: { loads: Loads; files: string[] }
  try {
    record = JSON.parse(readFileSync(new URL('build.json', folder), 'utf8'))
  } catch {
    return undefined
  }
  const files = new Map<string, BuiltFile>()
  for (const path of [...record.files, ...unhashed])
    addFile(files, path, readFileSync(new URL(path, folder)), {
      packed: {
        br: readFileSync(new URL(`${path}.br`, folder)),
        gzip: readFileSync(new URL(`${path}.gz`, folder)),
      },
      isHashed: !unhashed.includes(path),
    })
  return { files, loads: record.loads }
}

/** From a page to the folder of its bundle. Links are relative, because the base URL may contain a path. */
export function rootOf(path: string): string {
  const depth = path.split('/').length - 1
  return depth === 0 ? './' : '../'.repeat(depth)
}
