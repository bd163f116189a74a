// Reading survey templates: the list, one template, and who runs them (D1, D2, E5).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { useTemplate } from '../../src/features/templates/choose-templates.ts'
import { readDefaultTemplates } from '../../src/features/templates/default-templates.ts'
import { importTemplate } from '../../src/features/templates/import-template.ts'
import { addClient } from '../../src/organisation/clients.ts'
import { callerWith, makeClient, makeKey, type TestClient } from '../support/api.ts'
import {
  inClientOf,
  putOrder,
  refusal,
  smallQuestion,
  smallTemplate,
  typesOf,
  useOwnTemplate,
} from '../support/scenes.ts'

const headersOf = async (
  client: Pick<TestClient, 'get'>,
): Promise<{ id: string; text: string; masterClientId: string }[]> => {
  const response = await client.get('/survey-templates')
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const importInto = (client: TestClient, more: Parameters<typeof smallTemplate>[0] = {}) =>
  inClientOf(client, (scope) => importTemplate(scope, smallTemplate(more)))

describe('GET /survey-templates', () => {
  test('D1: the default templates are visible to every client as open!<id>', async () => {
    const client = await makeClient()
    const defaults = await readDefaultTemplates()
    const shown = await headersOf(client)
    assert.deepEqual(shown.map(({ id }) => id).sort(), defaults.map(({ id }) => `open!${id}`).sort())
    for (const { id, text, masterClientId } of shown) {
      assert.equal(masterClientId, 'open')
      assert.equal(text, defaults.find((one) => `open!${one.id}` === id)?.text)
    }
  })

  test('D1: there is one for every survey type', async () => {
    const client = await makeClient()
    const types: string[] = []
    for (const { id } of await headersOf(client)) {
      types.push((await client.get(`/survey-templates/${encodeURIComponent(id)}`)).json().surveyType)
    }
    assert.deepEqual(types.sort(), ['CVR', 'QC', 'VC', 'VR', 'health'])
  })

  test('E5: an own template is plain for its client and invisible to others', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    await importInto(client)
    const own = { id: 'small', text: 'Small check', masterClientId: client.id }
    assert.deepEqual(
      (await headersOf(client)).filter(({ masterClientId }) => masterClientId === client.id),
      [own],
    )
    assert.ok(!(await headersOf(other)).some(({ masterClientId }) => masterClientId === client.id))
    refusal(await other.get('/survey-templates/small'), 'noSuchResource')
    refusal(await other.get(`/survey-templates/${client.id}!small`), 'noSuchResource')
  })

  test('E5: a central template is <master>!<id> for others and plain for the master itself', async () => {
    const master = await makeClient()
    await importInto(master)
    const dealer = await makeClient({ masters: [master.id] })
    const shownId = `${master.id}!small`
    assert.deepEqual(await headersOf(dealer), [
      { id: shownId, text: 'Small check', masterClientId: master.id },
    ])
    assert.equal((await dealer.get(`/survey-templates/${encodeURIComponent(shownId)}`)).json().id, shownId)
    refusal(await dealer.get('/survey-templates/small'), 'noSuchResource')
    assert.equal((await master.get('/survey-templates/small')).json().id, 'small')
    refusal(await master.get(`/survey-templates/${encodeURIComponent(shownId)}`), 'noSuchResource')
    const { key } = await makeKey(master.id, 'support')
    const open = await headersOf(callerWith('open', key))
    assert.ok(open.length > 0 && open.every(({ id }) => !id.includes('!')))
  })

  test('a client without masters and templates has an empty list', async () => {
    const client = await makeClient({ masters: [] })
    assert.deepEqual(await headersOf(client), [])
  })

  test("names are in the client's language", async () => {
    const [english, german] = [await makeClient(), await makeClient({ language: 'de' })]
    const textOf = async (client: TestClient) =>
      (await headersOf(client)).find(({ id }) => id === 'open!health')?.text
    assert.notEqual(await textOf(german), await textOf(english))
  })
})

describe('GET /survey-templates/{id}', () => {
  test('has the shape of a survey: every element, nothing answered, no vehicle', async () => {
    const client = await makeClient()
    const health = (await readDefaultTemplates()).find(({ id }) => id === 'health')
    const shown = (await client.get('/survey-templates/open!health')).json()
    assert.deepEqual(shown, {
      id: 'open!health',
      text: health?.text,
      masterClientId: 'open',
      surveyType: 'health',
      category: 'interactiveHandover',
      conditions: health?.conditions,
      // Words for customers are ours: the interface does not know them.
      contents: JSON.parse(
        JSON.stringify(health?.contents, (key, value) =>
          key === 'customerText' || key === 'meanings' ? undefined : value,
        ),
      ),
    })
    for (const name of ['selected', 'vehicle', 'texts', 'customer', 'customerText', 'meanings']) {
      assert.ok(!JSON.stringify(shown).includes(`"${name}":`), name)
    }
  })

  test('E5: the exclamation mark may be percent-encoded', async () => {
    const client = await makeClient()
    const plain = await client.get('/survey-templates/open!health')
    assert.equal((await client.get('/survey-templates/open%21health')).body, plain.body)
    refusal(await client.get('/survey-templates/open%EF%BC%81health'), 'noSuchResource')
  })

  test('one that does not exist is a 404 that names it', async () => {
    const client = await makeClient()
    for (const id of ['none', 'open!none', 'nobody!health', '!', 'open!', '!health', 'open!health!']) {
      refusal(await client.get(`/survey-templates/${encodeURIComponent(id)}`), 'noSuchResource')
    }
    refusal(await client.get('/survey-templates/health'), 'noSuchResource', /"health"/)
  })

  test('D1: it is the newest version; ids keep their meaning', async () => {
    const client = await makeClient()
    await importInto(client)
    const first = await client.get('/survey-templates/small')
    const more: TemplateQuestion = { ...smallQuestion, id: 'more', text: 'More' }
    await importInto(client, { contents: [smallQuestion, more] })
    const second = await client.get('/survey-templates/small')
    assert.deepEqual(
      second.json().contents.map(({ id }: { id: string }) => id),
      ['glass', 'more'],
    )
    assert.notEqual(first.headers.etag, second.headers.etag)
  })

  test('B7: has an ETag and replies 304', async () => {
    const client = await makeClient()
    const { headers } = await client.get('/survey-templates/open!vc')
    const again = await client.get('/survey-templates/open!vc', { 'if-none-match': String(headers.etag) })
    assert.equal(again.statusCode, 304)
  })

  test('D2: conditions are those that mandatory and visibleIf name', async () => {
    const client = await makeClient()
    await importInto(client, {
      conditions: { found: { anyStatus: ['red'] } },
      contents: [{ ...smallQuestion, mandatory: 'found' }],
    })
    const { conditions, contents } = (await client.get('/survey-templates/small')).json()
    assert.deepEqual(conditions, { found: { anyStatus: ['red'] } })
    assert.equal(contents[0].mandatory, 'found')
  })
})

describe('which template a survey is made from (D1)', () => {
  test('an own choice goes before the default, for its survey type alone', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    const { surveys } = await putOrder(client, { technicianSurveyRelease: true })
    assert.deepEqual(
      surveys.map(({ templateId }) => templateId),
      ['small', 'open!vc'],
    )
  })

  test('a choice per branch or make goes before the general one, the more specific before the less', async () => {
    const client = await makeClient()
    await putOrder(client, { externalBranchId: 'B2' }, 'registers the branch')
    await inClientOf(client, async (scope) => {
      for (const id of ['any', 'branch', 'make', 'both']) await importTemplate(scope, smallTemplate({ id }))
      const surveyType = 'health'
      await useTemplate(scope, { surveyType, template: 'any' })
      await useTemplate(scope, { surveyType, template: 'branch', branchId: 'B2' })
      await useTemplate(scope, { surveyType, template: 'make', make: 'Škoda' })
      await useTemplate(scope, { surveyType, template: 'both', branchId: 'B2', make: 'Škoda' })
    })
    const templateOf = async (id: string, more: Record<string, unknown>) =>
      (await putOrder(client, more, id)).surveys[0]?.templateId
    assert.equal(await templateOf('1', {}), 'any')
    assert.equal(await templateOf('2', { vehicle: { make: 'Other' } }), 'any')
    assert.equal(await templateOf('3', { externalBranchId: 'B2' }), 'branch')
    assert.equal(await templateOf('4', { vehicle: { make: ' škoda ' } }), 'make')
    assert.equal(await templateOf('5', { externalBranchId: 'B2', vehicle: { make: 'ŠKODA' } }), 'both')
    assert.equal(await templateOf('1', { externalBranchId: 'B2' }), 'any', 'a survey keeps its template')
  })

  test("a master's choice serves the clients that name it as master", async () => {
    const master = await makeClient()
    await useOwnTemplate(master)
    const dealer = await makeClient({ masters: [master.id, 'open'] })
    const shown = await putOrder(dealer, { qcSurveyRelease: true })
    assert.deepEqual(typesOf(shown), ['QC', 'health'])
    assert.deepEqual(
      shown.surveys.map(({ templateId }) => templateId),
      [`${master.id}!small`, 'open!qc'],
    )
  })

  test('a client may not be called so that its templates look like those of another', async () => {
    const client = await makeClient()
    await assert.rejects(
      inClientOf(client, (scope) => addClient(scope, { id: 'open!x' })),
      { kind: 'invalidArgument' },
    )
  })
})
