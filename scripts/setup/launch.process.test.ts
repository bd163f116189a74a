// The launcher with real processes, both where it can replace itself and where it has to pass things on.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'

const launcher = new URL('./launch.mjs', import.meta.url).href
const windows = process.platform === 'win32' && 'signals are different on Windows'

// Prints its id and arguments, then ends as its first argument says.
const program = `
  process.on('SIGTERM', () => { console.log('stopped'); process.exit(9) })
  console.log(process.pid + ' ' + JSON.stringify(process.argv.slice(1)))
  if (process.argv[1] === 'exit') process.exit(Number(process.argv[2]))
  if (process.argv[1] === 'die') process.kill(process.pid, 'SIGABRT')
  setInterval(() => {}, 1000)`

function start(canReplaceItself: boolean, args: string[]) {
  const forget = canReplaceItself ? '' : 'process.execve = undefined;'
  const code = `${forget} (await import(${JSON.stringify(launcher)})).launch(process.execPath,
    ['-e', ${JSON.stringify(program)}, '--', ...${JSON.stringify(args)}])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.on('data', () => output.includes('\n') && resolve(output.slice(0, output.indexOf('\n'))))
  })
  return { child, firstLine, output: () => output }
}

async function end(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = await once(child, 'close')
  return signal ?? code
}

for (const canReplaceItself of [true, false]) {
  describe(canReplaceItself ? 'a launcher that replaces itself' : 'a launcher that starts a child', () => {
    it('passes arguments as they are and brings the exit code back', async () => {
      const { child, firstLine } = start(canReplaceItself, ['exit', '5', 'a b', '*', ''])
      const [code, line] = await Promise.all([end(child), firstLine])
      assert.equal(code, 5)
      assert.match(line, / \["exit","5","a b","\*",""\]$/)
    })

    it('passes SIGTERM on', { skip: windows }, async () => {
      const { child, firstLine, output } = start(canReplaceItself, ['stay'])
      await firstLine
      child.kill('SIGTERM')
      assert.equal(await end(child), 9)
      assert.match(output(), /stopped/)
    })

    it('dies of the signal that the program died of', { skip: windows }, async () => {
      const { child } = start(canReplaceItself, ['die'])
      assert.equal(await end(child), 'SIGABRT')
    })
  })
}

describe('a launcher that is killed', () => {
  it('leaves no program behind', { skip: windows }, async () => {
    const { child, firstLine, output } = start(false, ['stay'])
    await firstLine
    child.kill('SIGKILL')
    // The stream closes when the last process that holds it has ended.
    assert.equal(await end(child), 'SIGKILL')
    assert.match(output(), /stopped/)
  })
})
