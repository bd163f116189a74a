import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderInline, renderMarkdown } from './markdown.ts'

describe('renderMarkdown', () => {
  it('knows paragraphs, lists, bold and code', () => {
    const markup = renderMarkdown(
      'One **two** `a < b`.\nGoes on.\n\n- x\n- y\n  more\n\n1. first\n2) second',
    ).markup
    assert.equal(
      markup,
      '<p>One <strong>two</strong> <code>a &lt; b</code>.\nGoes on.</p><ul><li>x</li><li>y more</li></ul><ol><li>first</li><li>second</li></ol>',
    )
  })

  it('starts a list right after a line of text', () => {
    assert.equal(
      renderMarkdown('Two kinds:\n- a\n- b').markup,
      '<p>Two kinds:</p><ul><li>a</li><li>b</li></ul>',
    )
  })

  it('keeps a fenced block as it is, also when nobody closes it', () => {
    assert.equal(renderMarkdown('```\n- **x**\n').markup, '<pre tabindex="0"><code>- **x**\n</code></pre>')
  })

  it('turns nothing from the text into an element', () => {
    const markup = renderMarkdown('<script>x</script> [a](javascript:x) ![b](http://x) `<b>` **<i>**').markup
    assert.deepEqual(
      [...markup.matchAll(/<([a-z]+)/g)].map(([, name]) => name),
      ['p', 'code', 'strong'],
    )
  })

  it('leaves lone marks alone', () => {
    assert.equal(renderInline('2 ** 3 ` and *one*').markup, '2 ** 3 ` and *one*')
  })

  it('gives nothing for nothing', () => {
    assert.equal(renderMarkdown(' \n\n').markup, '')
  })
})
