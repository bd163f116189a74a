// Where long names and paths may break, so that a narrow column or a phone needs no sideways scrolling.
import { type Html, html, joined } from '../html.ts'

/** Names break at capitals and after signs. */
export function breakable(name: string): Html {
  return withBreaks(name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[_.-])(?=[^_.-])/))
}

/** Paths break only before a slash. */
export function breakablePath(path: string): Html {
  return withBreaks(path.split(/(?<=[^/])(?=\/)/))
}

function withBreaks(parts: readonly string[]): Html {
  return joined(parts, html`<wbr>`)
}
