import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { nextTick, openStore, type Store } from './database.ts'
import { addPhoto, setDoubt } from './media.ts'
import { deletePage, findPage, hasPage, savePage } from './pages.ts'
import type { MediaItem } from './tables.ts'

const pageOf = (value: string) =>
  ({
    survey: {
      id: 's1',
      contents: [
        { id: 'q1', text: 'same' },
        { id: 'q2', value },
      ],
    },
  }) as unknown as SurveyPage
const read = (store: Store) => findPage(store, 'demo', 's1')
const save = async (store: Store, value: string) =>
  savePage(store, 'demo', 's1', pageOf(value), await nextTick(store))

describe('pages on the device', () => {
  let store: Store
  let count = 0
  beforeEach(() => {
    store = openStore(`pages-${++count}`)
  })
  afterEach(() => store.delete())

  it('are the same object until a newer one is saved', async () => {
    await save(store, 'one')
    const first = await read(store)
    assert.equal(first?.page.survey.id, 's1')
    assert.equal(await read(store), first)
    await save(store, 'two')
    const second = await read(store)
    assert.deepEqual(second?.page, pageOf('two'))
    // Unchanged parts are the same object.
    assert.equal(second?.page.survey.contents?.[0], first?.page.survey.contents?.[0])
    assert.notEqual(second?.page.survey.contents?.[1], first?.page.survey.contents?.[1])
  })

  it('are seen as another tab has saved them', async () => {
    await save(store, 'one')
    await read(store)
    const tab = openStore(store.name)
    await save(tab, 'two')
    assert.deepEqual((await read(store))?.page, pageOf('two'))
    await tab.transaction('rw', tab.pages, tab.settings, () => deletePage(tab, 'demo', 's1'))
    assert.equal(await read(store), undefined)
    assert.equal(await hasPage(store, 'demo', 's1'), false)
    tab.close()
  })

  it('leave the entry of a doubted photo as long as it is there and can be taken again', async () => {
    const photo = new Blob([new Uint8Array(3)], { type: 'image/jpeg' })
    const { id } = await addPhoto(store, { clientId: 'demo', login: 'lena' }, 's1', {}, photo)
    await setDoubt(store, id, 'blurred')
    await store.media.update(id, { state: 'confirmed', confirmedTick: await nextTick(store) })
    const saveWith = async (more: object) => {
      const page = { survey: { id: 's1', contents: [], ...more }, markPhotos: [] } as unknown as SurveyPage
      await savePage(store, 'demo', 's1', page, await nextTick(store))
      return store.media.count()
    }
    assert.equal(await saveWith({ photos: [{ id }] }), 1)
    await setDoubt(store, id, undefined)
    assert.equal(await saveWith({ photos: [{ id }] }), 0, 'somebody keeps it')
    await store.media.put({
      id,
      clientId: 'demo',
      surveyId: 's1',
      state: 'confirmed',
      doubt: 'dark',
    } as MediaItem)
    assert.equal(await saveWith({ photos: [{ id }], completed: true }), 0)
    await store.media.put({
      id,
      clientId: 'demo',
      surveyId: 's1',
      state: 'confirmed',
      doubt: 'dark',
    } as MediaItem)
    assert.equal(await saveWith({}), 0, 'removed elsewhere')
  })

  it('of a version that kept no ticks beside them are read all the same', async () => {
    const [at, page] = [Date.now(), pageOf('old')]
    await store.pages.put({ clientId: 'demo', surveyId: 's1', page, tick: 7, readAt: at, openedAt: at })
    assert.deepEqual((await read(store))?.page, page)
    await save(store, 'overtaken')
    assert.deepEqual((await read(store))?.page, page, 'its tick is higher')
  })
})
