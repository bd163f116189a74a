// Which Content-Types are JSON (B4).

/** Whether the Content-Type is JSON in UTF-8 (B4); parameters other than charset do not matter. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (type !== 'application/json' && !/^application\/[\w.!#$&^+-]+\+json$/.test(type)) return false
  return parameters.every((parameter) => {
    const [name, value = ''] = parameter.split('=').map((part) => part.trim())
    return name !== 'charset' || ['utf-8', 'utf8'].includes(value.replaceAll('"', ''))
  })
}
