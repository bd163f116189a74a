// A call in Python 3, with its standard library alone.
import { isRecord } from '../json.ts'
import { AUTHORITY_FILE, type CodeLanguage, KEY_VARIABLE, OLDEST_SECONDS, toSourceJson } from './call.ts'

/** A value as Python writes it. Escapes of JSON mean the same in a Python string. */
function literal(value: unknown, indent: number): string {
  const [inner, outer] = [' '.repeat(indent + 4), ' '.repeat(indent)]
  const lines = (open: string, entries: readonly string[], close: string) =>
    entries.length === 0
      ? open + close
      : `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${outer}${close}`
  if (Array.isArray(value))
    return lines(
      '[',
      value.map((entry) => literal(entry, indent + 4)),
      ']',
    )
  if (isRecord(value))
    return lines(
      '{',
      Object.entries(value).map(([name, entry]) => `${toSourceJson(name)}: ${literal(entry, indent + 4)}`),
      '}',
    )
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null || value === undefined ? 'None' : toSourceJson(value)
}

export const python: CodeLanguage = {
  id: 'python',
  name: 'Python',
  toRequest({ method, url, headers, body, answer, ownAuthority }) {
    const sent = [`"X-API-KEY": os.environ["${KEY_VARIABLE}"]`]
    for (const [name, value] of Object.entries(headers))
      sent.push(`${literal(name, 0)}: ${literal(value, 0)}`)
    const isValue = body !== undefined && 'value' in body
    const isFile = typeof answer === 'object'
    const context = ownAuthority ? `, context=ssl.create_default_context(cafile="${AUTHORITY_FILE}")` : ''
    return [
      `import ${[(isValue || answer === 'text') && 'json', 'os', ownAuthority && 'ssl', 'urllib.request'].filter(Boolean).join(', ')}`,
      '',
      ...(isValue ? [`body = ${literal(body.value, 0)}`] : []),
      'request = urllib.request.Request(',
      `    ${literal(url, 0)},`,
      ...(method === 'GET' ? [] : [`    method=${literal(method, 0)},`]),
      `    headers={${sent.join(', ')}},`,
      ...(body === undefined
        ? []
        : 'file' in body
          ? [`    data=open(${literal(body.file, 0)}, "rb").read(),`]
          : ['    data=json.dumps(body).encode(),']),
      ')',
      `with urllib.request.urlopen(request${context}) as answer:`,
      isFile
        ? `    open(${literal(answer.file, 0)}, "wb").write(answer.read())`
        : answer === 'text'
          ? '    print(json.load(answer))'
          : '    print(answer.status)',
    ].join('\n')
  },
  toCheck: () => `import base64, hashlib, hmac, time

def is_genuine(headers, body, secret):
    """body: the bytes as they came; headers: with names in lower case."""
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if not abs(time.time() - int(timestamp)) < ${OLDEST_SECONDS}:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split(" "))`,
}
