// The samples in C# are not compiled here. Every path, header and field that they name must exist in the contract.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

interface Node {
  properties?: Record<string, Node>
  parameters?: { name: string; in: string }[]
}
const openApi = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'))
const read = (name: string) => readFileSync(new URL(`./${name}/Program.cs`, import.meta.url), 'utf8')
const schemas: Record<string, Node> = openApi.components.schemas
const fieldsOf = (...names: string[]) =>
  new Set(names.flatMap((name) => Object.keys(schemas[name]?.properties ?? {})))
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name as string)

describe('the samples in C#', () => {
  test('the first call uses a path, headers and fields of the contract', () => {
    const text = read('FirstCall')
    const [place] = found(text, /\$"(service-orders\/)\{/g)
    const path = `/system-clients/{system_client_id}/${place}{id}`
    assert.ok(openApi.paths[path]?.put && openApi.paths[path]?.get, path)
    assert.match(text, /\/v1\/system-clients\/\{client\}\/"/)
    assert.ok(openApi.servers[0].url.endsWith('/v1'))
    assert.deepEqual(found(text, /DefaultRequestHeaders\.Add\("([^"]+)"/g), [
      openApi.components.securitySchemes.apiKey.name,
    ])
    assert.ok(openApi.paths[path].put.parameters.some(({ name }: { name: string }) => name === 'If-Match'))
    assert.ok(found(text, /TryGetValues\("([^"]+)"/g).every((name) => name in openApi.components.headers))
    const sent = fieldsOf('ServiceOrderInput', 'PersonPartnerInput', 'VehicleInput')
    const written = found(text, /(?<!\w)\["(\w+)"\] =/g)
    assert.ok(written.length > 8, `${written}`)
    assert.deepEqual(
      written.filter((name) => !sent.has(name)),
      [],
    )
    const replied = fieldsOf('ServiceOrder', 'SurveyRef')
    const named = found(text, /\w!?\["(\w+)"\]/g)
    assert.ok(named.length > 3, `${named}`)
    assert.deepEqual(
      named.filter((name) => !replied.has(name)),
      [],
    )
    const refusal = fieldsOf('ApiError')
    const refused = found(text, /GetProperty\("(\w+)"\)/g)
    assert.equal(refused.length, 2)
    assert.deepEqual(
      refused.filter((name) => !refusal.has(name)),
      [],
    )
  })

  test('the receiver uses the method, headers and fields of callbacks', () => {
    const text = read('Receiver')
    const [interfaces] = Object.values<Record<string, Node>>(openApi.webhooks)
    const { put } = interfaces as { put: Node & { operationId: string } }
    assert.match(text, /MapPut\("\/in\/\{id\}"/)
    const headers = new Set(put.parameters?.filter((one) => one.in === 'header').map(({ name }) => name))
    const named = found(text, /headers\["([^"]+)"\]/g)
    assert.equal(named.length, 3)
    assert.deepEqual(
      named.filter((name) => !headers.has(name)),
      [],
    )
    const fields = fieldsOf('WebhookOutputInfo')
    // `kind` distinguishes callbacks of other kinds, and is absent from this one.
    const used = found(text, /callback\["(\w+)"\]/g).filter((name) => name !== 'kind')
    assert.deepEqual(
      used.filter((name) => !fields.has(name)),
      [],
    )
    assert.ok(text.includes(`"${put.operationId}"`))
  })
})
