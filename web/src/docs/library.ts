// All guides and decision records as pages: read once, with their headings, places to link to, and where a link between files leads.
// Knows no language and no request.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { type Block, type Heading, parseMarkdown, wordsOfBlock } from './blocks.ts'
import { type Inline, toWords } from './inline.ts'
import { type Audience, audiences, navigation, overviewFile, recordsFolder } from './navigation.ts'

export type GuidePage = {
  /** Below /docs, without an extension. */
  readonly slug: string
  /** In the repository. */
  readonly file: string
  readonly audience: Audience | 'records'
  readonly text: string
  readonly title: string
  /** The first sentence. */
  readonly summary: string
  readonly blocks: readonly Block[]
  readonly headings: readonly Heading[]
  /** Everything a link may lead to. */
  readonly anchors: ReadonlySet<string>
}

/** Where a link of a guide leads. A file that is not served is only named. */
export type Target =
  | { readonly kind: 'outside'; readonly href: string }
  | { readonly kind: 'page'; readonly slug: string; readonly anchor: string }
  | { readonly kind: 'image'; readonly name: string }
  | { readonly kind: 'openapi' }
  | { readonly kind: 'file'; readonly path: string }

export const repository = new URL('../../../', import.meta.url)
const imagesFolder = 'docs/images'
const longestSummary = 220
/** Slugs of pages that no file has. */
export const overviewSlug = ''
export const recordsSlug = 'decisions'

/** A heading that begins with the number of a decision has the number as an anchor, too: A1 stays when the words change. */
export function decisionOf(heading: Heading): string | undefined {
  return /^([A-Z]\d{1,2})\. /.exec(toWords(heading.inner))?.[1]
}

export class Library {
  /** In the order of the navigation; the records follow. */
  readonly pages: readonly GuidePage[]
  readonly images: ReadonlySet<string>
  /** Numbers that texts mention: of decisions and of errors. */
  readonly decisions: ReadonlySet<string>
  readonly errorCodes: ReadonlySet<string>
  readonly #bySlug: ReadonlyMap<string, GuidePage>
  readonly #byFile: ReadonlyMap<string, GuidePage>

  constructor() {
    const guides = audiences.flatMap((audience) =>
      // A line for a file that is gone breaks no page; a test names it.
      navigation[audience].filter(exists).map((file) => readPage(file, audience)),
    )
    const records = listFolder(recordsFolder, '.md').map((file) => readPage(file, 'records'))
    this.pages = [...guides, ...records]
    this.images = new Set(listFolder(imagesFolder, '').map((file) => posix.basename(file)))
    this.#bySlug = new Map(this.pages.map((page) => [page.slug, page]))
    this.#byFile = new Map(this.pages.map((page) => [page.file, page]))
    const decided = this.#bySlug.get('decisions-of-the-interface')?.headings ?? []
    this.decisions = new Set(decided.flatMap((heading) => decisionOf(heading) ?? []))
    const codes = this.#bySlug.get('error-catalogue')?.anchors ?? []
    this.errorCodes = new Set([...codes].filter((anchor) => /^\d{5}$/.test(anchor)))
  }

  find(slug: string): GuidePage | undefined {
    return this.#bySlug.get(slug)
  }

  pagesOf(audience: GuidePage['audience']): readonly GuidePage[] {
    return this.pages.filter((page) => page.audience === audience)
  }

  /** Before and after it among those for the same readers, and on to the next readers. */
  neighboursOf(page: GuidePage): { readonly previous?: GuidePage; readonly next?: GuidePage } {
    const at = this.pages.indexOf(page)
    const [previous, next] = [this.pages[at - 1], this.pages[at + 1]]
    return { ...(previous && { previous }), ...(next && { next }) }
  }

  /** `href` as a file of the repository has it. */
  targetOf(file: string, href: string): Target {
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return { kind: 'outside', href }
    const [path = '', anchor = ''] = href.split('#')
    const wanted = path === '' ? file : posix.normalize(posix.join(dirname(file), path)).replace(/\/$/, '')
    const page = this.#byFile.get(wanted)
    if (page !== undefined) return { kind: 'page', slug: page.slug, anchor }
    if (wanted === recordsFolder) return { kind: 'page', slug: recordsSlug, anchor: '' }
    if (wanted === overviewFile || wanted === 'docs') return { kind: 'page', slug: overviewSlug, anchor }
    if (dirname(wanted) === imagesFolder && this.images.has(posix.basename(wanted)))
      return { kind: 'image', name: posix.basename(wanted) }
    return wanted === 'contract/openapi.json' ? { kind: 'openapi' } : { kind: 'file', path: wanted }
  }

  readImage(name: string): Buffer | undefined {
    return this.images.has(name) ? readFileSync(new URL(`${imagesFolder}/${name}`, repository)) : undefined
  }
}

const exists = (file: string): boolean => existsSync(new URL(file, repository))

function listFolder(folder: string, extension: string): readonly string[] {
  if (!exists(folder)) return []
  return readdirSync(new URL(folder, repository))
    .filter((name) => name.endsWith(extension))
    .toSorted()
    .map((name) => `${folder}/${name}`)
}

function slugOf(file: string): string {
  const inDocs = /^docs\/(.+)\.md$/.exec(file)?.[1]
  return inDocs ?? file.replace(/\.md$/, '').toLowerCase()
}

function readPage(file: string, audience: GuidePage['audience']): GuidePage {
  const text = readFileSync(new URL(file, repository), 'utf8')
  const blocks = parseMarkdown(text)
  const headings = blocks.filter((block) => block.kind === 'heading')
  const [first] = headings
  return {
    slug: slugOf(file),
    file,
    audience,
    text,
    title: first === undefined ? file : toWords(first.inner),
    summary: summarise(blocks),
    blocks,
    headings,
    anchors: new Set([
      ...headings.flatMap((heading) => [heading.id, decisionOf(heading)?.toLowerCase() ?? heading.id]),
      ...blocks.flatMap(listAnchors),
    ]),
  }
}

function listAnchors(block: Block): readonly string[] {
  const inner: readonly Inline[] =
    block.kind === 'paragraph'
      ? block.inner
      : block.kind === 'table'
        ? block.rows.flatMap((row) => row.flat())
        : []
  return inner.flatMap((inline) => (inline.kind === 'anchor' ? [inline.id] : []))
}

/** The first sentence of the first paragraph; of a record that of its context. */
function summarise(blocks: readonly Block[]): string {
  const paragraph = blocks.find((block) => block.kind === 'paragraph')
  if (paragraph === undefined) return ''
  const words = wordsOfBlock(paragraph)
    .replaceAll(/\s+/g, ' ')
    .replace(/^Context\. /, '')
  const sentence = /^.*?[.!?](?= |$)/.exec(words)?.[0] ?? words.replace(/:$/, '.')
  return sentence.length <= longestSummary ? sentence : `${sentence.slice(0, longestSummary).trimEnd()} …`
}
