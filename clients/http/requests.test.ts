// The requests of the file as an editor sends them: the reads against the demo, the writes against a client of their own.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { operations } from '@walkaround/contract/dms/operations.ts'
import { callerWith, makeClient, request } from '../../server/test/support/api.ts'
import { theDemo } from '../../server/test/support/demo.ts'

const file = readFileSync(new URL('./walkaround.http', import.meta.url), 'utf8')

interface Parsed {
  name: string
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** By the rules that both editors share: `###` begins a request, an empty line its body, `#` a comment. */
function parse(text: string): { variables: Record<string, string>; requests: Parsed[] } {
  const [head = '', ...parts] = text.split(/^###.*\n/m)
  const variables = Object.fromEntries(
    [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  const requests = parts.map((part): Parsed => {
    const [top = '', ...rest] = part.split('\n\n')
    const lines = top.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const [method = '', url = '', ...more] = lines[0]?.split(' ') ?? []
    assert.deepEqual(more, [], `${lines[0]} has spaces`)
    const headers = lines.slice(1).map((line) => /^([\w-]+): (.+)$/.exec(line)?.slice(1) ?? assert.fail(line))
    const body = rest.join('\n\n').trim()
    return {
      name: /^# @name (\w+)$/m.exec(top)?.[1] ?? '',
      method,
      url,
      headers: Object.fromEntries(headers),
      body: body === '' ? undefined : body,
    }
  })
  return { variables, requests }
}

describe('the .http file', () => {
  const { variables, requests } = parse(file)
  const filled = (text: string, values: Record<string, string>) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name]
      assert.ok(value, `${name} has no value`)
      return value
    })
  const send = ({ method, url, headers, body }: Parsed, values: Record<string, string>) =>
    request({
      method: method as 'GET',
      url: filled(url, values).replace(values.host ?? '', ''),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, filled(value, values)]),
      ),
      ...(body === undefined ? {} : { payload: filled(body, values) }),
    })
  /** Variables with the values of a client that exists here. */
  let ofDemo: Record<string, string> = {}

  before(async () => {
    const { access } = await theDemo()
    const demo = callerWith(access.clientId, access.key)
    const surveyOf = async (type: string) =>
      (await demo.get(`/service-orders/${variables.service_order_id}/surveys?survey-type=${type}`)).json()[0]
        .id
    const [check, reception] = [await surveyOf('VC'), await surveyOf('health')]
    const [upsale] = (await demo.get(`/surveys/${reception}/upsale-quotes`)).json()
    ofDemo = {
      ...variables,
      key: access.key,
      system_client_id: access.clientId,
      survey_id: check,
      other_survey_id: reception,
      upsale_quote_id: upsale.id,
    }
  })

  test('has every operation once, with its method and path', () => {
    const shape = (text: string) => text.replaceAll(/\{+[^}]*\}+/g, '{}').replace(/\?.*/, '')
    assert.deepEqual(
      requests.map(({ name, method, url }) => `${name} ${method} ${shape(url)}`).sort(),
      operations.map(({ id, method, path }) => `${id} ${method} {}/v1${shape(path)}`).sort(),
    )
  })

  test('every variable has a value and is used', () => {
    const used = new Set([...file.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))
    assert.deepEqual([...used].sort(), Object.keys(variables).sort())
    for (const [name, value] of Object.entries(variables)) assert.ok(value, `${name} has no value`)
  })

  test('every read is answered by the demo as it is', async () => {
    // Things of other clients, such as a sandbox, have a variable of their own.
    const isOfDemo = (url: string) => !/\{\{\w+_system_client_id\}\}/.test(url)
    const reads = requests.filter(({ method, url }) => method === 'GET' && isOfDemo(url))
    assert.ok(reads.length > 20)
    for (const read of reads) {
      const { statusCode, body } = await send(read, ofDemo)
      assert.ok([200, 302].includes(statusCode), `${read.name}: ${statusCode} ${body}`)
    }
  })

  test('orders, packages and leads can be written as they are', async () => {
    const own = await makeClient()
    const values = { ...variables, key: own.key, system_client_id: own.id }
    for (const name of ['putServiceOrder', 'putPackage', 'putLead']) {
      const write = requests.find((one) => one.name === name) ?? assert.fail(name)
      const first = await send(write, values)
      assert.equal(first.statusCode, 201, first.body)
      assert.equal((await send(write, values)).statusCode, 204)
    }
  })
})
