// Loaded into a process that npm or launch.mjs started: when that parent is gone, even by `kill -9`, it asks this process to stop
// too. It must not keep alive a process that has nothing left to do.
import { isMainThread } from 'node:worker_threads'
import { onParentGone } from './parent.mjs'

const stop = () => process.kill(process.pid, 'SIGTERM')

if (isMainThread && process.channel) {
  process.on('disconnect', stop)
  process.channel.unref()
} else if (isMainThread) {
  onParentGone(stop)
}
