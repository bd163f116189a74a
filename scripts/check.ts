// Everything that can be known without running the product: types, lint, format, freshness of generated files.
// npm run check; runs every step even after a failure and changes nothing.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const onTerminal = process.stdout.isTTY
const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', String(onTerminal ?? false), '-p']
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', `--colors=${onTerminal ? 'force' : 'off'}`]

type Step = {
  readonly name: string
  readonly args: readonly string[]
  readonly needs: string
  readonly remedy: string
}

const steps: readonly Step[] = [
  {
    name: 'types',
    args: [...tsc, 'tsconfig.json'],
    needs: 'tsconfig.json',
    remedy: 'fix the types named above',
  },
  {
    name: 'types of browser code',
    args: [...tsc, 'web/tsconfig.json'],
    needs: 'web/tsconfig.json',
    remedy: 'fix the types named above',
  },
  {
    name: 'lint and format',
    args: [...biome, '--error-on-warnings', '--max-diagnostics=50', '.'],
    needs: 'biome.json',
    remedy: 'npm run format, then fix what is left',
  },
  {
    name: 'generated files are fresh',
    args: ['scripts/generate.ts', '--check'],
    needs: 'scripts/generate.ts',
    remedy: 'npm run generate, and commit what it changed',
  },
]

async function run(step: Step): Promise<boolean> {
  if (!existsSync(resolve(root, step.needs))) {
    console.log(`${step.needs} is missing.`)
    return false
  }
  const child = spawn(process.execPath, step.args, { cwd: root, stdio: 'inherit' })
  return new Promise((done) => {
    child.once('error', (error) => {
      console.log(error.message)
      done(false)
    })
    child.once('exit', (code) => done(code === 0))
  })
}

const summary: string[] = []
let failed = 0
for (const step of steps) {
  console.log(`\n— ${step.name}`)
  const started = performance.now()
  const ok = await run(step)
  if (!ok) failed++
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  summary.push(ok ? `✔ ${step.name} (${seconds} s)` : `Failed: ${step.name}: ${step.remedy}`)
}
console.log(`\n${summary.join('\n')}\n${steps.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
