// A call as a `curl` command, ready to paste into a POSIX shell.
import type { Operation } from './document.ts'
import { toText } from './json.ts'

/** A longer body would drown the command; it is then read from a file. */
const inlineBodyLength = 700

export type Curl = { readonly command: string; readonly bodyInFile: boolean }

export function toCurl(operation: Operation, serverUrl: string): Curl {
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find(
      (candidate) => candidate.in === 'path' && candidate.name === name,
    )
    // curl reads braces as a list of addresses, so an open variable is written in capitals instead.
    const example = toText(parameter?.example)
    return example === '' ? name.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase() : encodeURIComponent(example)
  })
  const lines = [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${quote(serverUrl + path)}`,
    '-H "X-API-KEY: $WALKAROUND_KEY"',
  ]
  const body =
    operation.body === undefined
      ? undefined
      : JSON.stringify(operation.body.examples[0]?.value ?? {}, null, 2)
  const bodyInFile = body !== undefined && body.length > inlineBodyLength
  if (operation.body !== undefined) lines.push(`-H ${quote(`Content-Type: ${operation.body.contentType}`)}`)
  if (body !== undefined) lines.push(bodyInFile ? '--data @body.json' : `--data ${quote(body)}`)
  return { command: lines.join(' \\\n  '), bodyInFile }
}

/** Single quotes keep everything literal in a shell; a quote inside is closed, escaped and opened again. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
