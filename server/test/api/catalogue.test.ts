// Templates and packages in the console: what uses what, and their files, with the checks of the command line.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type ListedPackage,
  type ListedTemplate,
  PACKAGES_LISTED,
} from '@walkaround/contract/app/catalogue.ts'
import { importCatalogue } from '../../src/features/assignment/catalogue-file.ts'
import { useTemplate } from '../../src/features/templates/choose-templates.ts'
import { makeClient, type TestClient } from '../support/api.ts'
import { type AppPerson, person, sendJsonFile } from '../support/app.ts'
import { makeBranches, OWN } from '../support/branches.ts'
import { inClientOf, refusal } from '../support/scenes.ts'

const templatesOf = async (by: AppPerson): Promise<ListedTemplate[]> => {
  const response = await by.get('/templates')
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const packagesOf = async (
  by: AppPerson,
  query = '',
): Promise<{ packages: ListedPackage[]; next?: string }> => {
  const response = await by.get(`/packages${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const send = (by: AppPerson, client: TestClient, path: string, file: unknown) =>
  sendJsonFile(by, client.id, path, file)

const pads = (more: object = {}) => ({
  id: 'pads',
  description: 'Front pads',
  packageType: 'recommendedMaintenance' as const,
  currency: 'EUR',
  variants: [
    {
      id: 'petrol',
      contents: [{ itemCategory: 'labour' as const, id: '1', amountExVat: 90, amountIncVat: 107.1 }],
    },
  ],
  ...more,
})
const bindings = [{ template: 'open!vc', questionId: 'vc.padFL', answerId: 'bad', packageIds: ['pads'] }]

describe('templates', () => {
  test('are listed with where they are chosen, and how many answers offer packages', async () => {
    const { client } = await makeBranches()
    const admin = await person(client.id, 'admin')
    const before = await templatesOf(admin)
    const health = before.find(({ id }) => id === 'open!health')
    assert.deepEqual(
      [health?.surveyType, health?.masterClient, health?.uses, health?.isOwn],
      ['health', 'open', [{ by: 'open' }], undefined],
    )
    assert.match(health?.importedAt ?? '', /^\d{4}-\d\d-\d\dT/)

    await inClientOf(client, (scope) => importCatalogue(scope, { packages: [pads()], bindings }))
    await inClientOf(client, (scope) =>
      useTemplate(scope, { surveyType: 'VC', template: 'open!vc', branchId: OWN, make: 'ŠKODA' }),
    )
    const vc = (await templatesOf(admin)).find(({ id }) => id === 'open!vc')
    assert.equal(vc?.answers, 1)
    assert.deepEqual(
      vc?.uses.map(({ make, by, branch }) => [make, by, typeof branch]),
      [
        [undefined, 'open', 'undefined'],
        ['škoda', undefined, 'string'],
      ],
    )
  })

  test('are taken along as a file and imported again, as the next version if something changed', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const file = await admin.get('/templates/open!vc/file')
    assert.equal(file.statusCode, 200, file.body)
    assert.match(String(file.headers['content-disposition']), /^attachment; filename\*=UTF-8''open-vc\.json$/)
    const document = file.json()

    const first = await send(admin, client, '/template-files', document)
    assert.deepEqual(first.json(), { id: document.id, version: 1, isNew: true })
    assert.equal((await send(admin, client, '/template-files', document)).json().isNew, false)
    const second = await send(admin, client, '/template-files', { ...document, text: 'Our video check' })
    assert.deepEqual(second.json(), { id: document.id, version: 2, isNew: true })

    const own = (await templatesOf(admin)).find(({ isOwn }) => isOwn)
    assert.deepEqual([own?.id, own?.version, own?.masterClient], [document.id, 2, client.id])
    const former = await admin.get(`/templates/${document.id}/file?version=1`)
    assert.equal(former.json().text, document.text)
    refusal(await admin.get(`/templates/${document.id}/file?version=9`), 'noSuchResource', /version 9/)
  })

  test('a file with mistakes changes nothing and is told of each, with its place', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const document = (await admin.get('/templates/open!vc/file')).json()
    const wrong = { ...document, surveyType: 'XX', contens: [] }
    const refused = await send(admin, client, '/template-files', wrong)
    assert.equal(refused.statusCode, 400, refused.body)
    assert.match(refused.json().errorInfo, /surveyType.*\n?.*contens|contens.*\n?.*surveyType/s)
    assert.ok(!(await templatesOf(admin)).some(({ isOwn }) => isOwn))
    refusal(
      await send(admin, client, '/template-files', '{\n  "id": oops\n}'),
      'malformedJson',
      /line 2, column 9/,
    )
  })
})

describe('packages', () => {
  test('are listed with what offers them, and found by words', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    await inClientOf(client, (scope) => importCatalogue(scope, { packages: [pads()], bindings }))
    const { packages } = await packagesOf(admin, '?search=FRONT%20pads')
    assert.deepEqual(packages, [
      {
        id: 'pads',
        masterClient: client.id,
        description: 'Front pads',
        packageType: 'recommendedMaintenance',
        variants: 1,
        answers: 1,
        templates: ['open!vc'],
        isOwn: true,
      },
    ])
    const ofOpen = (await packagesOf(admin)).packages.filter(({ isOwn }) => !isOwn)
    assert.ok(ofOpen.length > 5 && ofOpen.every(({ id }) => id.startsWith('open!')))
    assert.ok(ofOpen.some(({ answers, templates }) => answers > 0 && templates?.includes('open!health')))
    const stranger = await person((await makeClient()).id, 'admin')
    assert.ok(!(await packagesOf(stranger)).packages.some(({ id }) => id === 'pads'))
  })

  test('come page by page, each once', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const many = Array.from({ length: PACKAGES_LISTED + 30 }, (_, index) =>
      pads({ id: `p-${index}`, description: 'Quite new' }),
    )
    await inClientOf(client, (scope) => importCatalogue(scope, { packages: many }))
    const found: string[] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page = await packagesOf(admin, `?search=quite%20new&after=${encodeURIComponent(after)}`)
      assert.ok(page.packages.length <= PACKAGES_LISTED)
      found.push(...page.packages.map(({ id }) => id))
      after = page.next
    }
    assert.deepEqual(found.toSorted(), many.map(({ id }) => id).toSorted())
  })

  test('are taken along as a file that another client can import', async () => {
    const [one, other] = [await makeClient(), await makeClient()]
    const [admin, neighbour] = [await person(one.id, 'admin'), await person(other.id, 'admin')]
    await inClientOf(one, (scope) => importCatalogue(scope, { packages: [pads()], bindings }))
    const file = (await admin.get('/package-file')).json()
    const imported = await send(neighbour, other, '/package-files', file)
    assert.deepEqual(imported.json(), { created: 1, changed: 0, unchanged: 0, answers: 1 })
    assert.deepEqual((await neighbour.get('/package-file')).json(), file)
    const again = await send(neighbour, other, '/package-files', [pads({ description: 'Pads' })])
    assert.deepEqual(again.json(), { created: 0, changed: 1, unchanged: 0, answers: 0 })
  })

  test('a file with a mistake is refused as a whole', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const broken = [pads(), pads({ id: undefined }), pads({ id: 'x', packageType: 'gold' })]
    const refused = await send(admin, client, '/package-files', broken)
    assert.equal(refused.statusCode, 400, refused.body)
    assert.match(refused.json().errorInfo, /packages\[2\]\.packageType/)
    assert.equal((await packagesOf(admin, '?search=pads')).packages.filter(({ isOwn }) => isOwn).length, 0)
    refusal(
      await send(admin, client, '/package-files', `[${' '.repeat(8 * 1024 * 1024)}]`),
      'fileTooLarge',
      /8388608 bytes/,
    )
  })
})
