// A placeholder in the middle of a text. Pure.

/** A link has a line of its own: the service asks for that. */
const aloneOnLine = ['link']

export function placed(
  text: string,
  placeholder: string,
  from: number,
  to: number,
): { value: string; cursor: number } {
  const [before, after] = [text.slice(0, from), text.slice(to)]
  const isAlone = aloneOnLine.includes(placeholder)
  const head = isAlone && before !== '' && !before.endsWith('\n') ? '\n' : ''
  const tail = isAlone && after !== '' && !after.startsWith('\n') ? '\n' : ''
  const inserted = `${head}{${placeholder}}${tail}`
  return { value: before + inserted + after, cursor: before.length + inserted.length }
}
