// A block of code or commands. The button that copies it is added by site.js, so it never stands there without effect.
import { type Html, html } from './html.ts'

export function renderCode(code: string): Html {
  return html`<pre class="code" tabindex="0" data-copyable><code>${code}</code></pre>`
}
