// Every statement the service can run, read from its sources: what stands in an sql template is the whole statement, since nothing
// but values is put into one.
import { listFiles, textOf } from './source-files.ts'

export interface SourceStatement {
  /** file:line */
  place: string
  text: string
}

/** The parts of the template literal that begins at `start`, just after its backtick, and where it ends. */
function readTemplate(source: string, start: number): { parts: string[]; end: number } {
  const parts: string[] = []
  let part = ''
  let at = start
  while (source[at] !== '`') {
    if (at >= source.length) throw new Error('a template without an end')
    if (source.startsWith('${', at)) {
      at = skipValue(source, at + 2)
      parts.push(part)
      part = ''
      continue
    }
    if (source[at] === '\\') at++
    part += source[at++]
  }
  return { parts: [...parts, part], end: at + 1 }
}

/** Behind the brace that closes the value; strings and templates in it may hold braces. */
function skipValue(source: string, start: number): number {
  let at = start
  for (let depth = 1; depth > 0; at++) {
    const sign = source[at]
    if (sign === '{') depth++
    if (sign === '}') depth--
    if (sign === "'") at = source.indexOf("'", at + 1)
    if (sign === '`') at = readTemplate(source, at + 1).end - 1
  }
  return at
}

export function listStatements(): SourceStatement[] {
  return listFiles(['server/src/**/*.ts'])
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = textOf(file)
      return [...source.matchAll(/\bsql`/g)].map(({ index }) => {
        const { parts } = readTemplate(source, index + 4)
        const text = parts.reduce((all, part, number) => `${all}$${number}${part}`)
        return { place: `${file}:${source.slice(0, index).split('\n').length}`, text }
      })
    })
}
