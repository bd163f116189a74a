// Whether what browsers run matches the sources, and building what does not. Plain JavaScript for Node 20: called before every start,
// so it only reads files if all is up to date.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { showProgress } from './progress.mjs'

/** Bundles by the folder under which they are served. */
export const bundles = ['workshop', 'desk', 'console']
export const buildRecordOf = (bundle) => `web/dist/${bundle}/build.json`

/** The hash of everything a build is made from: a change of any of these files makes it outdated. */
export function hashOf(root, path) {
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex')
    .slice(0, 16)
}

function isFresh(root, bundle) {
  try {
    const { inputs } = JSON.parse(readFileSync(join(root, buildRecordOf(bundle)), 'utf8'))
    return Object.entries(inputs).every(([path, hash]) => hashOf(root, path) === hash)
  } catch {
    // Never built, half removed, or made by another version: treated the same.
    return false
  }
}

const names = { workshop: 'the workshop app', desk: 'the desk', console: 'the admin console' }

/** Builds with the project's Node. Returns whether everything is there. */
export async function ensureWeb(root, node) {
  const stale = bundles.filter((bundle) => !isFresh(root, bundle))
  if (stale.length === 0) return true
  const what = new Intl.ListFormat('en').format(stale.map((bundle) => names[bundle]))
  const progress = showProgress(`Building ${what}`)
  const child = spawn(node, ['scripts/build-web.ts', ...stale], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
    progress.done(`Built ${what} in ${progress.seconds()} s.`)
    return true
  }
  progress.failed()
  process.stderr.write(`Walkaround could not build ${what}:\n${output.trim()}\n`)
  return false
}
