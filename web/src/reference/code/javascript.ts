// A call in JavaScript, for Node 20 or later as a module: `fetch` and nothing else.
import {
  AUTHORITY_FILE,
  type CodeLanguage,
  indented,
  KEY_VARIABLE,
  OLDEST_SECONDS,
  toSourceJson,
} from './call.ts'

const text = (value: string) =>
  toSourceJson(value).replaceAll("'", "\\'").replace(/^"|"$/g, "'").replaceAll('\\"', '"')

export const javascript: CodeLanguage = {
  id: 'javascript',
  name: 'JavaScript',
  toRequest({ method, url, headers, body, answer, ownAuthority }) {
    const isFile = typeof answer === 'object'
    const files = [body !== undefined && 'file' in body && 'readFile', isFile && 'writeFile'].filter(Boolean)
    const sent = [`'X-API-KEY': process.env.${KEY_VARIABLE}`]
    for (const [name, value] of Object.entries(headers)) sent.push(`${text(name)}: ${text(value)}`)
    return [
      ...(ownAuthority ? [`// NODE_EXTRA_CA_CERTS=${AUTHORITY_FILE} node call.mjs`] : []),
      ...(files.length > 0 ? [`import { ${files.join(', ')} } from 'node:fs/promises'`, ''] : []),
      `const answer = await fetch(${text(url)}, {`,
      ...(method === 'GET' ? [] : [`  method: ${text(method)},`]),
      `  headers: { ${sent.join(', ')} },`,
      ...(body === undefined
        ? []
        : 'file' in body
          ? [`  body: await readFile(${text(body.file)}),`]
          : [`  body: JSON.stringify(${indented(toSourceJson(body.value), 2)}),`]),
      '})',
      `if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()))`,
      isFile
        ? `await writeFile(${text(answer.file)}, Buffer.from(await answer.arrayBuffer()))`
        : answer === 'text'
          ? 'console.log(await answer.json())'
          : 'console.log(answer.status)',
    ].join('\n')
  },
  toCheck: () => `import { createHmac, timingSafeEqual } from 'node:crypto'

/** \`body\` is the text as it came, before it is parsed. */
export function isGenuine(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < ${OLDEST_SECONDS})) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
}
