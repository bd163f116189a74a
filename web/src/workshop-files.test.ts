// What a tablet loads first, in bytes as they are sent. Bytes vary with no machine, so a limit of them is a fair test.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { loadWorkshop, renderWorkshop, type WorkshopFiles } from './workshop-files.ts'

/** The goal for the board. Whoever needs more moves something else out of the first load. */
const mostBytes = 120_000

const workshop = loadWorkshop()
const skip = !workshop && 'needs the built app'
const codings = { br: brotliCompressSync, gzip: gzipSync }

const bytesOf = ({ files }: WorkshopFiles, paths: readonly string[], coding: keyof typeof codings) =>
  paths.reduce((sum, path) => sum + (files.get(path)?.packed?.[coding].length ?? Number.NaN), 0)

describe('the first load of the app', { skip }, () => {
  test('is at most 120 kB in every language: the board in both codings, a checklist in that of every browser over TLS', (t) => {
    assert.ok(workshop)
    const { opening, script, style, checklistStyle, imported, words, board, checklist } = workshop.loads
    const screens = { '': board, 'surveys/1': [checklistStyle, ...checklist] }
    for (const language of languages) {
      for (const [path, screen] of Object.entries(screens)) {
        const page = renderWorkshop(workshop, path, language)
        const first = [opening, script, style, ...imported, words[language], ...screen]
        for (const coding of ['br', 'gzip'] as const) {
          const bytes = codings[coding](page).length + bytesOf(workshop, first, coding)
          const told = `/${path} in ${language}, ${coding}: ${bytes} bytes`
          t.diagnostic(told)
          if (coding === 'br' || path === '') assert.ok(bytes <= mostBytes, told)
        }
      }
    }
  })

  test('has one language, and the page names every file of it', () => {
    assert.ok(workshop)
    const { opening, script, style, checklistStyle, imported, words, checklist } = workshop.loads
    const page = renderWorkshop(workshop, 'surveys/1', 'de')
    for (const path of [opening, script, style, checklistStyle, ...imported, words.de, ...checklist])
      assert.ok(page.includes(`"../${path}"`), path)
    for (const path of [words.en, words.ru]) assert.ok(!page.includes(path), path)
  })

  test('is not all: the service worker keeps every file for times without a network', () => {
    assert.ok(workshop)
    const worker = String(workshop.files.get('sw.js')?.body)
    const made = [...workshop.files.keys()].filter((path) => path.startsWith('assets/'))
    assert.ok(made.length > workshop.loads.imported.length)
    for (const path of made) assert.ok(worker.includes(`"${path}"`), path)
  })
})
