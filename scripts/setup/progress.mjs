// One line on stderr that shows what is going on and for how long. Plain JavaScript for Node 20; on a terminal the line is redrawn,
// elsewhere it is repeated from time to time.
const quietMs = 10_000

export function showProgress(text) {
  const started = Date.now()
  const { stderr } = process
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const clear = '\r\x1b[2K'
  if (!stderr.isTTY) stderr.write(`${text} …\n`)
  const draw = () =>
    stderr.write(stderr.isTTY ? `${clear}${text} … ${seconds()} s` : `${text} … ${seconds()} s\n`)
  if (stderr.isTTY) draw()
  const timer = setInterval(draw, stderr.isTTY ? 500 : quietMs)
  const end = (line) => {
    clearInterval(timer)
    stderr.write(`${stderr.isTTY ? clear : ''}${line ? `${line}\n` : ''}`)
  }
  return { done: (line) => end(line), failed: () => end(''), seconds }
}
