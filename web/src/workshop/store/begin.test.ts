import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Blanks } from '@walkaround/contract/app/blanks.ts'
import type { Board, NewInspection } from '@walkaround/contract/app/board.ts'
import { beginHere, chooseBlank, openFromBoard } from './begin.ts'
import { isUnborn, listBegunCards } from './begun.ts'
import { saveBlanks } from './blanks.ts'
import { openStore, type Store } from './database.ts'
import { forgetRead } from './forget.ts'
import { confirm, edit, listToSend, record } from './outbox.ts'
import { findPage, saveBoard } from './pages.ts'

const lena = { clientId: 'demo', login: 'lena' }
const question = {
  category: 'question',
  id: 'q',
  mandatory: true,
  questionCategory: 'condition',
  answers: [{ id: 'bad', status: 'red', selected: false }],
}
const hidden = {
  ...question,
  id: 'rare only',
  visible: false,
  clientSettings: { visibleIf: { field: 'make', in: ['Rare'] } },
}
const blankOf = (surveyType: string, templateId: string, templateVersion = 2) => ({
  surveyType,
  templateId,
  templateVersion,
  page: {
    survey: {
      id: '',
      surveyType,
      text: templateId,
      completed: false,
      closed: false,
      contents: [question, hidden],
    },
    act: { language: 'en', template: 't', work: [], terms: [] },
    damage: { bodyStyle: 'hatchback', marks: [], earlier: [] },
    conditions: {},
    ...Object.fromEntries(
      ['lastVisit', 'videos', 'quotes', 'signatures', 'markPhotos', 'missing', 'taps'].map((name) => [
        name,
        [],
      ]),
    ),
  },
})
const use = (surveyType: string, templateId: string, make?: string) => ({
  surveyType,
  templateId,
  templateVersion: 2,
  ...(make ? { make } : {}),
})
const blanks = {
  blanks: [blankOf('VC', 'open!vc'), blankOf('VC', 'rare'), blankOf('health', 'open!health')],
  branches: [
    {
      branchId: 'b1',
      code: 'DE1',
      terms: [{ title: 'T', text: 'House' }],
      uses: [use('VC', 'open!vc'), use('VC', 'rare', 'rare'), use('health', 'open!health')],
    },
  ],
} as unknown as Blanks
const wanted: NewInspection = {
  branchId: 'b1',
  surveyTypes: ['VC'],
  numberPlate: 'B WA 1',
  customerName: 'Ada',
}

describe('an inspection that begins on the device', () => {
  let store: Store
  let count = 0
  beforeEach(async () => {
    store = openStore(`begin-${++count}`)
    await saveBlanks(store, 'demo', 'en', blanks)
  })
  afterEach(() => store.delete())
  const begin = async (more: Partial<NewInspection> = {}, id = 'i1') =>
    (await beginHere(store, lena, 'en', id, { ...wanted, ...more })) ?? []

  it('takes the template of the make, else that of every make', () => {
    const at = (make?: string) => chooseBlank(blanks, { surveyType: 'VC', branchId: 'b1', make })?.templateId
    assert.equal(at(), 'open!vc')
    assert.equal(at('Other'), 'open!vc')
    assert.equal(at(' RARE '), 'rare')
    assert.equal(chooseBlank(blanks, { surveyType: 'VC', branchId: 'b2' }), undefined)
    assert.equal(chooseBlank(blanks, { surveyType: 'QC', branchId: 'b1' }), undefined)
  })

  it('is a page with what is known of the car, its conditions and what is missing', async () => {
    const [survey] = await begin({ make: 'Rare', description: ' Noise ' })
    const page = (await findPage(store, 'demo', survey!.id))?.page
    assert.equal(page?.survey.id, survey?.id)
    assert.equal(page?.survey.text, 'rare')
    assert.deepEqual(page?.survey.vehicle, { numberPlate: 'B WA 1', make: 'Rare' })
    assert.deepEqual(
      page?.missing.map(({ questionId }) => questionId),
      ['q', 'rare only'],
    )
    assert.deepEqual(
      [page?.act?.vehicle, page?.act?.request, page?.act?.terms[0]?.text],
      ['BWA1', 'Noise', 'House'],
    )
  })

  it('sends what makes it before anything else of it, whatever else waits', async () => {
    await begin({ surveyTypes: ['QC'] }, 'without a template')
    await record(store, lena, '', [
      { type: 'putInspection', inspectionId: 'before', inspection: { ...wanted, surveyTypes: ['QC'] } },
    ])
    const surveys = await begin({ surveyTypes: ['VC', 'health'] })
    const ids = surveys.map(({ id }) => id)
    await record(store, lena, ids[0]!, [
      edit({ kind: 'answers', answers: [{ questionId: 'q', answerId: 'bad' }] }),
    ])
    const first = await listToSend(store, 'lena')
    assert.deepEqual(
      first.map(({ change }) => change.type === 'putInspection' && change.inspectionId),
      ['before', 'i1'],
    )
    assert.equal(await isUnborn(store, 'demo', ids[0]!), true)
    await confirm(store, first.slice(1))
    assert.equal(await isUnborn(store, 'demo', ids[0]!), false)
    assert.deepEqual(
      (await listToSend(store, 'lena')).slice(1).map(({ surveyId }) => surveyId),
      [ids[0], ids[1], ids[0]],
    )
  })

  it('stands on the board, counted, for the one who began it', async () => {
    const [survey] = await begin({ make: 'Norvik' })
    await record(store, lena, survey!.id, [
      edit({ kind: 'answers', answers: [{ questionId: 'q', answerId: 'bad' }] }),
    ])
    const cards = await listBegunCards(store, { ...lena, branch: 'b1' })
    assert.deepEqual(
      cards.map(({ id, numberPlate, surveys: [one] }) => [
        id,
        numberPlate,
        one?.questions,
        one?.answered,
        one?.red,
      ]),
      [['i1', 'B WA 1', 1, 1, 1]],
    )
    assert.deepEqual(await listBegunCards(store, { clientId: 'demo', login: 'tom' }), [])
    assert.deepEqual(await listBegunCards(store, { ...lena, branch: 'b2' }), [])
  })

  it('stays with its page when everything that was read is forgotten', async () => {
    const [survey] = await begin()
    await forgetRead(store, { login: 'lena' })
    assert.equal(await store.blanks.count(), 0)
    assert.ok(await findPage(store, 'demo', survey!.id))
    assert.equal((await listToSend(store, 'lena')).length, 1)
  })

  it('opens a car of the board that nobody has begun, from the very version it was made from', async () => {
    const survey = { id: 's1', surveyType: 'VC', templateId: 'open!vc', templateVersion: 2, answered: 0 }
    const card = { kind: 'order', id: 'o1', branchId: 'b1', numberPlate: 'B WA 2', vehicle: 'Norvik Sund' }
    const open = async (more: object) => {
      const board = {
        cards: [{ ...card, surveys: [{ ...survey, ...more }] }],
        sequence: '1',
      } as unknown as Board
      await saveBoard(store, 'demo', undefined, board)
      return openFromBoard(store, lena, 'en', 's1')
    }
    assert.equal(await open({ answered: 1 }), false)
    assert.equal(await open({ completed: true }), false)
    assert.equal(await open({ templateVersion: 1 }), false)
    assert.equal(await open({}), true)
    assert.equal((await findPage(store, 'demo', 's1'))?.tick, 0)
  })
})
