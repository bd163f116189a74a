import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { escapeText, Html, html, joined, trusted } from './html.ts'

describe('html', () => {
  it('escapes every value that is not Html', () => {
    const hostile = `<img src=x onerror="a('b')">&`
    const escaped = '&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;'
    assert.equal(html`<p title="${hostile}">${hostile}</p>`.markup, `<p title="${escaped}">${escaped}</p>`)
  })

  it('keeps Html as it is, also inside arrays, and does not escape twice', () => {
    const inner = html`<b>${'<'}</b>`
    assert.equal(
      html`<i>${inner}${[inner, 'x', [1, inner]]}</i>`.markup,
      '<i><b>&lt;</b><b>&lt;</b>x1<b>&lt;</b></i>',
    )
  })

  it('writes nothing for false, null and undefined, and writes zero', () => {
    assert.equal(html`[${false}${null}${undefined}${0}${''}]`.markup, '[0]')
  })

  it('does not take an object that only looks like Html', () => {
    const forged = { markup: '<script>' } as unknown as string
    assert.throws(() => html`${forged}`)
    assert.ok(trusted('<svg></svg>') instanceof Html)
  })

  it('replaces NUL and lone surrogates, which a browser would treat in its own way', () => {
    assert.equal(escapeText('a\0b\ud800c'), 'a�b�c')
  })

  it('joins parts with an escaped separator', () => {
    assert.equal(joined(['a', html`<b>b</b>`, 'c'], ' < ').markup, 'a &lt; <b>b</b> &lt; c')
  })

  it('is never used with an unquoted attribute, where escaping would not help', () => {
    const files = globSync('**/*.ts', {
      cwd: import.meta.dirname,
      exclude: ['**/*.test.ts', 'reference/code/**'],
    })
    // Code that is shown is text of a page, never markup.
    assert.ok(files.length > 10)
    for (const file of files) {
      const source = readFileSync(new URL(file, import.meta.url), 'utf8')
      assert.doesNotMatch(source, /[\s"][a-z-]+=\$\{/, `${file} writes an attribute without quotes`)
    }
  })
})
