// Runs a script of the project on the right Node as if this process were that script. Plain JavaScript for Node 20; it passes on
// signals, streams and the exit code, and reads no arguments.
import { spawn } from 'node:child_process'
import { onParentGone } from './parent.mjs'

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href

/**
 * For a process that lives for seconds: optimizing the embedded engine would take longer than it saves, two fifths of the processor
 * time of a command and a gigabyte of memory.
 */
export const briefFlags = ['--liftoff-only']

export function launch(node, args) {
  // Newer Node can replace this process with the other one: then there is nothing to pass on.
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(node, [node, '--import', endWithParent, ...args], process.env)
  }
  const child = spawn(node, ['--import', endWithParent, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    windowsHide: true,
  })
  // Ctrl+C already reaches every process of the terminal; passing it on would send it twice.
  const terminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
  process.on('SIGINT', () => terminal || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  onParentGone(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    process.stderr.write(`Cannot run ${node}: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    // Ends with the same signal, so that a shell or a supervisor sees the real reason.
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
