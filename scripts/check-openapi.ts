// Checks the published OpenAPI documents with linters and client generators: npm run check:openapi. These tools are dependencies of
// tools/openapi-checks, not of the project; they are installed when the lockfile there has changed.
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { isUpToDate } from './setup/installed.mjs'
import { npmCi, SetupError } from './setup/npm.mjs'
import { runSteps, type Step } from './steps.ts'

const cwd = 'tools/openapi-checks'
const corner = resolve(import.meta.dirname, '..', cwd)
const document = '../../contract/openapi.json'

const generator = (name: string, command: string, ...args: string[]): Step => ({
  name: `a client by ${name}, without a network`,
  args: ['--import', './no-network.mjs', `node_modules/${command}`, ...args],
  needs: `node_modules/${command}`,
  remedy: 'mend the document, or raise the generator',
  cwd,
})

const steps: readonly Step[] = [
  {
    name: 'redocly and spectral have nothing against the documents',
    args: ['lint.ts'],
    needs: 'node_modules',
    remedy: 'mend contract/src, then npm run generate',
    cwd,
  },
  generator(
    'openapi-typescript',
    'openapi-typescript/bin/cli.js',
    document,
    '--output',
    'generated/openapi-typescript.ts',
  ),
  generator(
    'hey-api',
    '@hey-api/openapi-ts/bin/run.js',
    '--input',
    document,
    '--output',
    'generated/hey-api',
  ),
  generator(
    'orval',
    'orval/dist/bin/orval.mjs',
    '--input',
    document,
    '--output',
    'generated/orval.ts',
    '--client',
    'fetch',
  ),
  {
    name: 'the clients compile with --strict',
    args: ['node_modules/typescript/bin/tsc', '-p', '.'],
    needs: 'generated',
    remedy: 'mend the document, or what uses the client',
    cwd,
  },
  {
    name: 'a generated client plays the journey of an order',
    args: ['--test', 'journey.test.ts'],
    needs: 'generated',
    remedy: 'the document promises what the service does not do',
    cwd,
  },
]

rmSync(resolve(corner, 'generated'), { recursive: true, force: true })
try {
  if (!isUpToDate(corner, { dev: true, optional: false })) await npmCi(corner, () => {}, { dev: true })
  await runSteps(steps)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.log(`${error.message}\n${error.advice}\nFailed: ${cwd} could not be installed\n0 passed, 1 failed`)
  process.exitCode = 1
}
