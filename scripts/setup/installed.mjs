// Compares what is installed with what the lockfile requires on this platform. Plain JavaScript for Node 20; reads node_modules,
// writes only the stamp and the command's link.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMusl } from './runtime.mjs'

const stampPath = (root) => join(root, 'node_modules/.walkaround-setup.json')

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function platform() {
  const libc = process.platform === 'linux' ? (isMusl() ? '-musl' : '-glibc') : ''
  return `${process.platform}-${process.arch}${libc}`
}

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

// `os`, `cpu` and `libc` of a lockfile entry: one name or several, each possibly negated as "!win32".
function allows(rule, value) {
  if (rule === undefined) return true
  const names = [rule].flat()
  if (names.includes(`!${value}`)) return false
  const wanted = names.filter((name) => !name.startsWith('!'))
  return wanted.length === 0 || wanted.includes(value)
}

function isForThisPlatform(entry) {
  const libc = isMusl() ? 'musl' : 'glibc'
  return (
    allows(entry.os, process.platform) &&
    allows(entry.cpu, process.arch) &&
    (process.platform !== 'linux' || allows(entry.libc, libc))
  )
}

/**
 * What npm leaves out here: optional packages of other platforms, and optional packages that only those depend on and that name no
 * platform themselves.
 */
function findLeftOut(packages) {
  const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const askers = new Map()
  for (const [path, entry] of Object.entries(packages)) {
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      askers.set(name, [...(askers.get(name) ?? []), path])
    }
  }
  const out = new Set(Object.keys(packages).filter((path) => !isForThisPlatform(packages[path])))
  for (let before = -1; before !== out.size; ) {
    before = out.size
    for (const [path, entry] of Object.entries(packages)) {
      const asking = askers.get(nameOf(path)) ?? []
      if (entry.optional && asking.length > 0 && asking.every((one) => out.has(one))) out.add(path)
    }
  }
  return out
}

/**
 * Whether every package of the lockfile for this platform is in node_modules in its version. Optional ones may be missing once an
 * installation has succeeded without them: another attempt would not add them.
 */
export function isUpToDate(root, { dev, optional }) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages
  // npm writes this list last, so it is absent after an interrupted installation.
  const found = readJson(join(root, 'node_modules/.package-lock.json'))?.packages
  if (!wanted || !found) return false
  const leftOut = findLeftOut(wanted)
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    if ((entry.dev || entry.devOptional) && !dev) continue
    if (leftOut.has(path)) continue
    if (entry.optional && !optional) continue
    const installed = found[path]
    if (installed?.version !== entry.version) return false
    if (entry.integrity && installed.integrity !== entry.integrity) return false
    if (!existsSync(join(root, path))) return false
  }
  return true
}

/** Whether development dependencies were installed here before. */
export function hasDev(root) {
  const found = readJson(join(root, 'node_modules/.package-lock.json'))?.packages ?? {}
  return Object.values(found).some(({ dev }) => dev)
}

/** The result of the last setup, unless lockfile or platform have changed since. */
export function readStamp(root) {
  const stamp = readJson(stampPath(root))
  const valid = stamp?.lock === lockHash(root) && stamp.platform === platform()
  if (!valid || (stamp.node && !existsSync(join(root, stamp.node)))) return undefined
  return stamp
}

export function writeStamp(root, node) {
  const path = stampPath(root)
  const text = JSON.stringify({ lock: lockHash(root), platform: platform(), node })
  try {
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
  } catch (error) {
    // A checkout installed by another user and read-only for us works; it is examined again next time.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

/** Puts `walkaround` into node_modules/.bin: npm does so for dependencies, not for the project itself. */
export function linkCommand(root) {
  const link = join(root, 'node_modules/.bin/walkaround')
  try {
    if (process.platform === 'win32') {
      // package.json says `exec node …`, so that no shell is between npm and the program; cmd has no exec.
      writeFileSync(join(root, 'node_modules/.bin/exec.cmd'), '@%*\r\n')
      writeFileSync(`${link}.cmd`, '@node "%~dp0\\..\\..\\bin\\walkaround.mjs" %*\r\n')
    } else {
      chmodSync(join(root, 'bin/walkaround.mjs'), 0o755)
      rmSync(link, { force: true })
      symlinkSync('../../bin/walkaround.mjs', link)
    }
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}
