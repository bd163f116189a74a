// Runs the steps of a check one after the other, all of them even after a failure, and summarises the results.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export type Step = {
  readonly name: string
  /** Arguments for Node. */
  readonly args: readonly string[]
  readonly needs: string
  readonly remedy: string
  /** Relative to the project's folder. */
  readonly cwd?: string
}

async function run({ args, needs, cwd = '.' }: Step): Promise<boolean> {
  const folder = resolve(root, cwd)
  if (!existsSync(resolve(folder, needs))) {
    console.log(`${needs} is missing.`)
    return false
  }
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' })
  return new Promise((done) => {
    child.once('error', (error) => {
      console.log(error.message)
      done(false)
    })
    child.once('exit', (code) => done(code === 0))
  })
}

export async function runSteps(steps: readonly Step[]): Promise<void> {
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
}
