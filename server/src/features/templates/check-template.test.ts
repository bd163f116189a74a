import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { findBand } from '@walkaround/contract/rules/bands.ts'
import type { TemplateDocument, TemplateQuestion } from '@walkaround/contract/template-document.ts'
import fc from 'fast-check'
import { Problem } from '../../problems.ts'
import { assertTemplate, checkTemplate } from './check-template.ts'

type Changes = Record<string, unknown>

const selection = {
  category: 'question',
  id: 'glass',
  text: 'Glass',
  questionCategory: 'valueSelectionOrEntry',
  answerCategory: 'textAndComment',
  answers: [
    { id: 'ok', value: 'Clear', status: 'green' },
    { id: 'bad', value: 'Cracked', status: 'red' },
  ],
}

const measured = {
  category: 'question',
  id: 'pads',
  text: 'Pads',
  questionCategory: 'valueEntry',
  answerCategory: 'length',
  clientSettings: {
    unit: 'mm',
    bounds: [
      { lt: 3, status: 'red', answerId: 'bad' },
      { status: 'green', answerId: 'ok' },
    ],
  },
  answers: [
    { id: 'ok', status: 'green', unitOfMeasurement: 'mm' },
    { id: 'bad', status: 'red', unitOfMeasurement: 'mm' },
  ],
}

const lowIsGood = [
  { id: 'ok', status: 'green' },
  { id: 'adv', status: 'amber' },
  { id: 'bad', status: 'red' },
]

function template(contents: unknown[], changes: Changes = {}): Changes {
  return { id: 'own', text: 'Own', surveyType: 'VC', contents, ...changes }
}

function infos(document: unknown): string[] {
  return checkTemplate(document).map(({ info }) => info)
}

/** The one violation of a template with one changed question. */
function only(document: unknown): string {
  const found = infos(document)
  assert.equal(found.length, 1, found.join('\n'))
  return found[0] ?? ''
}

function measuring(settings: Changes, changes: Changes = {}): Changes {
  return template([{ ...measured, clientSettings: { unit: 'mm', ...settings }, ...changes }])
}

test('a sound template breaks no rule', () => {
  const section = { category: 'section', id: 's', text: 'All', contents: [selection, measured] }
  const again = {
    category: 'referenceQuestion',
    id: 'again',
    text: 'Glass again',
    referenceQuestionId: 'glass',
  }
  const document = template([section, again], {
    conditions: {
      petrol: { field: 'fuelType', in: ['Petrol'] },
      bad: { all: ['petrol', { answered: 'glass' }] },
    },
    texts: { de: { template: 'Eigene', s: 'Alles', again: 'Nochmal', 'glass/ok': 'Klar' } },
  })
  assert.deepEqual(checkTemplate(document), [])
})

describe('the form', () => {
  test('names path, value and rule', () => {
    const found = infos(template([{ ...selection, answers: [{ id: 'ok', value: 3, status: 'yellow' }] }]))
    assert.deepEqual(found, [
      'contents[0].answers[0].value: 3 must be a text',
      'contents[0].answers[0].status: "yellow" is not one of green, amber, red',
    ])
  })

  test('says what is missing and what is not known', () => {
    const { text: _, ...nameless } = selection
    assert.equal(only(template([nameless])), 'contents[0].text: is missing')
    assert.match(
      only(template([{ ...selection, mandatry: true }])),
      /^contents\[0\]\.mandatry: is not known here; known are .*mandatory/,
    )
    assert.match(
      only({ ...template([selection]), masterClientId: 'x' }),
      /^masterClientId: is not known here/,
    )
  })

  test('keeps settings of other apps', () => {
    const document = template([{ ...selection, clientSettings: { icon: 'glass', nested: { deep: [1] } } }])
    assert.deepEqual(checkTemplate(document), [])
  })

  test('reports what is wrong with the kind that was meant', () => {
    assert.equal(
      only(template([{ category: 'chapter', id: 's', text: 'S' }])),
      'contents[0].category: "chapter" is not one of section, question, referenceQuestion',
    )
    assert.match(
      only(template([{ id: 's', text: 'S' }])),
      /^contents\[0\]\.category: is missing; it is one of section, /,
    )
    assert.equal(
      only(template([selection], { conditions: { c: { field: 'make', in: 'Kia' } } })),
      'conditions.c.in: "Kia" must be an array',
    )
    assert.match(
      only(template([selection], { conditions: { c: { feild: 'make' } } })),
      /^conditions\.c: \{"feild":"make"\} must be a text or an object with field and in or /,
    )
    assert.match(
      only(template([{ ...selection, mandatory: 1 }])),
      /^contents\[0\]\.mandatory: 1 must be true or false or a text$/,
    )
  })

  test('survey type and category are of their lists', () => {
    assert.match(
      only(template([selection], { surveyType: 'XX' })),
      /^surveyType: "XX" is not one of health, VC, QC, VR, CVR$/,
    )
    assert.equal(
      only(template([selection], { category: 'interactiveHandover' })),
      'category: "interactiveHandover" is only for surveyType health (C5)',
    )
    assert.deepEqual(
      infos(template([selection], { surveyType: 'health', category: 'interactiveHandover' })),
      [],
    )
  })

  test('is refused whole when it is no object', () => {
    for (const value of [null, undefined, 3, 'x', [], true]) assert.match(only(value), /must be an object$/)
  })

  test('keeps the limits of ids, texts, arrays and depth (A10)', () => {
    assert.match(
      only(template([{ ...selection, id: 'ä'.repeat(129) }])),
      /^contents\[0\]\.id: .* is longer than 128 characters$/,
    )
    assert.deepEqual(infos(template([{ ...selection, id: '😀'.repeat(128) }])), [])
    assert.match(only(template([{ ...selection, id: '' }])), /^contents\[0\]\.id: "" must not be empty$/)
    assert.match(
      only(template([{ ...selection, text: 'x'.repeat(20_001) }])),
      /is longer than 20000 characters$/,
    )
    const many = Array.from({ length: 2_001 }, (_, index) => ({ id: `a${index}`, value: 'x' }))
    assert.equal(
      only(template([{ ...selection, answers: many }])),
      'contents[0].answers: has more than 2000 entries',
    )
    const deep = JSON.parse(`${'{"not":'.repeat(40)}"c"${'}'.repeat(40)}`)
    assert.match(only(template([selection], { conditions: { c: deep } })), /is nested deeper than 32 levels$/)
  })

  test('holds nothing that cannot be stored', () => {
    assert.match(
      only(template([{ ...selection, text: 'a\0b' }])),
      /^contents\[0\]\.text: .*NUL or half a character$/,
    )
    assert.match(only(template([{ ...selection, clientSettings: { x: '\ud800' } }])), /half a character$/)
    assert.match(only(template([{ ...selection, clientSettings: { 'x\0': 1 } }])), /half a character$/)
    assert.match(
      only(measuring({ bounds: JSON.parse('[{"lt":1e400,"status":"red","answerId":"bad"}]') })),
      /is not a finite number$/,
    )
  })

  test('survives names that objects have anyway', () => {
    const document = JSON.parse(JSON.stringify(template([selection])))
    Object.defineProperty(document, '__proto__', { value: {}, enumerable: true })
    assert.match(only(document), /^__proto__: is not known here/)
    assert.match(
      only(template([{ ...selection, mandatory: 'constructor' }])),
      /"constructor" is not the name of a condition$/,
    )
    assert.deepEqual(
      infos(template([{ ...selection, id: 'toString' }], { texts: { de: { toString: 'x' } } })),
      [],
    )
  })
})

describe('ids', () => {
  test('are unique in a template, sections included', () => {
    const section = { category: 'section', id: 'glass', text: 'S', contents: [selection] }
    assert.equal(
      only(template([section])),
      'contents[0].contents[0].id: "glass" is used already at contents[0]; ids are unique in a template',
    )
  })

  test('of answers are unique in their question', () => {
    const answers = [...selection.answers, { id: 'ok', value: 'Again', status: 'green' }]
    assert.match(
      only(template([{ ...selection, answers }])),
      /^contents\[0\]\.answers\[2\]\.id: "ok" is used already/,
    )
  })

  test('upSale is reserved, and a template id has no "!"', () => {
    assert.match(
      only(template([{ ...selection, id: 'upSale' }])),
      /"upSale" is reserved for automatic quotes$/,
    )
    assert.match(only(template([selection], { id: 'open!vc' })), /^id: "open!vc" must not hold "!"/)
  })

  test('of referenced questions exist and are questions', () => {
    const again = { category: 'referenceQuestion', id: 'again', text: 'Again', referenceQuestionId: 'glas' }
    assert.match(
      only(template([selection, again])),
      /^contents\[1\]\.referenceQuestionId: "glas" is not a question/,
    )
    assert.match(
      only(template([selection, { ...again, referenceQuestionId: 'again' }])),
      /"again" is not a question/,
    )
  })
})

describe('conditions', () => {
  const found = (conditions: Changes, changes: Changes = {}) =>
    only(template([selection, { ...measured, ...changes }], { conditions }))

  test('named by mandatory, visibleIf and each other exist', () => {
    assert.match(
      found({}, { mandatory: 'gone' }),
      /^contents\[1\]\.mandatory: "gone" is not the name of a condition$/,
    )
    const settings = { ...measured.clientSettings, visibleIf: { any: [{ not: 'gone' }] } }
    assert.match(found({}, { clientSettings: settings }), /visibleIf\.any\[0\]\.not: "gone" is not the name/)
    assert.match(found({ c: { all: ['gone'] } }), /^conditions\.c\.all\[0\]: "gone" is not the name/)
  })

  test('name questions and attributes that exist', () => {
    assert.match(
      found({ c: { answered: ['glass', 'gone'] } }),
      /^conditions\.c\.answered\[1\]: "gone" is not a question/,
    )
    assert.match(
      found({ c: { anyStatus: ['red'], questions: ['gone'] } }),
      /questions\[0\]: "gone" is not a question/,
    )
    assert.match(
      found({ c: { field: 'fueltype', in: ['diesel'] } }),
      /^conditions\.c\.field: "fueltype" is not one of .*fuelType/,
    )
    assert.match(found({ c: { field: 'owner', in: ['me'] } }), /^conditions\.c\.field: "owner" is not one of/)
    assert.match(
      found({ c: { field: 'fuelType', notIn: ['elektro'] } }),
      /notIn\[0\]: "elektro" is not one of petrol, /,
    )
  })

  test('do not lead back to themselves', () => {
    const circle = infos(
      template([selection], { conditions: { a: { not: 'b' }, b: { all: ['c'] }, c: 'a', d: 'a' } }),
    )
    assert.deepEqual(circle, [
      'conditions.a: leads back to itself: a → b → c → a',
      'conditions.b: leads back to itself: b → c → a → b',
      'conditions.c: leads back to itself: c → a → b → c',
    ])
    assert.match(found({ self: 'self' }), /leads back to itself: self → self$/)
  })

  test('of visibility look back only, also through a name', () => {
    const later = { ...selection, clientSettings: { visibleIf: 'measured' } }
    const conditions = { measured: { answered: 'pads' } }
    assert.match(
      only(template([later, measured], { conditions })),
      /visibleIf: "pads" is not an earlier question/,
    )
    assert.deepEqual(infos(template([measured, later], { conditions })), [])
    const self = { ...selection, clientSettings: { visibleIf: { answered: 'glass' } } }
    assert.match(only(template([self])), /visibleIf: "glass" is not an earlier question/)
  })
})

describe('bounds', () => {
  const red = { status: 'red', answerId: 'bad' }
  const green = { status: 'green', answerId: 'ok' }

  test('ascend', () => {
    assert.match(
      only(measuring({ bounds: [{ lt: 5, ...red }, { lt: 3, ...green }, red] })),
      /bounds\[1\]\.lt: 3 is not above the band before it, 5$/,
    )
    assert.match(
      only(measuring({ bounds: [{ lte: 5, ...red }, { lte: 5, ...green }, red] })),
      /bounds\[1\]\.lte: 5 is not above/,
    )
    assert.match(
      only(measuring({ bounds: [{ lte: 5, ...red }, { lt: 5, ...green }, red] })),
      /bounds\[1\]\.lt: 5 is not above/,
    )
    assert.deepEqual(infos(measuring({ bounds: [{ lt: 5, ...red }, { lte: 5, ...green }, red] })), [])
  })

  test('leave no number without a band', () => {
    assert.match(
      only(
        measuring({
          bounds: [
            { lt: 3, ...red },
            { lt: 5, ...green },
          ],
        }),
      ),
      /bounds\[1\]\.lt: 5 leaves numbers above/,
    )
    assert.match(
      only(measuring({ bounds: [red, green] })),
      /bounds\[0\]: has no limit, so the bands after it take nothing$/,
    )
    assert.match(
      only(measuring({ bounds: [{ lt: 1, lte: 2, ...red }, green] })),
      /bounds\[0\]\.lte: is not known here/,
    )
    assert.match(only(measuring({ bounds: [] })), /bounds: \[\] must not be empty$/)
  })

  test('name answers of the question, with their status', () => {
    assert.match(
      only(
        measuring({
          bounds: [
            { lt: 3, ...red },
            { status: 'green', answerId: 'fine' },
          ],
        }),
      ),
      /bounds\[1\]\.answerId: "fine" is not an answer/,
    )
    assert.match(
      only(measuring({ bounds: [{ lt: 3, ...red, status: 'amber' }, green] })),
      /bounds\[0\]\.status: "amber" differs from the answer's status, red$/,
    )
  })

  test('lie where a number can be entered', () => {
    const bounds = [{ lt: 30, ...red }, green]
    assert.match(
      only(measuring({ min: 0, max: 20, bounds })),
      /bounds\[0\]\.lt: 30 lies outside of min and max$/,
    )
    assert.match(only(measuring({ min: 9, max: 2 })), /clientSettings\.min: 9 must be below max, 2$/)
    assert.match(
      only(measuring({ bounds }, { questionCategory: 'valueSelection' })),
      /bounds: needs a question where a number can be entered$/,
    )
  })

  test('that pass the check give every number exactly one band', () => {
    const limit = fc.record({ at: fc.integer({ min: -5, max: 5 }), isIncluded: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(limit, { maxLength: 4 }),
        fc.double({ min: -7, max: 7, noNaN: true }),
        (limits, value) => {
          const bounds = [
            ...limits.map(({ at, isIncluded }) => ({ [isIncluded ? 'lte' : 'lt']: at, ...red })),
            green,
          ]
          const document = measuring({ bounds })
          fc.pre(checkTemplate(document).length === 0)
          const question = (document as TemplateDocument).contents[0] as TemplateQuestion
          const expected = limits.findIndex(
            ({ at, isIncluded }) => value < at || (isIncluded && value === at),
          )
          assert.deepEqual(findBand(question, value), bounds.at(expected))
          const fits = limits.map(({ at, isIncluded }) => value < at || (isIncluded && value === at))
          // Ascending: a number below one limit is also below all that follow.
          assert.deepEqual(
            fits,
            [...fits].sort((a, b) => Number(a) - Number(b)),
          )
        },
      ),
    )
  })
})

describe('answers', () => {
  test('that people choose have a text', () => {
    assert.match(
      only(template([{ ...selection, answers: [{ id: 'ok', status: 'green' }] }])),
      /answers\[0\]\.value: is missing/,
    )
    assert.match(
      only(template([{ ...selection, answers: [] }])),
      /^contents\[0\]\.answers: is needed by a question of kind/,
    )
  })

  test('measure in the unit of their question', () => {
    const answers = measured.answers.map((answer) => ({ ...answer, unitOfMeasurement: 'in' }))
    assert.equal(infos(template([{ ...measured, answers }])).length, 2)
    assert.match(
      infos(template([{ ...measured, answers }]))[0] ?? '',
      /"in" differs from the unit of the question, mm$/,
    )
  })

  test('have one default, unless several may be chosen', () => {
    const answers = selection.answers.map((answer) => ({ ...answer, default: true }))
    assert.match(only(template([{ ...selection, answers }])), /^contents\[0\]\.answers: has several defaults/)
    assert.deepEqual(infos(template([{ ...selection, answers, multipleValueAnswer: true }])), [])
  })

  test('colour their mark by #rrggbb', () => {
    const answers = [{ ...selection.answers[0], markColour: 'red' }]
    assert.match(only(template([{ ...selection, answers }])), /markColour: "red" must match/)
  })
})

describe('texts', () => {
  test('name what is in the template', () => {
    assert.equal(
      only(template([selection], { texts: { de: { 'glass/okay': 'Klar' } } })),
      'texts.de["glass/okay"]: does not name a text of this template',
    )
    assert.match(
      only(template([measured], { texts: { de: { 'pads/ok': 'Gut' } } })),
      /does not name a text of this template$/,
    )
  })

  test('stand under a language tag', () => {
    assert.match(
      only(template([selection], { texts: { Deutsch: {} } })),
      /^texts\.Deutsch: "Deutsch" is not a language tag/,
    )
    assert.deepEqual(infos(template([selection], { texts: { 'pt-BR': { template: 'Próprio' } } })), [])
  })

  test('have keys that mean one thing only', () => {
    const twin = { ...selection, id: 'glass/ok' }
    assert.match(only(template([selection, twin], { texts: { de: {} } })), /"glass\/ok" stands for two texts/)
    assert.match(only(template([{ ...selection, id: 'template' }])), /"template" is reserved/)
  })
})

test('assertTemplate throws one problem with every violation', () => {
  const broken = template([{ ...selection, id: 'upSale', mandatory: 'gone' }])
  assert.throws(
    () => assertTemplate(broken),
    (error) => error instanceof Problem && error.status === 400 && error.errorInfo.split('\n').length === 2,
  )
  assert.throws(
    () => assertTemplate(template([selection], { id: 'a!b' })),
    (error) => error instanceof Problem && error.kind === 'invalidTemplate',
  )
})

test('the worked example of the documentation is sound', async () => {
  const page = await readFile(new URL('../../../../docs/templates.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => JSON.parse(text ?? ''))
  assert.deepEqual(checkTemplate(examples[0]), [])
  assert.deepEqual(infos(measuring({ bounds: examples[2] }, { answers: lowIsGood })), [])
})
