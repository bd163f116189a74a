// A call as a `curl` command, ready to paste into a POSIX shell. On the page of a demo it works unchanged: paths use ids of the
// demo, and an id nobody can know beforehand is read by an earlier command.
import { quoteForShell } from '../../../assets/shell.js'
import type { Operation } from '../document.ts'
import {
  AUTHORITY_FILE,
  type Call,
  KEY_VARIABLE,
  type SignedExample,
  toExamplePath,
  toSourceJson,
} from './call.ts'

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

export function toCurl(operation: Operation, call: Call, serverUrl: string): string {
  const curl = call.ownAuthority ? `curl --cacert ${AUTHORITY_FILE}` : 'curl'
  const key = `-H "X-API-KEY: $${KEY_VARIABLE}"`
  const path = toExamplePath(operation, standIns)
  const search = call.url.includes('?') ? call.url.slice(call.url.indexOf('?')) : ''
  const lines = [
    `${curl}${call.method === 'GET' ? '' : ` -X ${call.method}`} ${quote(serverUrl + path + search)}`,
    key,
    ...Object.entries(call.headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
  ]
  if (call.body !== undefined)
    lines.push(
      'file' in call.body
        ? `--data-binary @${call.body.file}`
        : `--data ${quoteForShell(toSourceJson(call.body.value))}`,
    )
  if (typeof call.answer === 'object')
    lines.push(`--fail${call.redirects ? ' --location' : ''} -o ${call.answer.file}`)
  const client = `${serverUrl}/system-clients/demo`
  const ask = (variable: string, question: string, take: string) =>
    `${variable.slice(1)}=$(${curl} -sS ${key} ${question.replace('$SERVER', client)} | ${take})`
  // Only an order's own reception check has automatic quotes.
  const type = path.includes('/upsale-quotes') ? 'health' : 'VC'
  const before = path.includes('$SURVEY')
    ? [ask('$SURVEY', quote(`${client}/service-orders/SO-1001/surveys?survey-type=${type}`), firstId)]
    : []
  for (const [variable, { call: question, take }] of Object.entries(finding))
    if (path.includes(variable)) before.push(ask(variable, question, take))
  return [...before, lines.join(' \\\n  ')].join('\n')
}

/** Text with a shell variable stands in double quotes; all other text stays literal. */
function quote(text: string): string {
  return /\$[A-Z]+/.test(text) && !/["`\\']/.test(text) ? `"${text}"` : quoteForShell(text)
}

/** The signature of what is in `body.json`, for comparing by hand. */
export function toShellCheck({ secret, id, timestamp, signature }: SignedExample): string {
  return `SECRET=${secret}
KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$({ printf %s.%s. ${quoteForShell(id)} ${timestamp}; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
test "v1,$SIGNATURE" = ${quoteForShell(signature)} && echo genuine`
}
