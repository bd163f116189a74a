// A call as a `curl` command, ready to paste into a POSIX shell. On the page of a demo it works unchanged: paths use ids of the
// demo, and an id nobody can know beforehand is read by an earlier command.
import type { Operation } from './document.ts'
import { toText } from './json.ts'

/** A longer body is read from a file, so that the command stays readable. */
const inlineBodyLength = 700

/** In the current folder, as the certificates page and the first steps put it there. */
export const AUTHORITY_FILE = 'walkaround-ca.crt'

type Curl = { readonly command: string; readonly bodyInFile: boolean }
type CurlOptions = {
  readonly serverUrl: string
  /** Whether the service has its own authority, which `curl` does not know. */
  readonly ownAuthority: boolean
}

/** By the preceding part of a path: ids that differ in every installation. All others are as in the document's examples. */
const standIns: Readonly<Record<string, string>> = {
  surveys: '$SURVEY',
  answers: '$ANSWER',
  photos: '$PHOTO',
  videos: '$VIDEO',
  'upsale-quotes': '$QUOTE',
}

const firstId = String.raw`sed 's/^\[{"id":"\([^"]*\)".*/\1/'`

/** How to get the value of a shell variable: the call and what extracts it from the reply. */
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

function toPath({ path, parameters }: Operation): string {
  return path.replace(/([^/{}]*)\/\{([^}]+)\}/g, (_, part: string, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name)
    const example = toText(parameter?.example)
    // curl reads braces as a list of addresses, so an unknown variable is written in capitals instead.
    const value =
      standIns[part] ?? (encodeURIComponent(example) || name.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase())
    return `${part}/${value}`
  })
}

/**
 * In single quotes the shell keeps everything literal; a quote inside is closed, escaped and opened again. Text with a shell
 * variable is in double quotes.
 */
function quote(text: string): string {
  return /\$[A-Z]+/.test(text) && !text.includes("'") ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}
