import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBand } from '@walkaround/contract/rules/bands.ts'
import { isVisible } from '@walkaround/contract/rules/conditions.ts'
import { surveyTypes } from '@walkaround/contract/survey-types.ts'
import type { TemplateDocument } from '@walkaround/contract/template-document.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { type Statement, sql } from '../../db/sql.ts'
import { newId } from '../../lib/ids.ts'
import { checkTemplate } from './check-template.ts'
import { loadDefaultTemplates, loadTemplates, readDefaultTemplates } from './default-templates.ts'
import { listElements, listQuestions } from './rules.ts'

const templates = await readDefaultTemplates()

function get(id: string): TemplateDocument {
  const found = templates.find((template) => template.id === id)
  assert.ok(found, `there is no template ${id}`)
  return found
}

function getQuestion(template: string, id: string) {
  const found = listQuestions(get(template)).find((question) => question.id === id)
  assert.ok(found, `${template} has no question ${id}`)
  return found
}

describe('the default templates', () => {
  test('are one per survey type, and sound', () => {
    assert.deepEqual(
      templates.map(({ surveyType }) => surveyType),
      [...surveyTypes],
    )
    for (const template of templates) assert.deepEqual(checkTemplate(template), [])
  })

  test('are Russian in Russian letters', () => {
    for (const template of templates) {
      const russian = Object.entries(template.texts?.ru ?? {})
      const withoutCyrillic = russian.filter(([, text]) => !/[а-яё]/i.test(text)).map(([, text]) => text)
      assert.deepEqual(
        withoutCyrillic.filter((text) => !/^(\d\/\d|SMS|Telegram)$/.test(text)),
        [],
      )
    }
  })

  test('the video check has 42 questions', () => {
    assert.equal(listQuestions(get('vc')).length, 42)
  })

  // Packages are bound to these ids in every installation: ids may be added, never renamed.
  test('keep the ids that packages are bound to', () => {
    const bands = ['adv', 'bad', 'ok']
    const bound = [
      'oilState',
      'brakeFluid',
      'padFL',
      'padFR',
      'padRL',
      'padRR',
      'discF',
      'discR',
      'treadFL',
      'treadFR',
      'treadRL',
      'treadRR',
      'tyreAge',
      'tyreDamage',
      'tyreWear',
      'testDrive',
      'battery',
      'wipers',
      'cabinFilter',
      'airFilter',
      'coolant',
      'belt',
      'timing',
      'shocks',
      'joints',
      'cvBoots',
      'bearings',
      'exhaust',
      'lamps',
      'faults',
      'hvSoh',
    ]
    for (const id of bound) {
      assert.deepEqual(
        getQuestion('vc', `vc.${id}`)
          .answers?.map((answer) => answer.id)
          .sort(),
        bands,
        id,
      )
    }
    for (const id of ['tyreSeason', 'wipers', 'climate', 'lampsOutside', 'glass', 'body']) {
      assert.deepEqual(
        getQuestion('health', `h.${id}`)
          .answers?.map((answer) => answer.id)
          .sort(),
        bands,
        id,
      )
    }
    const lamps = getQuestion('health', 'h.warningLamps').answers?.map(({ id }) => id)
    assert.deepEqual(lamps, ['ok', 'adv', 'adv2', 'bad'])
  })

  test('colour measured values by the bands of the trade', () => {
    const status = (id: string, value: number) => findBand(getQuestion('vc', id), value)?.status
    const seen = (id: string, values: number[]) => values.map((value) => status(id, value)).join(' ')
    for (const wheel of ['FL', 'FR', 'RL', 'RR']) {
      assert.equal(seen(`vc.tread${wheel}`, [1.9, 2, 3.9, 4]), 'red amber amber green')
      assert.equal(seen(`vc.pad${wheel}`, [2.9, 3, 5, 5.1]), 'red amber amber green')
      assert.equal(getQuestion('vc', `vc.tread${wheel}`).clientSettings?.legalMin, 1.6)
    }
    assert.equal(seen('vc.brakeFluid', [1.9, 2, 2.9, 3]), 'green amber amber red')
    assert.equal(seen('vc.battery', [59, 60, 79, 80]), 'red amber amber green')
    assert.equal(seen('vc.coolant', [-30, -29, -20, -19]), 'green amber amber red')
    assert.equal(seen('vc.hvSoh', [69, 70, 79, 80]), 'red amber amber green')
  })

  test('ask each kind of drive what concerns it', () => {
    const visible = (fuelType?: string) => {
      const facts = { vehicle: fuelType ? { fuelType } : {}, answers: new Map() }
      return new Set(
        listQuestions(get('vc'))
          .filter((question) => isVisible(question, facts))
          .map(({ id }) => id),
      )
    }
    assert.equal(visible('hybrid').size, 42)
    assert.equal(visible('diesel').size, 39)
    assert.equal(visible().size, 39, 'an unknown drive is asked as a combustion engine')
    assert.ok(visible('electric').has('vc.hvSoh') && !visible('electric').has('vc.oilState'))
  })

  test('"all good" reaches no question that must be looked at by itself (D4)', () => {
    for (const { element } of templates.flatMap(({ contents }) => listElements(contents))) {
      if (element.category !== 'question' || !element.fastAnswer) continue
      const { bounds, consent } = element.clientSettings ?? {}
      assert.ok(!bounds && !consent && !element.answerSigned && !element.answerVideoMandatory, element.id)
      assert.ok(
        element.answers?.some(({ status }) => status === 'green'),
        `${element.id} has no good answer`,
      )
    }
  })

  test('answers on the drawing have a colour of their own', () => {
    const drawn = templates.flatMap(listQuestions).filter(({ clientSettings }) => clientSettings?.damageMap)
    assert.deepEqual(
      drawn.map(({ id }) => id),
      ['h.body', 'qc.damage'],
    )
    for (const { answers = [] } of drawn) {
      for (const { status, markColour } of answers) assert.equal(markColour !== undefined, status !== 'green')
    }
  })
})

describe('loading templates', () => {
  const now = new Date('2026-03-02T08:00:00Z')
  const some = templates.filter(({ id }) => id === 'qc' || id === 'vr')

  async function delivery() {
    const database = await testDatabase()
    const clientId = `t-${newId()}`
    return {
      database,
      clientId,
      load: (documents = some) =>
        loadTemplates(database, { clientId, name: 'Central', templates: documents }, now),
      state: () =>
        database.rows<{ id: string; version: number; chosen: string }>(sql`
          select t.id, t.latest_version as version, c.template_id as chosen
          from survey_templates t left join template_choices c
            on c.system_client_id = t.system_client_id and c.survey_type = t.survey_type
          where t.system_client_id = ${clientId} order by t.id`),
    }
  }

  test('makes the master, its templates and their choice, also when several begin at once', async () => {
    const { database, clientId, load, state } = await delivery()
    const renewed = await Promise.all([load(), load(), load()])
    assert.deepEqual(renewed.flat().sort(), ['qc', 'vr'])
    assert.deepEqual(await state(), [
      { id: 'qc', version: 1, chosen: 'qc' },
      { id: 'vr', version: 1, chosen: 'vr' },
    ])
    const client = await database.row(sql`
      select name, masters, release_types from system_clients where system_client_id = ${clientId}`)
    assert.deepEqual(client, { name: 'Central', masters: [], releaseTypes: [] })
  })

  test('costs one query when nothing changed', async () => {
    const { database, clientId, load, state } = await delivery()
    await load()
    let statements = 0
    const watched = {
      ...database,
      rows: <Row>(statement: Statement) => {
        statements++
        return database.rows<Row>(statement)
      },
      transaction: () => assert.fail('there is nothing to write'),
    }
    assert.deepEqual(await loadTemplates(watched, { clientId, name: 'Central', templates: some }, now), [])
    assert.equal(statements, 1)
    assert.deepEqual(
      (await state()).map(({ version }) => version),
      [1, 1],
    )
  })

  test('adds a version of what changed, and leaves a choice made since alone', async () => {
    const { database, clientId, load, state } = await delivery()
    await load()
    await database.run(sql`
      update template_choices set master_client_id = 'open', template_id = 'other'
      where system_client_id = ${clientId} and survey_type = 'VR'`)
    const changed = some.map((document) =>
      document.id === 'qc' ? { ...document, text: 'Last look' } : document,
    )
    assert.deepEqual(await load(changed), ['qc'])
    assert.deepEqual(await state(), [
      { id: 'qc', version: 2, chosen: 'qc' },
      { id: 'vr', version: 1, chosen: 'other' },
    ])
    assert.deepEqual(await load(changed), [])
  })

  test('brings the defaults in under the master client open', async () => {
    const database = await testDatabase()
    await loadDefaultTemplates(database)
    assert.deepEqual(await loadDefaultTemplates(database), [])
    const chosen = await database.rows<{ id: string }>(sql`
      select c.template_id as id from template_choices c
      join survey_templates t on t.system_client_id = c.master_client_id and t.id = c.template_id
      where c.system_client_id = 'open' and c.master_client_id = 'open' order by 1`)
    assert.deepEqual(
      chosen.map(({ id }) => id),
      ['cvr', 'health', 'qc', 'vc', 'vr'],
    )
  })
})
