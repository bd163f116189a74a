// What the search of the guides finds: sections, operations, fields, errors, decisions, events, settings and records, each with its
// address. Made once from the guides and the OpenAPI document.
import { ApiDocument } from '../reference/document.ts'
import { type Json, member, toRecord, toText } from '../reference/json.ts'
import { type Block, type Heading, wordsOfBlock } from './blocks.ts'
import { toWords } from './inline.ts'
import { decisionOf, type GuidePage, type Library } from './library.ts'
import type { SearchEntry } from './search.ts'

/** Context and choice of most; records are found by their titles, and whole they would be a third of the index. */
const longestRecord = 700

const toLine = (text: string): string => text.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ').trim()

export function listEntries(library: Library, openapi: unknown): readonly SearchEntry[] {
  const document = new ApiDocument(openapi)
  return [
    ...library.pages.flatMap(toPageEntries),
    ...document.tags.flatMap((tag) =>
      tag.operations.flatMap((operation): SearchEntry[] => [
        [
          'operation',
          operation.summary,
          `reference#${operation.anchor}`,
          `${operation.method} ${operation.path}`,
          toLine(operation.description),
        ],
        ...operation.parameters
          .filter((parameter) => parameter.in === 'query')
          .map(
            ({ name, description }): SearchEntry => [
              'field',
              name,
              `reference#${operation.anchor}`,
              operation.summary,
              toLine(description),
            ],
          ),
      ]),
    ),
    ...document.schemas
      // The form for requests has the fields of the other form.
      .filter(([, schema]) => schema['x-input-of'] === undefined)
      .flatMap(([name, schema]) => toFields(name, `reference#${document.schemaAnchors.get(name)}`, schema)),
    ...document.errors.map(
      ({ errorCode, status, error, when }): SearchEntry => [
        'error',
        `${errorCode} ${error}`,
        `docs/error-catalogue#${errorCode}`,
        status,
        toLine(when),
      ],
    ),
  ]
}

/** Objects without a name have no place of their own: their fields lead to the schema that has them. */
function toFields(name: string, href: string, schema: Json): readonly SearchEntry[] {
  return Object.entries(toRecord(schema.properties)).flatMap(([field, value]): readonly SearchEntry[] => {
    const inner = toRecord(member(value, 'items') ?? value)
    return [
      ['field', field, href, name, toLine(toText(member(value, 'description')))],
      ...toFields(`${name}.${field}`, href, inner),
    ]
  })
}

function toPageEntries(page: GuidePage): readonly SearchEntry[] {
  // Its errors come from the OpenAPI document.
  if (page.slug === 'error-catalogue') return [toEntry(page, page.headings[0], page.blocks.slice(0, 2))]
  if (page.slug === 'settings') return toSettings(page)
  if (page.audience === 'records')
    return [
      [
        'record',
        page.title,
        `docs/${page.slug}`,
        '',
        textOf(page.blocks.slice(1)).slice(0, longestRecord).replace(/ \S*$/, ''),
      ],
    ]
  return toSections(page.blocks).map(({ heading, blocks }) => toEntry(page, heading, blocks))
}

function toSections(blocks: readonly Block[]) {
  const sections: { heading: Heading | undefined; blocks: Block[] }[] = []
  for (const block of blocks)
    if (block.kind === 'heading') sections.push({ heading: block, blocks: [] })
    else sections.at(-1)?.blocks.push(block)
  return sections
}

const textOf = (blocks: readonly Block[]): string => toLine(blocks.map(wordsOfBlock).join(' '))

function toEntry(page: GuidePage, heading: Heading | undefined, blocks: readonly Block[]): SearchEntry {
  const isTop = heading === undefined || heading.level === 1
  const title = heading === undefined ? page.title : toWords(heading.inner)
  const decision = heading && decisionOf(heading)
  const kind =
    page.slug === 'events' && heading?.level === 3 ? 'event' : decision === undefined ? 'guide' : 'decision'
  return [
    kind,
    title,
    `docs/${page.slug}${isTop ? '' : `#${heading.id}`}`,
    isTop ? '' : page.title,
    textOf(blocks),
  ]
}

function toSettings(page: GuidePage): readonly SearchEntry[] {
  const rows = page.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  return [
    toEntry(
      page,
      page.headings[0],
      page.blocks.filter(({ kind }) => kind === 'paragraph'),
    ),
    ...rows.map(([name = [], unset = [], , meaning = []]): SearchEntry => {
      const title = toWords(name)
      return [
        'setting',
        title,
        `docs/settings#${title.toLowerCase()}`,
        toWords(unset),
        toLine(toWords(meaning)),
      ]
    }),
  ]
}
