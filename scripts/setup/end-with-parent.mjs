// Loaded into a process that launch.mjs started: when the launcher is gone, even by `kill -9`, ask this
// process to stop as well. It must not keep a process alive that has nothing left to do.
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
