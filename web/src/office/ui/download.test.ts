import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfSheet } from './download.ts'

const sheet = {
  name: 'sold',
  columns: [
    { name: 'branch', label: 'Filiale' },
    { name: 'sold', label: 'Verkauft' },
  ],
  rows: [
    ['Nord', 12.5],
    ['Süd', undefined],
  ],
}

test('CSV is for people, with the names of the language', () => {
  assert.equal(textOfSheet(sheet, 'csv'), '\uFEFFFiliale,Verkauft\r\nNord,12.5\r\nSüd,\r\n')
})

test('JSON is for programs, with stable names and nothing for what is absent', () => {
  assert.deepEqual(JSON.parse(textOfSheet(sheet, 'json')), [
    { branch: 'Nord', sold: 12.5 },
    { branch: 'Süd' },
  ])
})
