// Writes every operation as a request of a `.http` file, which JetBrains' HTTP client and the REST Client of VS Code both read.
import type { Document } from './document.ts'
import { findVariables, headersOf, ownVariables } from './variables.ts'

export function httpFile(document: Document, made: string): string {
  const { all, pathOf, queryOf } = findVariables(document)
  const variables = [...ownVariables, ...all].flatMap(({ name, value, about }) => [
    ...(about === '' ? [] : [`# ${about}`]),
    `@${name} = ${value}`,
  ])
  const requests = document.operations.flatMap((operation) => {
    const { id, method, heading, summary, isOurs, body } = operation
    const query = queryOf(operation).map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    const headers = headersOf(operation).filter(({ isNeeded }) => isNeeded)
    return [
      '',
      `### ${heading}: ${summary}${isOurs ? ' (our addition)' : ''}`,
      `# @name ${id}`,
      `${method} {{host}}${pathOf(operation)}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      'X-API-KEY: {{key}}',
      ...headers.map(({ name, value }) => `${name}: ${value}`),
      ...(body ? [`Content-Type: ${body.contentType}`] : []),
      ...(body?.example === undefined ? [] : ['', JSON.stringify(body.example, null, 2)]),
    ]
  })
  return [
    `# ${document.title}. ${made}`,
    '# For the HTTP client of JetBrains and the REST Client of VS Code. The values are those of the demo that npm start makes; issue a',
    '# key with: npx walkaround key issue demo-dms',
    '',
    ...variables,
    ...requests,
    '',
  ].join('\n')
}
