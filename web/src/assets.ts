// Style sheets, scripts and the icon, read once at start and served under names that contain their hash. Nothing is fetched from
// another origin, so the pages work without the internet.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type Asset = { readonly body: Buffer; readonly contentType: string; readonly etag: string }

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
}
/** A file that is imported comes before the file that imports it. */
const files = [
  'need.js',
  'shell.js',
  'site.css',
  'reference.css',
  'site.js',
  'reference.js',
  'try-it.js',
  'search.generated.js',
  'simulator.css',
  'simulator.js',
  'docs.css',
  'docs.js',
  'owner.css',
  'owner.js',
  'set-up.css',
  'set-up.js',
  'mark.svg',
] as const
export type AssetName = (typeof files)[number]

const names = new Map<AssetName, string>()
const loaded = new Map<string, Asset>()
for (const file of files) {
  const body = Buffer.from(
    withHashedImports(readFileSync(new URL(`../assets/${file}`, import.meta.url), 'utf8')),
  )
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  const [stem = '', ...rest] = file.split('.')
  const extension = rest.at(-1) ?? ''
  const name = `assets/${stem}.${hash}.${extension}`
  names.set(file, name)
  loaded.set(`/${name}`, {
    body,
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    etag: `"${hash}"`,
  })
}

function withHashedImports(source: string): string {
  return source.replace(/(?<=^import .* from '\.\/)[\w.-]+\.js(?=')/gm, (file) =>
    assetName(file as AssetName).slice('assets/'.length),
  )
}

/** By URL path. The content under a name never changes, so a reply may be cached for ever. */
export const assets: ReadonlyMap<string, Asset> = loaded

/** Relative to the root of the pages, without a leading slash. */
export function assetName(file: AssetName): string {
  const name = names.get(file)
  if (name === undefined) throw new Error(`no asset ${file}`)
  return name
}
