// Which Node runs the project: the one from the lockfile if it works, otherwise the one that is running. Plain JavaScript for Node
// 20; only decides, never installs.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

// Type stripping without a flag or a warning, `import.meta.main`, and HTTP/2 fixes the server relies on.
export const oldestNode = '24.15.0'

export function isRecentNode(version) {
  const [have, want] = [version, oldestNode].map((text) => text.replace(/^v/, '').split('.').map(Number))
  for (let i = 0; i < 3; i++) if (have[i] !== want[i]) return have[i] > want[i]
  return true
}

export function isMusl() {
  return ['x86_64', 'aarch64'].some((arch) => existsSync(`/lib/ld-musl-${arch}.so.1`))
}

const windows = process.platform === 'win32'
const ownNode = `node_modules/node-${windows ? 'win' : process.platform}-${process.arch}`

/** Path of the project's own Node relative to `root`, or null if the running Node is to be used. */
export function chooseNode(root) {
  const path = `${ownNode}/bin/${windows ? 'node.exe' : 'node'}`
  if (!existsSync(join(root, path))) return null
  try {
    const version = execFileSync(join(root, path), ['--version'], {
      encoding: 'utf8',
      timeout: 30_000,
    }).trim()
    if (isRecentNode(version)) return path
  } catch {
    // Present but not runnable, such as a glibc build on Alpine: falls back to the running Node.
  }
  // npm scripts look into node_modules/.bin first: a Node that does not run must not be found there.
  for (const name of ['node', 'node.cmd', 'node.ps1'])
    rmSync(join(root, 'node_modules/.bin', name), { force: true })
  return null
}

/** Whether npm has skipped the Node that the lockfile has for this platform; parts of it may remain. */
export function isOwnNodeLeftOut(root) {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((path) =>
    Object.hasOwn(JSON.parse(readFileSync(join(root, path), 'utf8')).packages, ownNode),
  )
  return wanted && !installed
}

export function freeMegabytes(root) {
  const { bavail, bsize } = statfsSync(root)
  return Math.floor((bavail * bsize) / 1e6)
}
