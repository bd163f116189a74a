// How a POSIX shell reads text as it is. Used by the commands of the page and by the form that shows what was sent.

/**
 * In single quotes the shell keeps everything literal; a quote inside is closed, escaped and opened again.
 * @param {string} text
 */
export function quoteForShell(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
