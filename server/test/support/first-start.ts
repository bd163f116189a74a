// Walks through the pages of the first start as a browser without scripts does: it reads the forms, fills in what they ask for, and sends
// everything else back as it came.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { type Answer, type Env, type Sent, type Server, sendTo } from './process.ts'
import { until } from './until.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (text: string) => text.replaceAll(/&(#39|\w+);/g, (whole, name) => entities[name] ?? whole)

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)
  return found ? plain(found[1] as string) : undefined
}

/** What a page sends if nobody types anything. */
export function valuesOf(html: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, 'name')
    if (name !== undefined) values[name] = attribute(tag, 'value') ?? ''
  }
  for (const [, head = '', inner = ''] of html.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" selected/.exec(inner) ?? /<option value="([^"]*)"/.exec(inner)
    values[attribute(head, 'name') as string] = plain(chosen?.[1] ?? '')
  }
  for (const [, head = '', inner = ''] of html.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs))
    values[attribute(head, 'name') as string] = plain(inner)
  return values
}

export const titleOf = ({ text }: Pick<Answer, 'text'>): string =>
  plain(/<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '')

/** The path of the link that the service printed last. */
export function linkOf(output: string): string {
  const links = [...output.matchAll(/https:\/\/localhost:\d+(\/set-up\/[\w-]{32})/g)]
  assert.ok(links.length > 0, `no link in:\n${output}`)
  return links.at(-1)?.[1] as string
}

export async function open(server: Server, path: string, language = 'en'): Promise<Answer> {
  return server.send({ path: `${path}?lang=${language}` })
}

export async function post(
  server: Server,
  path: string,
  values: Record<string, string>,
  language = 'en',
): Promise<Answer> {
  return server.send({
    method: 'POST',
    path: `${path}/own?lang=${language}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(values).toString(),
  })
}

/** Fills in the page and presses a button. The last step leads on to another page, with the session that it has begun. */
export async function press(
  server: Server,
  path: string,
  page: Answer,
  typed: Record<string, string>,
  go = 'next',
): Promise<Answer> {
  const reply = await post(server, path, { ...valuesOf(page.text), ...typed, go })
  if (reply.status !== 303) return reply
  const next = new URL(String(reply.headers.location), `https://localhost${path}/own`)
  const shown = await server.send({
    path: `${next.pathname}${next.search}`,
    headers: { cookie: cookieOf(reply) },
  })
  return { ...shown, headers: { ...shown.headers, 'set-cookie': reply.headers['set-cookie'] } }
}

export const cookieOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';', 1)[0])
    .join('; ')

export const PASSWORD = 'drei Schrauben im Kaffee'

/** Up to the step that asks for the password. */
export async function walkToAdmin(server: Server, path: string): Promise<Answer> {
  const client = await post(server, path, {})
  const sites = await press(server, path, client, { name: 'Autohaus Süd & Söhne', timeZone: 'Europe/Berlin' })
  const more = await press(server, path, sites, { 'site-0': 'Ulm' }, 'site')
  const filled = {
    'site-0-code-0': '4711',
    'site-0-branch-0': 'Service',
    'site-1': 'Neu-Ulm',
    'site-1-code-0': '4712',
  }
  return press(server, path, more, filled)
}

export const admin = { person: 'Ada Admin', login: 'Ada@example.org', password: PASSWORD, again: PASSWORD }

/** As a browser posts a form with a file. */
export async function upload(
  server: Server,
  path: string,
  file: { name: string; content: Buffer } | undefined,
  texts: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) form.set(name, value)
  form.set('file', new File(file ? [new Uint8Array(file.content)] : [], file?.name ?? ''))
  const request = new Request('https://localhost/', { method: 'POST', body: form })
  return server.send({
    method: 'POST',
    path: `${path}/restore?lang=en`,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

/**
 * Looks at the page of the link, as its script does, until the work is over. The port is closed for a moment meanwhile, and afterwards the
 * service may have the authority of a backup.
 */
export async function workedOff(
  server: Server,
  path: string,
  env: Env,
  trusted: readonly string[] = [],
): Promise<Answer> {
  let last: Answer | undefined
  await until('the work is over', async () => {
    last = await sendAnew(server, env, { path: `${path}?lang=en` }, trusted).catch(() => undefined)
    return last?.status === 200 && !last.text.includes('data-waiting')
  })
  return last as Answer
}

/** Trusts the authority that the folder has now, and those that are given. */
export async function sendAnew(
  { port }: Pick<Server, 'port'>,
  env: Env,
  sent: Sent,
  trusted: readonly string[] = [],
): Promise<Answer> {
  const local = await readFile(join(env.WALKAROUND_DATA ?? '', 'tls', 'walkaround-ca.crt'), 'utf8')
  const agent = new Agent({ ca: [local, ...trusted] })
  return sendTo({ host: '127.0.0.1', servername: 'localhost', port, agent }, sent).finally(() =>
    agent.destroy(),
  )
}
