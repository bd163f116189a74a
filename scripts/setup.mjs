#!/usr/bin/env node
// Makes a checkout ready to run: installs what the lockfile asks for and finds a Node that is new enough.
// Runs on the Node the machine happens to have (20 or later) before anything is installed, so: plain
// JavaScript, no dependency, and nothing on stdout (`walkaround … --json` owns it).
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasDev, isUpToDate, linkCommand, readStamp, writeStamp } from './setup/installed.mjs'
import { withInstallLock } from './setup/lock.mjs'
import { failure, npmCi, SetupError } from './setup/npm.mjs'
import { chooseNode, freeMegabytes, isOwnNodeLeftOut, isRecentNode, oldestNode } from './setup/runtime.mjs'
import { ensureWeb } from './setup/web-build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Ensures the installation and returns the path of the Node that must run the project. `dev: false` accepts an installation without
 * development dependencies and does not add them.
 */
export async function setup({ dev = true } = {}) {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new SetupError(
      `Walkaround needs Node 20 or later to set itself up; this is ${process.version}.`,
      'Install a current Node from https://nodejs.org/ and run the command again.',
    )
  }
  const ready = findReady(dev)
  if (ready) return nodeOf(ready)
  return withInstallLock(root, async (holdFor) => {
    // Another start may have finished the work while this one waited for the lock.
    const fresh = findReady(dev)
    if (fresh) return nodeOf(fresh)
    // If development dependencies were installed before, a start after a change of the lockfile keeps them.
    const wanted = dev || hasDev(root)
    await npmCi(root, holdFor, { dev: wanted })
    // On a full disk npm may end without an error although half of the files are missing.
    if (!isUpToDate(root, { dev: wanted, optional: false })) {
      throw new SetupError('npm has ended without an error, but packages are missing.', shortage())
    }
    return nodeOf(finish())
  })
}

function findReady(dev) {
  const stamp = readStamp(root)
  if (!isUpToDate(root, { dev, optional: !stamp })) return undefined
  // Without a stamp somebody has run npm directly: nothing to install, but the Node is not known yet.
  return stamp ?? finish()
}

function finish() {
  const node = chooseNode(root)
  // Reported before the stamp is written, so that the next start checks again.
  nodeOf({ node })
  linkCommand(root)
  writeStamp(root, node)
  return { node }
}

function nodeOf({ node }) {
  if (node) return join(root, node)
  if (isRecentNode(process.versions.node)) return process.execPath
  const here = `${process.platform}-${process.arch}`
  const needs = `Walkaround needs Node ${oldestNode} or later; this is ${process.version}`
  if (isOwnNodeLeftOut(root)) {
    // npm skips an optional package that it cannot unpack, and the project's Node is one.
    throw new SetupError(`${needs}, and npm has left out the Node of the project for ${here}.`, shortage())
  }
  throw new SetupError(
    `${needs}, and npm has no ready-made Node for ${here} that runs here.`,
    'Install Node 24 from https://nodejs.org/ (or: nvm install 24) and run the command again.',
  )
}

function shortage() {
  const free = `${freeMegabytes(root)} MB free; the installation needs about 500`
  return `Is the disk full (${free}) or the network unsteady? Mend it and run the command again.`
}

/** Runs setup for a command: a failure is explained and ends the process. */
export async function setupOrExit(options) {
  try {
    return await setup(options)
  } catch (error) {
    // An error of the file system (a full disk, a folder of another user) is explained like those of npm.
    const told = error instanceof SetupError || !error.syscall ? error : failure(error.message)
    if (!(told instanceof SetupError)) throw told
    process.stderr.write(`\n${told.message}\n${told.advice}\n`)
    process.exit(1)
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const dev = !process.argv.includes('--omit=dev')
  const node = await setupOrExit({ dev })
  // A service without the app still serves the DMS, and its pages say what is missing; a test without it proves nothing.
  if (!(await ensureWeb(root, node)) && dev) process.exit(1)
}
