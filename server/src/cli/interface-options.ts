// Options of commands that reach a server through the interface alone: its address, a key, an authority to trust.
import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import type { Command as Commander } from 'commander'
import { NoAnswer, openHttp } from '../outside/http-call.ts'
import { Misuse, Unreachable } from './failures.ts'

export const keyOptions = (command: Commander, what: string) =>
  command
    .option('--key <key>', `${what}; other users of this machine can see it while the command runs`)
    .option('--key-file <file>', 'the same from the first line of a file; - is standard input')

export type Options = Readonly<Record<string, unknown>>

export const text = (options: Options, name: string): string | undefined =>
  options[name] as string | undefined

export function needed(options: Options, name: string, flag: string, help: string): string {
  const value = text(options, name)
  if (value === undefined) throw new Misuse(`${flag} is missing`, `Run ${help} --help to see what it takes.`)
  return value
}

export function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Misuse(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** An option, or the first line of the file that another one names. */
export async function given(options: Options, name: string): Promise<string | undefined> {
  const [value, file] = [text(options, name), text(options, `${name}File`)]
  if (value !== undefined && file !== undefined)
    throw new Misuse(`give --${name} or --${name}-file, not both`)
  if (file === undefined) return value
  const content = file === '-' ? await readAll(process.stdin) : readFile(file)
  return content.split(/\r?\n/)[0]?.trim()
}

export function addressOf(given: string, flag: string): URL {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Misuse(`${flag}: "${given}" is not an address with https`)
  if (url.search || url.hash) throw new Misuse(`${flag}: "${given}" must have no query and no fragment`)
  return url
}

export const withoutSlash = (path: string) => path.replace(/\/+$/, '')

type Send = ReturnType<typeof openHttp>['send']

export async function withHttp(
  options: Options,
  url: URL,
  timeoutMs: number,
  work: (send: Send) => Promise<number>,
): Promise<number> {
  const file = text(options, 'ca')
  const http = openHttp({
    origin: url.origin,
    timeoutMs,
    ca: file === undefined ? undefined : readFile(file),
    caSetting: '--ca',
  })
  try {
    return await work(http.send)
  } catch (error) {
    if (error instanceof NoAnswer) throw new Unreachable(`${url.origin}: ${error.message}`)
    throw error
  } finally {
    http.close()
  }
}
