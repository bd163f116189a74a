import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { whyPhrasesRefused, wordsInAll } from './own-phrases.ts'
import { faultInWords, faultsInPhraseLines, readPhraseLines, toPhraseLines } from './phrase-lines.ts'

const said = (text: string) => readPhraseLines(text).faults.map(faultInWords)

describe('phrases as lines', () => {
  test('are read as they were written', () => {
    const phrases = [
      {
        id: 'p1',
        questions: ['vc.discF', 'vc.discR'],
        status: 'red' as const,
        words: [
          { language: 'en' as const, text: 'Cracked, "replace"' },
          { language: 'de' as const, text: 'Gerissen' },
        ],
      },
      { id: 'p2', words: [{ language: 'en' as const, text: '-10 °C: checked' }] },
    ]
    const { phrases: read, faults } = readPhraseLines(toPhraseLines(phrases))
    assert.deepEqual(faults, [])
    assert.deepEqual(
      read.map(({ phrase }) => phrase),
      phrases,
    )
    assert.deepEqual(
      read.map(({ line }) => line),
      [2, 3],
    )
  })

  test('may come from a spreadsheet with semicolons, in any order, without ids', () => {
    const { phrases } = readPhraseLines('de;Colour;questions\nGerissen;RED;vc.discF | vc.discR\n')
    assert.deepEqual(phrases, [
      {
        line: 2,
        phrase: {
          questions: ['vc.discF', 'vc.discR'],
          status: 'red',
          words: [{ language: 'de', text: 'Gerissen' }],
        },
      },
    ])
  })

  test('are refused with line, field and rule', () => {
    assert.deepEqual(said('a,b\n1,2'), [
      'line 1: the first line has the headings id, questions, colour, en, de, fr, pl, ru',
    ])
    assert.deepEqual(said(`en,colour,size\nOne,blue,x\n\n${'x'.repeat(121)},,\nTwo,red,,more`), [
      'line 1, size: is not one of id, questions, colour, en, de, fr, pl, ru',
      'line 2, colour: "blue" is not one of green, amber, red, or empty',
      'line 4, en: has more than 120 characters',
      'line 5: has more cells than there are headings',
    ])
    assert.deepEqual(said('en\n"open'), ['line 2: a quote is not closed'])
    assert.deepEqual(said(`en\n${'x\n'.repeat(1001)}`), ['line 1002: more than 1000 phrases'])
    assert.deepEqual(
      faultsInPhraseLines('phrases[1].questions: "q" is asked by no template\nelse', [
        { line: 2 },
        { line: 7 },
      ]),
      [{ line: 7, field: 'questions', rule: '"q" is asked by no template' }, { rule: 'else' }],
    )
  })
})

describe('phrases that are kept', () => {
  const around = { questions: new Set(['a', 'b']), before: [], language: 'de' }
  const one = { id: '1', questions: ['a'], words: { de: 'Eins' } }

  test('are about questions that there are, and say something', () => {
    assert.deepEqual(whyPhrasesRefused([one, { id: '2', words: { de: 'Eins' } }], around), [])
    assert.deepEqual(
      whyPhrasesRefused([{ ...one, questions: ['a', 'x'] }, { id: '2', words: { en: 'a; b' } }, one], around),
      [
        'phrases[0].questions: "x" is asked by no template',
        "phrases[1].words: needs a text in the client's language, de",
        'phrases[1].words: "a; b" (en) has a semicolon or a line break',
        'phrases[2].id: "1" is there twice',
      ],
    )
    assert.match(
      whyPhrasesRefused([one, { ...one, id: '2' }], around)[0] ?? '',
      /^phrases\[1\]\.words: "Eins" is there already/,
    )
    const former = [{ ...one, questions: ['gone'] }]
    assert.deepEqual(whyPhrasesRefused(former, { ...around, before: former }), [])
  })

  test('are said in every language', () => {
    assert.deepEqual(wordsInAll({ id: '1', words: { de: 'Eins', en: 'One' } }, ['en', 'de', 'ru'], 'de'), {
      en: 'One',
      de: 'Eins',
      ru: 'Eins',
    })
  })
})
