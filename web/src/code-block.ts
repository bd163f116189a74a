// A block of code or commands. site.js adds the copy button, so without script there is none.
import { type Html, html } from './html.ts'

export function renderCode(code: string): Html {
  return html`<pre class="code" tabindex="0" data-copyable><code>${code}</code></pre>`
}
