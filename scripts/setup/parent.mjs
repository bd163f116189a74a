// Notices that npm is gone. npm ends the shell between itself and a script, but not the script: without this a stopped `npm start`
// or `npx walkaround serve` could leave a server behind that still holds port and database. Plain JavaScript for Node 20; does
// nothing in a process that npm did not start.
const pollMs = 1000

export function onParentGone(call) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    call()
  }, pollMs)
  timer.unref()
}
