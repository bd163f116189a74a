import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayProgress } from './progress.ts'

test('how far a restore is, is said with its numbers, as each language writes them', () => {
  const rows = { step: 'rows', table: 'surveys', done: 12_000, all: 45_678 } as const
  assert.equal(sayProgress('en', rows), 'Table surveys: 12,000 of 45,678 rows')
  assert.equal(sayProgress('de', rows), 'Tabelle surveys: 12.000 von 45.678 Zeilen')
  assert.equal(sayProgress('ru', { step: 'files', done: 7 }), 'Фото, видео и другие файлы: 7')
  assert.equal(sayProgress('fr', { step: 'check' }), 'Vérification du fichier')
})
