import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaItem } from '../../store/tables.ts'
import { listClips } from './clips.ts'

const item = (id: string, state: MediaItem['state'], kind: MediaItem['kind'] = 'video') =>
  ({ id, state, kind, questionId: 'q' }) as MediaItem

test('each video once, those of the server first, none that is still being recorded', () => {
  const clips = listClips(
    [{ id: 'a', state: 'ready' }],
    [item('a', 'confirmed'), item('b', 'device'), item('c', 'recording'), item('p', 'device', 'photo')],
  )
  assert.deepEqual(
    clips.map(({ id, video, item: own }) => [id, video?.state, own?.state]),
    [
      ['a', 'ready', 'confirmed'],
      ['b', undefined, 'device'],
    ],
  )
})
