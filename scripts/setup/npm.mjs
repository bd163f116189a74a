// Runs `npm ci` with visible progress and turns its failures into advice. Plain JavaScript for Node 20; install scripts never run,
// so no package executes code while installing.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { showProgress } from './progress.mjs'

export class SetupError extends Error {
  constructor(message, advice) {
    super(message)
    this.advice = advice
  }
}

const flags = [
  'ci',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--include=optional',
  '--prefer-offline',
  // Hides EBADENGINE: packages that require Node 24 get it, although npm itself may run on 20.
  '--loglevel=error',
  // An offline machine gets an error after about twenty seconds instead of minutes.
  '--fetch-retries=3',
  '--fetch-retry-mintimeout=2000',
  '--fetch-retry-maxtimeout=8000',
]

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const advices = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/,
    'The package registry cannot be reached. Check the network connection or the proxy (npm config get proxy, HTTPS_PROXY) and run the command again.',
  ],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF)|CERT_/,
    "The registry's certificate is not trusted, which a company proxy often causes. Point NODE_EXTRA_CA_CERTS to its certificate and run the command again.",
  ],
  [
    /\bE(401|403|407)\b/,
    'The registry or a proxy refused access. Check the registry and its credentials (npm config get registry) and run the command again.',
  ],
  [
    /ENOSPC|EDQUOT/,
    'The disk is full. The installation needs about 500 MB: free some space and run the command again.',
  ],
  [
    /EACCES|EPERM|EROFS/,
    'npm may not write here or to its cache. Run the command as the user who owns this folder, or copy the project to a folder of your own.',
  ],
  [/EUSAGE|can only install packages when/, 'package.json and package-lock.json disagree. Run: npm install'],
  [
    /EINTEGRITY/,
    'A downloaded package does not match its checksum in the lockfile. Run: npm cache clean --force, then run the command again.',
  ],
]

/** Installs the lockfile, with or without development dependencies. `holdFor(pid)` gets the process that does the work. */
export async function npmCi(root, holdFor, { dev }) {
  const progress = showProgress('Installing dependencies (npm ci)')
  const { command, args, shell } = findNpm()
  const child = spawn(command, [...args, ...flags, dev ? '--include=dev' : '--omit=dev'], {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell,
  })
  if (child.pid) holdFor(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-20_000)
    })
  }
  let interrupted
  const stop = (signal) => {
    interrupted = signal
    child.kill(signal)
    // npm may take its time to clean up; the next start begins again anyway.
    setTimeout(() => child.kill('SIGKILL'), 3000).unref()
  }
  for (const signal of stopSignals) process.on(signal, stop)
  const end = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }))
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  for (const signal of stopSignals) process.off(signal, stop)
  if (end.code === 0) {
    progress.done(`Installed dependencies in ${progress.seconds()} s.`)
    return
  }
  progress.failed()
  if (end.error?.code === 'ENOENT') {
    throw new SetupError(
      'npm was not found.',
      'Install npm (it comes with Node from https://nodejs.org/) and run the command again.',
    )
  }
  if (interrupted || end.signal) {
    throw new SetupError('The installation was interrupted.', 'Run the command again to finish it.')
  }
  throw failure(end.error ? String(end.error) : output)
}

export function failure(output) {
  // npm first says what is wrong and then explains its usage.
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm error ?/, '').trim())
    .filter((line) => line !== '' && !/^at |^Log files|complete log of this run/i.test(line))
    .slice(0, 6)
  const advice = advices.find(([pattern]) => pattern.test(output))?.[1]
  return new SetupError(
    ['Installing dependencies failed:', ...lines].join('\n  '),
    advice ?? 'Run `npm ci --ignore-scripts` to see the whole output; if it does not help, please report it.',
  )
}

// The npm that started us, if there is one: it is configured and works here.
function findNpm() {
  const running = process.env.npm_execpath
  const cli =
    running && /^np[mx]-cli\.[cm]?js$/.test(basename(running)) && join(dirname(running), 'npm-cli.js')
  if (cli && existsSync(cli)) return { command: process.execPath, args: [cli], shell: false }
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}

// Settings of the outer npm command (a workspace, --omit, a production environment) must not reduce or move this installation.
function environment() {
  const env = { ...process.env }
  for (const name of Object.keys(env)) {
    if (
      /^npm_config_(workspaces?|omit|include|only|production|global|location|prefix|local_prefix|dry_run)$/i.test(
        name,
      )
    )
      delete env[name]
  }
  delete env.NODE_ENV
  return env
}
