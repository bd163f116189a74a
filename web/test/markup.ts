// Reads the markup the pages produce: elements with their attributes. Enough because every `<`, `>` and quote out of a
// value is escaped, which is what the tests are about. For tests only.

export type Element = { readonly name: string; readonly attributes: ReadonlyMap<string, string> }

export function listElements(markup: string): readonly Element[] {
  return [...markup.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^<>]*)?)>/gi)].map(([, name = '', rest = '']) => ({
    name,
    attributes: new Map(
      [...rest.matchAll(/([^\s=/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  }))
}

export function listAttribute(markup: string, name: string): readonly string[] {
  return listElements(markup).flatMap(({ attributes }) => attributes.get(name) ?? [])
}

export function toPlainText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
