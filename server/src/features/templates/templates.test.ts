import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { ProblemKind } from '@walkaround/contract/problems.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import type { TemplateDocument, TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { testDatabase } from '../../../test/support/database.ts'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../lib/ids.ts'
import { addBranch } from '../../organisation/branches.ts'
import { addClient, type NewClient } from '../../organisation/clients.ts'
import { Problem } from '../../problems.ts'
import type { ClientSettings, Scope } from '../../scope.ts'
import { chooseTemplates, useTemplate } from './choose-templates.ts'
import { loadDefaultTemplates } from './default-templates.ts'
import { importTemplate } from './import-template.ts'
import { exportTemplate, getTemplate, listTemplates, listTemplatesInDetail } from './read-templates.ts'
import { getTemplateVersion, inLanguage } from './versions.ts'

let database: Database
const actor = { kind: 'system', id: 'test' } as const

before(async () => {
  database = await testDatabase()
  await loadDefaultTemplates(database)
})

async function makeClient(settings: Partial<NewClient> = {}): Promise<ClientSettings> {
  const id = `t-${newId()}`
  return database.transaction((db) => addClient({ db, actor, now: new Date() }, { id, ...settings }))
}

/** One use case in one transaction, as in a route. */
function as<T>(client: ClientSettings, work: (scope: Scope) => Promise<T>): Promise<T> {
  return database.transaction((db) => work({ db, clientId: client.clientId, client, actor, now: new Date() }))
}

function refused(kind: ProblemKind, info: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.kind, kind, error.errorInfo)
    assert.match(error.errorInfo, info)
    return true
  }
}

const question: TemplateQuestion = {
  category: 'question',
  id: 'glass',
  text: 'Glass',
  questionCategory: 'valueSelection',
  answerCategory: 'text',
  answers: [{ id: 'ok', value: 'Clear', status: 'green' }],
}

function document(id = 'own', changes: Partial<TemplateDocument> = {}): TemplateDocument {
  return {
    id,
    text: 'Own check',
    surveyType: 'VC',
    contents: [{ category: 'section', id: 's', text: 'All', contents: [question] }],
    texts: { de: { template: 'Eigene Prüfung', glass: 'Scheiben' } },
    ...changes,
  }
}

function withQuestion(changes: Partial<TemplateQuestion>, id = 'own'): TemplateDocument {
  return document(id, { contents: [{ ...question, ...changes }], texts: {} })
}

async function eventsOf(client: ClientSettings) {
  return database.rows<{ kind: string; subject: string; payload: unknown }>(sql`
    select kind, subject, payload from events
    where system_client_id = ${client.clientId} and kind like 'template.%' order by sequence`)
}

describe('importing', () => {
  test('makes version 1, then a version per change, each with its event', async () => {
    const client = await makeClient()
    const first = await as(client, (scope) => importTemplate(scope, document()))
    const second = await as(client, (scope) =>
      importTemplate(scope, document('own', { text: 'Better check' })),
    )
    assert.deepEqual(first, { id: 'own', version: 1, isNew: true })
    assert.deepEqual(second, { id: 'own', version: 2, isNew: true })
    assert.deepEqual(await eventsOf(client), [
      { kind: 'template.imported', subject: 'template/own', payload: { version: 1 } },
      { kind: 'template.imported', subject: 'template/own', payload: { version: 2 } },
    ])
  })

  test('of the same document, in whatever order its fields stand, adds nothing', async () => {
    const client = await makeClient()
    await as(client, (scope) => importTemplate(scope, document()))
    const turned = Object.fromEntries(Object.entries(document()).reverse())
    const again = await as(client, (scope) => importTemplate(scope, turned))
    assert.deepEqual(again, { id: 'own', version: 1, isNew: false })
    assert.equal((await eventsOf(client)).length, 1)
  })

  test('never changes a version that is there', async () => {
    const client = await makeClient()
    await as(client, (scope) => importTemplate(scope, document()))
    await as(client, (scope) => importTemplate(scope, document('own', { text: 'Better check' })))
    assert.deepEqual(await as(client, (scope) => exportTemplate(scope, 'own', 1)), document())
    const newest = await as(client, (scope) => exportTemplate(scope, 'own'))
    assert.equal(newest.text, 'Better check')
  })

  test('of a broken document says what is wrong and keeps nothing', async () => {
    const client = await makeClient()
    const broken = withQuestion({ mandatory: 'gone' })
    await assert.rejects(
      as(client, (scope) => importTemplate(scope, broken)),
      refused('invalidTemplate', /^contents\[0\]\.mandatory: "gone" is not the name of a condition$/),
    )
    await assert.rejects(
      as(client, (scope) => importTemplate(scope, { id: 3 })),
      refused('severalViolations', /^text: is missing$/m),
    )
    const own = (await as(client, listTemplates)).filter(
      ({ masterClientId }) => masterClientId === client.clientId,
    )
    assert.deepEqual(own, [])
  })

  test('refuses to give an id another meaning, also one that was away for a version', async () => {
    const client = await makeClient()
    await as(client, (scope) => importTemplate(scope, document()))
    await as(client, (scope) => importTemplate(scope, withQuestion({ id: 'other' })))
    const attempts: [Partial<TemplateQuestion>, RegExp][] = [
      [
        { questionCategory: 'valueEntry' },
        /^contents\[0\]\.questionCategory: "valueEntry" was "valueSelection" in an earlier/,
      ],
      [{ answerCategory: 'length' }, /^contents\[0\]\.answerCategory: "length" was "text".*take another id$/],
      [{ id: 's' }, /^contents\[0\]\.category: "question" was "section"/],
    ]
    for (const [changes, info] of attempts) {
      await assert.rejects(
        as(client, (scope) => importTemplate(scope, withQuestion(changes))),
        refused('invalidTemplate', info),
      )
    }
    await assert.rejects(
      as(client, (scope) => importTemplate(scope, document('own', { surveyType: 'QC' }))),
      refused('invalidTemplate', /^surveyType: "QC" was "VC"/),
    )
    const back = await as(client, (scope) => importTemplate(scope, document()))
    assert.equal(back.version, 3)
  })

  test('of one template by many at once numbers the versions without a gap', async () => {
    const client = await makeClient()
    const texts = Array.from({ length: 8 }, (_, index) => `Check ${index}`)
    const made = await Promise.all(
      texts.map((text) => as(client, (scope) => importTemplate(scope, document('own', { text })))),
    )
    assert.deepEqual(made.map(({ version }) => version).sort(), [1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('is not for the client that runs the defaults', async () => {
    const client = await makeClient()
    await assert.rejects(
      as({ ...client, clientId: 'open' }, (scope) => importTemplate(scope, document())),
      refused('invalidArgument', /^client: the templates of "open" come with the service/),
    )
  })
})

describe('reading', () => {
  test('lists own templates plainly, then those of the masters under their name', async () => {
    const master = await makeClient({ masters: [] })
    const client = await makeClient({ masters: [master.clientId, 'open'] })
    await as(master, (scope) => importTemplate(scope, document('central')))
    await as(client, (scope) => importTemplate(scope, document('b')))
    await as(client, (scope) => importTemplate(scope, document('a')))
    const listed = await as(client, listTemplates)
    assert.deepEqual(
      listed.map(({ id }) => id),
      ['a', 'b', `${master.clientId}!central`, 'open!cvr', 'open!health', 'open!qc', 'open!vc', 'open!vr'],
    )
    assert.deepEqual(listed[2], {
      id: `${master.clientId}!central`,
      text: 'Own check',
      masterClientId: master.clientId,
    })
    assert.deepEqual(await as(master, listTemplates), [
      { id: 'central', text: 'Own check', masterClientId: master.clientId },
    ])
    const [detail] = await as(master, listTemplatesInDetail)
    assert.deepEqual([detail?.surveyType, detail?.version], ['VC', 1])
  })

  test("is in the client's language", async () => {
    const client = await makeClient({ language: 'de', masters: [] })
    await as(client, (scope) => importTemplate(scope, document()))
    assert.equal((await as(client, listTemplates))[0]?.text, 'Eigene Prüfung')
    const { document: read, questions } = await as(client, (scope) => getTemplate(scope, 'own'))
    assert.equal(read.text, 'Eigene Prüfung')
    assert.equal(questions.get('glass')?.text, 'Scheiben')
    assert.equal((await as(client, (scope) => exportTemplate(scope, 'own'))).text, 'Own check')
  })

  test('gives the newest version', async () => {
    const client = await makeClient()
    await as(client, (scope) => importTemplate(scope, document()))
    assert.equal((await as(client, (scope) => getTemplate(scope, 'own'))).version, 1)
    await as(client, (scope) => importTemplate(scope, document('own', { text: 'Better check' })))
    const { version, document: read } = await as(client, (scope) => getTemplate(scope, 'own'))
    assert.deepEqual([version, read.text], [2, 'Better check'])
  })

  test('stops at what is not there or not for this client', async () => {
    const stranger = await makeClient()
    const client = await makeClient()
    await as(stranger, (scope) => importTemplate(scope, document()))
    for (const id of [
      'own',
      `${stranger.clientId}!own`,
      'vc',
      'open!own',
      `${client.clientId}!own`,
      '!',
      'open!',
      '',
    ]) {
      await assert.rejects(
        as(client, (scope) => getTemplate(scope, id)),
        refused('noSuchResource', /^template: there is no template "/),
      )
    }
    await assert.rejects(
      as(stranger, (scope) => exportTemplate(scope, 'own', 7)),
      refused('noSuchResource', /has no version 7$/),
    )
  })

  test('an export of a central template can be imported as an own one', async () => {
    const client = await makeClient()
    const exported = await as(client, (scope) => exportTemplate(scope, 'open!vc'))
    const imported = await as(client, (scope) => importTemplate(scope, exported))
    assert.deepEqual(imported, { id: 'vc', version: 1, isNew: true })
    assert.deepEqual(await as(client, (scope) => exportTemplate(scope, 'vc')), exported)
  })
})

describe('a version', () => {
  test('is read once and shared, with its questions and answers at hand', async () => {
    const client = await makeClient()
    await as(client, (scope) => importTemplate(scope, document()))
    const ref = { masterClientId: client.clientId, templateId: 'own', version: 1 }
    const version = await getTemplateVersion(database, ref)
    assert.equal(await getTemplateVersion(database, ref), version)
    assert.deepEqual([...version.questions.keys()], ['glass'])
    assert.equal(version.answers.get('glass')?.get('ok')?.value, 'Clear')
    assert.throws(() => Object.assign(version.document, { text: 'x' }), TypeError)
    assert.throws(() => version.questions.get('glass')?.answers?.push({ id: 'x' }), TypeError)
  })

  test('stays readable when more are in use than the cache holds', async () => {
    const client = await makeClient()
    const ref = (version: number) => ({ masterClientId: client.clientId, templateId: 'own', version })
    const first = await as(client, async (scope) => {
      await importTemplate(scope, document())
      await scope.db.run(sql`
        insert into survey_template_versions (system_client_id, template_id, version, text, document)
        select system_client_id, template_id, n, text, document
        from survey_template_versions, generate_series(2, 150) as n
        where system_client_id = ${client.clientId} and version = 1`)
    }).then(() => getTemplateVersion(database, ref(1)))
    for (let version = 2; version <= 150; version++) {
      assert.equal((await getTemplateVersion(database, ref(version))).version, version)
    }
    const again = await getTemplateVersion(database, ref(1))
    assert.notEqual(again, first, 'the cache has a bound')
    assert.deepEqual(again.document, first.document)
  })

  test('has its texts in other languages, and is itself where it has none', async () => {
    const client = await makeClient()
    await as(client, (scope) => importTemplate(scope, document()))
    const version = await getTemplateVersion(database, {
      masterClientId: client.clientId,
      templateId: 'own',
      version: 1,
    })
    const german = inLanguage(version, 'de')
    assert.equal(german.questions.get('glass')?.text, 'Scheiben')
    assert.equal(inLanguage(version, 'de'), german)
    assert.equal(inLanguage(version, 'ru'), version)
  })
})

describe('choosing', () => {
  const types: SurveyType[] = ['health', 'VC', 'QC', 'VR', 'CVR']

  async function chosen(
    client: ClientSettings,
    at: { branchId: string; make?: string },
  ): Promise<string | undefined> {
    const choice = (await as(client, (scope) => chooseTemplates(scope, ['VC'], at))).get('VC')
    return (
      choice &&
      `${choice.masterClientId === client.clientId ? '' : choice.masterClientId}!${choice.templateId}`
    )
  }

  test('a new client gets the defaults for every survey type', async () => {
    const client = await makeClient()
    const choices = await as(client, (scope) => chooseTemplates(scope, types, { branchId: 'b' }))
    assert.deepEqual([...choices.keys()], types)
    for (const [type, choice] of choices) {
      assert.deepEqual([choice.masterClientId, choice.templateId], ['open', type.toLowerCase()])
      const { document: read } = await getTemplateVersion(database, choice)
      assert.equal(read.surveyType, type)
    }
    assert.equal((await as(client, (scope) => chooseTemplates(scope, [], { branchId: 'b' }))).size, 0)
  })

  test('takes branch and make, branch, make, any: in that order', async () => {
    const client = await makeClient()
    await database.transaction((db) =>
      addBranch({ db, actor, now: new Date() }, { clientId: client.clientId, code: '4711', id: 'north' }),
    )
    const use = async (template: string, where: { branchId?: string; make?: string }) => {
      await as(client, (scope) => importTemplate(scope, document(template)))
      await as(client, (scope) => useTemplate(scope, { surveyType: 'VC', template, ...where }))
    }
    await use('any', {})
    assert.equal(await chosen(client, { branchId: 'north', make: 'Kia' }), '!any')
    await use('kia', { make: 'KIA' })
    assert.equal(await chosen(client, { branchId: 'north', make: 'kia' }), '!kia')
    await use('north', { branchId: '4711' })
    assert.equal(await chosen(client, { branchId: 'north', make: 'Kia' }), '!north')
    await use('north-kia', { branchId: 'north', make: 'Kia' })
    assert.equal(await chosen(client, { branchId: 'north', make: 'kIA' }), '!north-kia')
    assert.equal(await chosen(client, { branchId: 'north' }), '!north')
    assert.equal(await chosen(client, { branchId: 'south', make: 'Kia' }), '!kia')
    assert.equal(await chosen(client, { branchId: 'south', make: 'Opel' }), '!any')
    await as(client, (scope) => useTemplate(scope, { surveyType: 'VC', template: 'open!vc' }))
    assert.equal(await chosen(client, { branchId: 'south' }), 'open!vc')
    const events = (await eventsOf(client)).filter(({ kind }) => kind === 'template.chosen')
    assert.deepEqual(events.at(-2)?.payload, { surveyType: 'VC', branchId: 'north', make: 'kia' })
  })

  test("takes a master's choice for all its clients, the first master first", async () => {
    const master = await makeClient({ masters: [] })
    const client = await makeClient({ masters: [master.clientId, 'open'] })
    await as(master, (scope) => importTemplate(scope, document('central')))
    assert.equal(await chosen(client, { branchId: 'b' }), 'open!vc')
    await as(master, (scope) => useTemplate(scope, { surveyType: 'VC', template: 'central' }))
    assert.equal(await chosen(client, { branchId: 'b' }), `${master.clientId}!central`)
  })

  test('always means the newest version', async () => {
    const client = await makeClient()
    await as(client, (scope) => importTemplate(scope, document()))
    await as(client, (scope) => useTemplate(scope, { surveyType: 'VC', template: 'own' }))
    await as(client, (scope) => importTemplate(scope, document('own', { text: 'Better check' })))
    const choices = await as(client, (scope) => chooseTemplates(scope, ['VC'], { branchId: 'b' }))
    assert.equal(choices.get('VC')?.version, 2)
  })

  test('finds nothing where neither client nor master has anything', async () => {
    const client = await makeClient({ masters: [] })
    await assert.rejects(
      as(client, (scope) => chooseTemplates(scope, ['VC'], { branchId: 'b' })),
      refused('noTemplate', /^surveyType: for VC /),
    )
  })

  test('refuses what makes no sense', async () => {
    const client = await makeClient()
    const attempts: [Parameters<typeof useTemplate>[1], ProblemKind, RegExp][] = [
      [
        { surveyType: 'vc', template: 'open!vc' },
        'invalidArgument',
        /^surveyType: "vc" is not one of health, VC, /,
      ],
      [
        { surveyType: 'QC', template: 'open!vc' },
        'invalidArgument',
        /^template: "open!vc" is for VC, not for QC$/,
      ],
      [{ surveyType: 'VC', template: 'open!none' }, 'noSuchResource', /there is no template "open!none"$/],
      [
        { surveyType: 'VC', template: 'open!vc', branchId: 'x' },
        'invalidArgument',
        /^branch: "x" is not a branch/,
      ],
      [
        { surveyType: 'VC', template: 'open!vc', make: ' ' },
        'invalidArgument',
        /^make: " " must have 1 to 128/,
      ],
    ]
    for (const [use, kind, info] of attempts) {
      await assert.rejects(
        as(client, (scope) => useTemplate(scope, use)),
        refused(kind, info),
      )
    }
    assert.deepEqual(await eventsOf(client), [])
  })

  test('the same choice again writes no event', async () => {
    const client = await makeClient()
    for (let times = 0; times < 2; times++) {
      await as(client, (scope) => useTemplate(scope, { surveyType: 'VC', template: 'open!vc' }))
    }
    assert.equal((await eventsOf(client)).length, 1)
  })
})
