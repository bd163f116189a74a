// A call as a `curl` command, ready to paste into a POSIX shell. Where the page is that of a demo, it works as it stands: paths
// name what the demo has, and an identifier nobody can know beforehand is asked for by a command before.
import type { Operation } from './document.ts'
import { toText } from './json.ts'

/** A longer body would drown the command; it is then read from a file. */
const inlineBodyLength = 700

/** In the current folder, as the certificates page and the first steps put it there. */
export const AUTHORITY_FILE = 'walkaround-ca.crt'

export type Curl = { readonly command: string; readonly bodyInFile: boolean }
export type CurlOptions = {
  readonly serverUrl: string
  /** Whether the service has an authority of its own, which `curl` does not know. */
  readonly ownAuthority: boolean
}

/** By the part of a path before a variable, or the variable's own name: what is read, and what is written. */
const standIns: Readonly<Record<string, string | { readonly read: string; readonly write: string }>> = {
  'system-clients': 'demo',
  'service-orders': { read: 'SO-1001', write: 'FIRST-2' },
  surveys: '$SURVEY',
  questions: 'vc.padFL',
  answers: '$ANSWER',
  'pdf-forms': 'survey-summary',
  photos: '$PHOTO',
  thumbnail_size: 'large',
  videos: '$VIDEO',
  quotes: 'Q-1001-1',
  'upsale-quotes': '$QUOTE',
  packages: { read: 'front-brakes', write: 'pads-front' },
  'survey-templates': 'open!vc',
  'vehicle-info': '1HGCM82633A004352',
  leads: { read: 'LD-202', write: 'LEAD-5' },
  lead_id: 'LD-202',
  deals: 'D-1',
}

const firstId = String.raw`sed 's/^\[{"id":"\([^"]*\)".*/\1/'`

/** How the value of a shell variable is found: the call and what takes it out of the answer. */
const finding: Readonly<Record<string, { readonly call: string; readonly take: string }>> = {
  $ANSWER: {
    call: `-D - -o /dev/null -H 'Content-Type: application/json' --data '{"value":"2 mm"}' "$SERVER/surveys/$SURVEY/questions/vc.padFL/answers"`,
    take: String.raw`sed -n 's#^location: .*/##p' | tr -d '\r'`,
  },
  $PHOTO: {
    call: '"$SERVER/surveys/$SURVEY"',
    take: String.raw`sed 's/.*"photos":\[{"id":"\([^"]*\)".*/\1/'`,
  },
  $VIDEO: { call: '"$SERVER/surveys/$SURVEY/videos"', take: firstId },
  $QUOTE: { call: '"$SERVER/surveys/$SURVEY/upsale-quotes"', take: firstId },
}

export function toCurl(operation: Operation, { serverUrl, ownAuthority }: CurlOptions): Curl {
  const curl = ownAuthority ? `curl --cacert ${AUTHORITY_FILE}` : 'curl'
  const key = '-H "X-API-KEY: $WALKAROUND_KEY"'
  const path = toPath(operation)
  const lines = [
    `${curl}${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${quote(serverUrl + path)}`,
    key,
  ]
  const body =
    operation.body === undefined
      ? undefined
      : JSON.stringify(operation.body.examples[0]?.value ?? {}, null, 2)
  const bodyInFile = body !== undefined && body.length > inlineBodyLength
  if (operation.body !== undefined) lines.push(`-H ${quote(`Content-Type: ${operation.body.contentType}`)}`)
  if (body !== undefined) lines.push(bodyInFile ? '--data @body.json' : `--data ${quote(body)}`)
  const client = `${serverUrl}/system-clients/demo`
  const ask = (variable: string, call: string, take: string) =>
    `${variable.slice(1)}=$(${curl} -sS ${key} ${call.replace('$SERVER', client)} | ${take})`
  // Only an order's own reception check has automatic quotes.
  const type = path.includes('/upsale-quotes') ? 'health' : 'VC'
  const before = path.includes('$SURVEY')
    ? [ask('$SURVEY', quote(`${client}/service-orders/SO-1001/surveys?survey-type=${type}`), firstId)]
    : []
  for (const [variable, { call, take }] of Object.entries(finding))
    if (path.includes(variable)) before.push(ask(variable, call, take))
  return { command: [...before, lines.join(' \\\n  ')].join('\n'), bodyInFile }
}

function toPath({ path, method, parameters }: Operation): string {
  return path.replace(/([^/{}]*)\/\{([^}]+)\}/g, (_, part: string, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name)
    const example = toText(parameter?.example)
    if (example !== '') return `${part}/${encodeURIComponent(example)}`
    const known = standIns[name] ?? standIns[part]
    const value = typeof known === 'object' ? (method === 'GET' ? known.read : known.write) : known
    // curl reads braces as a list of addresses, so an open variable is written in capitals instead.
    return `${part}/${value ?? name.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase()}`
  })
}

/**
 * Single quotes keep everything literal in a shell; a quote inside is closed, escaped and opened again. What names a variable of
 * the shell stands in double ones.
 */
function quote(text: string): string {
  return /\$[A-Z]+/.test(text) && !text.includes("'") ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}
