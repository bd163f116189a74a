// Messages with hostile names and comments: no extra header, tag or link, and no lost line.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelNames, placeholders, templateNames } from '@walkaround/contract/messages.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { escapeHtml, LINK, putLink, render, type Values, whyRefused } from './render.ts'
import { findDelivered, getAction, getWords } from './texts.ts'

const how = { isHtml: true, action: 'Open', language: 'en' }
const link = 'https://walkaround.test/o/ZGVtbw.abc'
const neededIn = (name: string) =>
  name === 'decisionCode' ? 'code' : name === 'workReminder' ? 'stop' : 'link'

const hostile = [
  'Eve\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `${LINK}${LINK}`,
  '{link} {note} {greeting}',
  'a\u2028b\u2029c\u0000d\u202Ee',
  "' onmouseover='x",
  '&lt;b&gt;',
  '=?utf-8?B?QmNj?=',
  '$& $1 $`',
]

describe('a message', () => {
  for (const name of placeholders.filter((one) => one !== 'link' && one !== 'code')) {
    test(`takes anything for {${name}} and stays what it was`, () => {
      for (const value of hostile) {
        const values: Values = { ...allValues(), [name]: value }
        const template = { subject: `S {${name}} E`, text: `before\nx {${name}} y\n\n{link}\nafter` }
        const content = render(template, values, how)
        const { text, html = '' } = putLink(content, link)
        assert.doesNotMatch(content.subject ?? '', /[\p{Cc}\u2028\u2029]/u)
        assert.match(content.subject ?? '', /^S .*E$/)
        assert.equal(text.split(link).length - 1, 1, 'the link stands once in the text')
        assert.equal(html.split(escapeHtml(link)).length - 1, 2, 'and twice in the HTML: button and line')
        const tags = [...html.matchAll(/<\/?([a-z!]+)/gi)].map(([, tag]) => tag?.toLowerCase())
        const known = [
          '!doctype',
          'html',
          'head',
          'meta',
          'title',
          'body',
          'div',
          'p',
          'a',
          'span',
          'br',
          '!',
        ]
        assert.deepEqual(
          tags.filter((tag) => !known.includes(tag ?? '')),
          [],
        )
        assert.doesNotMatch(html, /<[^>]*\son\w+=/i)
        assert.doesNotMatch(text, /\0|\u202E/)
        if (name !== 'note' && name !== 'work') assert.ok(text.split('\n').length <= 5)
      }
    })
  }

  test('leaves out lines whose values are missing, and the gaps they leave', () => {
    const { text } = render(
      { text: 'a\n\n{note}\n\nb {phone}\nc {name}\n{link}' },
      { name: 'Ada', link: 'x' },
      how,
    )
    assert.equal(putLink({ text }, link).text, `a\n\nc Ada\n${link}`)
  })

  test('keeps the lines of a note, and no more of them than two at once', () => {
    const { text, html } = render(
      { text: '{note}\n{link}' },
      { note: 'one\r\ntwo\n\n\n\nthree', link: 'x' },
      how,
    )
    assert.equal(text, `one\ntwo\n\nthree\n${LINK}`)
    assert.match(html ?? '', /one<br>two<br><br>three/)
  })

  test('ends a sentence with one full stop, whatever its last value ends with', () => {
    const filled = (line: string, name: string) =>
      render({ text: `${line}\n{link}` }, { name, link: 'x' }, how).text.split('\n')[0]
    assert.deepEqual(
      [filled('Of {name}.', 'Ada & Co.'), filled('Of {name}.', 'Ada'), filled('Of {name}...', 'Co.')],
      ['Of Ada & Co.', 'Of Ada.', 'Of Co....'],
    )
    assert.equal(filled('A.{name}', '.x'), 'A..x')
    assert.match(
      render({ text: 'Of {name}. Yes\n{link}' }, { name: 'Co.', link: 'x' }, how).html ?? '',
      /Of Co\. Yes/,
    )
  })

  test('has no HTML where it is plain', () => {
    assert.equal(render({ text: '{link}' }, { link: 'x' }, { ...how, isHtml: false }).html, undefined)
  })

  test('cuts values that never end', () => {
    const { subject = '', text } = render(
      { subject: '{name}{name}', text: '{name}\n{link}' },
      { name: 'x'.repeat(9999), link: 'x' },
      how,
    )
    assert.ok(subject.length <= 180)
    assert.equal(text.split('\n')[0]?.length, 200)
  })
})

const allValues = (): Values => Object.fromEntries(placeholders.map((name) => [name, `<${name}>`]))

describe('delivered words', () => {
  for (const language of languages) {
    test(`are complete and usable in ${language}`, () => {
      assert.match(getWords(language).greeting, /\{name\}/)
      for (const name of templateNames) {
        assert.ok(getAction(language, name))
        for (const channel of channelNames) {
          const template = findDelivered(language, name, channel)
          assert.equal(
            template === undefined,
            findDelivered('en', name, channel) === undefined,
            `${name} ${channel} is there in every language or in none`,
          )
          if (!template) continue
          assert.equal(whyRefused(template, neededIn(name)), undefined)
          assert.equal(template.subject !== undefined, channel === 'email')
        }
        assert.ok(findDelivered(language, name, 'email'))
      }
    })
  }

  test('short messages stay short', () => {
    for (const language of languages) {
      for (const name of ['surveyResultsEmail', 'vcApproval', 'resultsWithoutVideo'] as const) {
        assert.ok((findDelivered(language, name, 'sms')?.text.length ?? 999) < 120)
      }
    }
  })
})

describe('own words', () => {
  for (const [why, template] of [
    ['an unknown placeholder', { text: '{password}\n{link}' }],
    ['no link', { text: 'hello' }],
    ['a link within a line', { text: 'see {link}' }],
    ['a subject of two lines', { subject: 'a\r\nBcc: x', text: '{link}' }],
    ['a link in the subject', { subject: '{link}', text: '{link}' }],
    ['a code in the subject', { subject: '{code}', text: '{link}' }],
    ['a code where there is none', { text: '{link}\n{code}' }],
  ] as const) {
    test(`are refused with ${why}`, () => assert.ok(whyRefused(template)))
  }
})
