import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMarkdown } from './blocks.ts'
import { renderBlocks } from './render.ts'

const place = {
  linkOf: (href: string) => (href.endsWith('.ts') ? { path: href } : { href }),
  imageOf: (src: string) => (src === 'none.png' ? undefined : src),
  aliasOf: () => undefined,
  mentionOf: (number: string) => (['40012', 'A1', 'B2'].includes(number) ? `/${number}` : undefined),
}
const render = (text: string) => renderBlocks(parseMarkdown(text), place).markup.replaceAll('\n', ' ').trim()

describe('a guide as Html', () => {
  const cases: readonly (readonly [name: string, text: string, markup: string])[] = [
    [
      'headings have the anchors of GitHub, numbered when they repeat',
      '# A `b`, c!\n## Two-Words & more_x\n## Same\n## Same',
      '<h1 id="a-b-c">A <code>b</code>, c!</h1> <h2 id="two-words--more_x">Two-Words &amp; more_x</h2> <h2 id="same">Same</h2> <h2 id="same-1">Same</h2>',
    ],
    [
      'bold, italic and code may contain each other, also at the end',
      '**a `b*c`** *d* _e_ snake_case_name 2 * 3 * 4 ``x`y``',
      '<p><strong>a <code>b*c</code></strong> <em>d</em> <em>e</em> snake_case_name 2 * 3 * 4 <code>x`y</code></p>',
    ],
    [
      'a link keeps its code; a file that is not served is named',
      '[`a [b]`](x.md#y) [why](rules.ts) [`rules.ts`](rules.ts)',
      '<p><a href="x.md#y"><code>a [b]</code></a> why (<code>rules.ts</code>) <code>rules.ts</code></p>',
    ],
    [
      'addresses become links, comments and nothing else disappear',
      'See https://semver.org. <b>x</b> <!-- y -->z\n\n<!-- made\nby -->',
      '<p>See <a href="https://semver.org">https://semver.org</a>. &lt;b&gt;x&lt;/b&gt; z</p>',
    ],
    [
      'a picture has words, and is only words if it is not there',
      '![A car](a.png) ![gone](none.png)',
      '<p><img src="a.png" alt="A car" loading="lazy"> gone</p>',
    ],
    [
      'numbers of errors and decisions are links, sizes of paper are not',
      'Reply 40012 (A1, B2), paper A1, `40012`, 40013.',
      '<p>Reply <a href="/40012">40012</a> (<a href="/A1">A1</a>, <a href="/B2">B2</a>), paper A1, <a href="/40012"><code>40012</code></a>, 40013.</p>',
    ],
    [
      'lists nest, continue over lines and hold code',
      '- a\n  b\n  - c\n- d\n\n  ```sh\n  x\n\n  y\n  ```\n\n3. e\n4. f',
      '<ul><li><p>a b</p> <ul><li>c </li> </ul> </li> <li><p>d</p> <pre class="code" tabindex="0" data-copyable><code>x  y</code></pre> </li> </ul> <ol start="3"><li>e </li> <li>f </li> </ol>',
    ],
    [
      'a table has its sides, anchors and escaped lines',
      '| a | b |\n|---|--:|\n| <a id="x"></a>`p\\|q` | 1 |\n| r |',
      '<div class="table-frame" tabindex="0"><table> <thead><tr><th scope="col">a</th><th scope="col" class="right">b</th></tr></thead> <tbody><tr><td><span id="x"></span><code>p|q</code></td><td class="right">1</td></tr> <tr><td>r</td><td class="right"></td></tr> </tbody></table></div>',
    ],
    [
      'a quotation and a line across; a year begins no list',
      '> a\n> b\n\n---\n\nSince\n2026. x',
      '<blockquote><p>a b</p> </blockquote> <hr> <p>Since 2026. x</p>',
    ],
  ]
  for (const [name, text, markup] of cases) it(name, () => assert.equal(render(text), markup))
})
