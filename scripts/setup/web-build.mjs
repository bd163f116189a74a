// Whether the built web app matches the sources, and building it if not. Plain JavaScript for Node 20: called before every start,
// so it only reads files if all is up to date.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { showProgress } from './progress.mjs'

export const buildRecord = 'web/dist/workshop/build.json'

/** The hash of everything a build is made from: a change of any of these files makes it outdated. */
export function hashOf(root, path) {
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex')
    .slice(0, 16)
}

export function isWebFresh(root) {
  try {
    const { inputs } = JSON.parse(readFileSync(join(root, buildRecord), 'utf8'))
    return Object.entries(inputs).every(([path, hash]) => hashOf(root, path) === hash)
  } catch {
    // Never built, half removed, or made by another version: treated the same.
    return false
  }
}

/** Builds with the project's Node. Returns whether the app is there. */
export async function ensureWeb(root, node) {
  if (isWebFresh(root)) return true
  const progress = showProgress('Building the workshop app')
  const child = spawn(node, ['scripts/build-web.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-8_000)
    })
  }
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.on('close', resolve)
  })
  if (code === 0) {
    progress.done(`Built the workshop app in ${progress.seconds()} s.`)
    return true
  }
  progress.failed()
  process.stderr.write(`The workshop app could not be built:\n${output.trim()}\n`)
  return false
}
