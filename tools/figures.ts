// Measures two states of the code in the same way and writes docs/architecture-figures.md:
// npm run figures -- <commit before> [<commit after>]
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const MAX_FILE_LINES = 250
const MAX_FUNCTION_LINES = 60
const MAX_COMPLEXITY = 15

/** Texts, and the people, cars and days of the demo. */
const isData = /^(server\/data\/texts|demo\/data|(web|contract)\/src\/(.*\/)?(texts|data))\/.*\.json$/

/**
 * A path belongs to the first area that matches. Areas that are not production code are counted separately: tests, texts and the
 * demo's days as data, and tools run by hand to make committed files.
 */
const areas: readonly (readonly [string, RegExp])[] = [
  ['tests', /\.test\.tsx?$|^(server\/test|web\/e2e|web\/test)\//],
  ['texts and demo as data', isData],
  ['tools', /^tools\//],
  ['contract', /^contract\/src\//],
  ['demo', /^(demo|server\/src\/demo)\//],
  ['server: features', /^server\/src\/features\//],
  ['server: outside', /^server\/src\/outside\//],
  ['server: rest', /^server\/src\//],
  ['web: tablet app', /^web\/src\/workshop\//],
  ['web: pages', /^web\/src\//],
  ['styles and scripts of pages', /^web\/assets\/.*\.(css|js)$/],
  ['scripts', /^scripts\//],
]
const apart = ['tests', 'texts and demo as data', 'tools']
const isCounted = (path: string) =>
  isData.test(path) || (/\.(ts|tsx|mjs|js|css)$/.test(path) && !/\.generated\.|\/node_modules\//.test(path))

/**
 * How many production files name one representative of what people add most often; its texts, one per language, come in addition.
 */
const representatives: readonly (readonly [string, RegExp])[] = [
  ['a field of the vehicle on an order (`mileageUnit`)', /\bmileageUnit\b/],
  ['a type of message (`customerFeedbackNotification`)', /\bcustomerFeedbackNotification\b/],
  [
    'a screen (`outbox`)',
    /screen: 'outbox'|(?<!unset: |via: )'outbox'[,\]]|\bOutboxScreen\b|^ {2}outbox: lazy/m,
  ],
  ['a setting (`photoMegapixels`)', /\bphotoMegapixels\b|\bWALKAROUND_PHOTO_MEGAPIXELS\b/],
]
const namesThings = /^(contract|server|web)\/src\/(?!.*\btexts\/).*\.tsx?$/

interface Figures {
  lines: Map<string, number>
  longFiles: number
  longFunctions: number
  complexFunctions: number
  sharedTables: number
  named: number[]
}

/** The files of a commit, in a separate folder. */
function layOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-figures-'))
  const archive = join(folder, 'archive.tar')
  execFileSync('git', ['archive', '--output', archive, commit])
  const tree = join(folder, 'tree')
  mkdirSync(tree)
  execFileSync('tar', ['-xf', archive, '-C', tree])
  return tree
}

function measure(tree: string): Figures {
  const files = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(tree, join(entry.parentPath, entry.name)))
  const text = (path: string) => readFileSync(join(tree, path), 'utf8')
  const lines = new Map(areas.map(([name]) => [name, 0]))
  const production: string[] = []
  let longFiles = 0
  for (const path of files.filter(isCounted)) {
    const area = areas.find(([, where]) => where.test(path))?.[0]
    if (!area) continue
    const count = text(path).split('\n').length - 1
    lines.set(area, (lines.get(area) ?? 0) + count)
    if (apart.includes(area)) continue
    production.push(path)
    if (count > MAX_FILE_LINES) longFiles++
  }
  const rules = lint(tree, production)
  return {
    lines,
    longFiles,
    longFunctions: rules.get('lint/complexity/noExcessiveLinesPerFunction') ?? 0,
    complexFunctions: rules.get('lint/complexity/noExcessiveCognitiveComplexity') ?? 0,
    sharedTables: countSharedTables(
      production.filter((path) => path.startsWith('server/src/')),
      text,
    ),
    named: representatives.map(
      ([, name]) =>
        files.filter((path) => namesThings.test(path) && !isTestOrDemo(path) && name.test(text(path))).length,
    ),
  }
}

const isTestOrDemo = (path: string) => /\.test\.tsx?$|^server\/src\/demo\/|\.generated\./.test(path)

/** Biome finds long and complex functions; returns how often each rule is broken. */
function lint(tree: string, production: readonly string[]): Map<string, number> {
  const settings = mkdtempSync(join(tmpdir(), 'walkaround-figures-'))
  const complexity = {
    noExcessiveCognitiveComplexity: { level: 'error', options: { maxAllowedComplexity: MAX_COMPLEXITY } },
    noExcessiveLinesPerFunction: {
      level: 'error',
      options: { maxLines: MAX_FUNCTION_LINES, skipBlankLines: true },
    },
  }
  writeFileSync(
    join(settings, 'biome.json'),
    JSON.stringify({ linter: { rules: { preset: 'none', complexity } } }),
  )
  const broken = new Map<string, number>()
  const wanted = new Set(production)
  const options = [`--config-path=${settings}`, '--reporter=json', '--max-diagnostics=none']
  const { diagnostics } = JSON.parse(runBiome(tree, ['lint', ...options, '.'])) as {
    diagnostics: { category: string; location: { path: string } }[]
  }
  for (const { category, location } of diagnostics) {
    if (wanted.has(location.path)) broken.set(category, (broken.get(category) ?? 0) + 1)
  }
  rmSync(settings, { recursive: true })
  return broken
}

/** Violations are expected here, so the exit code is ignored. */
function runBiome(cwd: string, args: readonly string[]): string {
  const biome = join(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome')
  try {
    return execFileSync(process.execPath, [biome, ...args], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

/** A room is a feature, or a top-level folder of the server. */
const roomOf = (path: string) => /^server\/src\/(features\/[^/]+|[^/]+)/.exec(path)?.[1] ?? path

function countSharedTables(paths: readonly string[], text: (path: string) => string): number {
  const writers = new Map<string, Set<string>>()
  const writing =
    /\b(?:insert\s+into|delete\s+from|update)\s+([a-z_]+)(?=\s+(?:\(|[a-z]+\s|set\b|where\b|as\b|using\b)|\s*\()/g
  for (const path of paths) {
    for (const [, table = ''] of text(path).matchAll(writing)) {
      if (!table.includes('_') && !table.endsWith('s')) continue
      const rooms = writers.get(table) ?? new Set()
      writers.set(table, rooms.add(roomOf(path)))
    }
  }
  return [...writers.values()].filter((rooms) => rooms.size > 1).length
}

const productionOf = ({ lines }: Figures) =>
  [...lines].filter(([area]) => !apart.includes(area)).reduce((sum, [, count]) => sum + count, 0)

function page(before: Figures, after: Figures, commits: readonly [string, string]): string {
  const row = (name: string, of: (figures: Figures) => number) =>
    `| ${name} | ${of(before).toLocaleString('en')} | ${of(after).toLocaleString('en')} |`
  return `# Figures of the architecture

<!-- Made by \`npm run figures -- ${commits.join(' ')}\`; do not edit. -->

This page compares two states of the code: lines by area, long files and functions, and how many files name one thing.
Before is commit \`${commits[0]}\`, after is \`${commits[1]}\`.

Lines are lines of code, comments and blanks of TypeScript, page
scripts and styles, without generated files. Tests, texts and the demo's days as data, and tools that are run by hand to make
committed files are counted apart. Files that name a thing are counted without its texts, one per language;
of those that name a setting, one has its row and the other uses it. Long and complex functions are counted by Biome (more than ${MAX_FUNCTION_LINES} lines without blank
ones, cognitive complexity over ${MAX_COMPLEXITY}), in production code only.

| measure | before | after |
| --- | ---: | ---: |
${[...areas.map(([area]) => row(`lines: ${area}`, ({ lines }) => lines.get(area) ?? 0))].join('\n')}
${row('**lines of production code**', productionOf)}
${row(`files over ${MAX_FILE_LINES} lines`, ({ longFiles }) => longFiles)}
${row(`functions over ${MAX_FUNCTION_LINES} lines`, ({ longFunctions }) => longFunctions)}
${row(`functions over complexity ${MAX_COMPLEXITY}`, ({ complexFunctions }) => complexFunctions)}
${row('tables that more than one room writes', ({ sharedTables }) => sharedTables)}
${representatives.map(([name], at) => row(`files that name ${name}`, ({ named }) => named[at] ?? 0)).join('\n')}
`
}

const [before, after = 'HEAD'] = process.argv.slice(2)
if (before === undefined) throw new Error('Say which commit to compare with: npm run figures -- <commit>')
const commits = [before, after].map((name) =>
  execFileSync('git', ['rev-parse', '--short=10', name], { encoding: 'utf8' }).trim(),
) as [string, string]
const [was, is] = commits.map((commit) => {
  const tree = layOut(commit)
  try {
    return measure(tree)
  } finally {
    rmSync(join(tree, '..'), { recursive: true })
  }
}) as [Figures, Figures]
writeFileSync(join(import.meta.dirname, '../docs/architecture-figures.md'), page(was, is, commits))
