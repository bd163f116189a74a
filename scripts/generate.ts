// Writes every file that is generated from the code, so that a review shows each change of the interface, the schema and the
// settings. `--check` writes nothing and fails if one is out of date.
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { operations } from '../contract/src/app/operations.ts'
import { problems } from '../contract/src/problems.ts'
import { envExample, settingsTable } from '../server/src/config/describe-settings.ts'
import { appOpenApi, openApi, serviceVersion } from '../server/src/http/openapi.ts'
import { clientFiles } from '../tools/clients/client-files.ts'
import { outlineFiles } from '../tools/outlines/outline-files.ts'
import { describeEvents } from './describe-events.ts'
import { describeGuides } from './describe-guides.ts'
import { describeInterfaceChanges } from './describe-interface-changes.ts'
import { dumpSchema } from './dump-schema.ts'
import { languageFiles } from './language-files.ts'

const root = new URL('../', import.meta.url)
const MADE = 'Made by `npm run generate`; change the code instead.'

const ofLanguages = languageFiles(MADE)
const files: Record<string, () => string | Promise<string>> = {
  ...ofLanguages,
  'contract/openapi.json': () => `${JSON.stringify(openApi('https://localhost:8443'), null, 2)}\n`,
  'contract/app-openapi.json': () => `${JSON.stringify(appOpenApi('https://localhost:8443'), null, 2)}\n`,
  'contract/src/app/routes.generated.ts': appRoutes,
  'contract/src/problem-codes.generated.ts': problemCodes,
  'web/assets/search.generated.js': searchScript,
  'server/migrations/schema.sql': dumpSchema,
  'docs/error-catalogue.md': errorCatalogue,
  'docs/events.md': () => describeEvents(MADE),
  'docs/interface-changes.md': () =>
    describeInterfaceChanges({ version: serviceVersion, openapi: openApi('https://localhost:8443') }, MADE),
  'docs/README.md': () => describeGuides(MADE),
  'docs/settings.md': () =>
    [
      '# Settings',
      '',
      `<!-- ${MADE} -->`,
      '',
      'Every setting is an environment variable. Each can also be given as `NAME_FILE`, the path of a file that holds the value:',
      'made for secrets. `npx walkaround config print` shows what is in force and where it comes from.',
      '',
      settingsTable().trim(),
      '',
    ].join('\n'),
  '.env.example': envExample,
  ...outlineFiles,
  ...clientFiles(openApi('https://localhost:8443'), MADE),
}

/** The app in the browser gets paths from this: importing the operations would include all their schemas. */
function appRoutes(): string {
  return [
    `// Method and path of every operation of the web apps. ${MADE}`,
    'export const routes = {',
    ...operations.map(({ id, method, path }) => `  ${id}: { method: '${method}', path: '${path}' },`),
    '} as const',
    '',
  ].join('\n')
}

/** For the app as well, which shows words of its own. */
function problemCodes(): string {
  return [
    `// The code of every kind of problem. ${MADE}`,
    "import type { ProblemKind } from './problems.ts'",
    '',
    'export const codes: Readonly<Record<ProblemKind, number>> = {',
    ...Object.entries(problems).map(([kind, { errorCode }]) => `  ${kind}: ${errorCode},`),
    '}',
    '',
  ].join('\n')
}

/** The search of the guides for the browser, from the file by which the service searches. */
function searchScript(): string {
  const built = buildSync({
    entryPoints: [fileURLToPath(new URL('web/src/docs/search.ts', root))],
    bundle: true,
    write: false,
    format: 'esm',
    // What Safari 16 has, as in the app.
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
  })
  const [file] = built.outputFiles
  return `// The search of the guides, from web/src/docs/search.ts. ${MADE}\n// @ts-nocheck\n${file?.text.replaceAll(/^\/\/ .*\n/gm, '')}`
}

function errorCatalogue(): string {
  const rows = Object.values(problems)
    .toSorted((a, b) => a.errorCode - b.errorCode)
    .map(
      ({ errorCode, status, error, when }) =>
        `| <a id="${errorCode}"></a>${errorCode} | ${status} | ${error} | ${when} |`,
    )
  return [
    '# Error catalogue',
    '',
    `<!-- ${MADE} -->`,
    '',
    'Every 4xx and 5xx reply carries `{ "errorCode", "error", "errorInfo" }`. `errorCode` and `error` are those of this table and',
    'never change their meaning; `errorInfo` names the field, the value and the rule. Several broken rules share the code 40000 and',
    'are listed in `errorInfo` line by line. The codes 40060 to 40062 come from the command line only.',
    '',
    '| errorCode | HTTP | error | when |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

const isCheck = process.argv.includes('--check')
const stale: string[] = []
for (const [name, make] of Object.entries(files)) {
  const url = new URL(name, root)
  const text = await make()
  const before = await readFile(url, 'utf8').catch(() => '')
  if (before === text) continue
  stale.push(name)
  if (isCheck) continue
  await mkdir(dirname(url.pathname), { recursive: true })
  await writeFile(url, text)
}
if (isCheck && stale.length > 0) {
  console.error(`stale: ${stale.join(', ')}\nrun: npm run generate`)
  process.exit(1)
}
// What is made from the code was made with the languages that it knew before.
if (stale.some((name) => name in ofLanguages)) {
  console.log(`written: ${stale.join(', ')}`)
  process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)
}
console.log(stale.length === 0 ? 'generated files are fresh' : `written: ${stale.join(', ')}`)
process.exit(0)
