// Loaded into a process that npm or launch.mjs started: when the starter is gone, even by `kill -9`, ask this
// process to stop as well. It must not keep a process alive that has nothing left to do.
import { isMainThread } from 'node:worker_threads'
import { onParentGone } from './parent.mjs'

const stop = () => process.kill(process.pid, 'SIGTERM')

if (isMainThread && process.channel) {
  process.on('disconnect', stop)
  process.channel.unref()
} else if (isMainThread) {
  onParentGone(stop)
}
