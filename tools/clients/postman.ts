// Writes every operation as a Postman collection (format 2.1): folders by heading, variables, the key as a header, and the replies of
// the demo as examples.
import { STATUS_CODES } from 'node:http'
import type { Described, Document, Reply } from './document.ts'
import { findVariables, headersOf, ownVariables, type Variables } from './variables.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

export function postmanFile(document: Document, made: string): string {
  const variables = findVariables(document)
  const collection = {
    info: {
      name: document.title,
      description: `${document.description}\n\nSet the variables \`host\` and \`key\` first. ${made}`,
      version: document.version,
      schema: SCHEMA,
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-KEY', type: 'string' },
        { key: 'value', value: '{{key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [...ownVariables, ...variables.all].map(({ name, value, about }) => ({
      key: name,
      value,
      type: 'string',
      ...(about === '' ? {} : { description: about }),
    })),
    item: document.headings.map(({ name, description }) => ({
      name,
      description,
      item: document.operations
        .filter(({ heading }) => heading === name)
        .map((operation) => itemOf(operation, variables)),
    })),
  }
  return `${JSON.stringify(collection, null, 1)}\n`
}

function itemOf(operation: Described, variables: Variables) {
  const { id, summary, description, isOurs, replies } = operation
  const request = requestOf(operation, variables)
  return {
    name: `${summary}${isOurs ? ' (our addition)' : ''}`,
    request: { ...request, description: `\`${id}\`. ${description}` },
    response: replies
      .filter(({ status }) => status < 400 && status !== 302)
      .map((reply) => ({
        name: `${reply.status} ${reply.description}`,
        originalRequest: request,
        status: STATUS_CODES[reply.status] ?? '',
        code: reply.status,
        ...exampleOf(reply),
      })),
  }
}

function requestOf(operation: Described, { pathOf, queryOf }: Variables) {
  const { method, body } = operation
  const path = pathOf(operation)
  const query = queryOf(operation)
  const words = query.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&')
  return {
    method,
    header: [
      ...(body ? [{ key: 'Content-Type', value: body.contentType }] : []),
      ...headersOf(operation).map(({ name, value, about, isNeeded }) => ({
        key: name,
        value,
        description: about,
        ...(isNeeded ? {} : { disabled: true }),
      })),
    ],
    url: {
      raw: `{{host}}${path}${words === '' ? '' : `?${words}`}`,
      host: ['{{host}}'],
      path: path.split('/').slice(1),
      ...(query.length > 0
        ? { query: query.map(({ name, value, about }) => ({ key: name, value, description: about })) }
        : {}),
    },
    ...(body?.example === undefined
      ? {}
      : {
          body: {
            mode: 'raw',
            raw: JSON.stringify(body.example, null, 2),
            options: { raw: { language: 'json' } },
          },
        }),
  }
}

function exampleOf({ headers, contentType, example }: Reply) {
  const told = Object.entries(headers).flatMap(([key, { example: value }]) =>
    value === undefined ? [] : [{ key, value: String(value) }],
  )
  return {
    header: [...(contentType ? [{ key: 'Content-Type', value: contentType }] : []), ...told],
    ...(example === undefined
      ? {}
      : { _postman_previewlanguage: 'json', body: JSON.stringify(example, null, 2) }),
  }
}
